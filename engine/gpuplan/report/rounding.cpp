#include <gpuplan/report/rounding.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::report {

namespace {

// GpuTime counts thousandths of a GPU-microsecond: 3.6e12 an hour, 3.6e6 a millionth of one.
constexpr Int128 millionthGpuHour = 3'600'000;
constexpr Int128 wholeUnit = 1'000'000;
constexpr Int128 cent = 10'000;

Int128 floorDivide(Int128 value, Int128 unit) {
    const Int128 quotient = value / unit;
    return value % unit < 0 ? quotient - 1 : quotient;
}

Int128 unitOf(Places places) {
    return places == Places::Whole ? wholeUnit : cent;
}

std::string shown(Int128 count, Int128 unit) {
    if (unit == wholeUnit)
        return grouped(toText(count));
    std::string text = Decimal::scaled(count, 2).text();
    const std::size_t point = text.find('.');
    if (point == std::string::npos)
        text += ".00";
    else if (text.size() - point == 2)
        text += "0";
    return grouped(text);
}

} // namespace

std::vector<Int128> largestRemainder(const std::vector<Int128>& parts, Int128 unit) {
    GPUPLAN_EXPECTS(unit > 0, "figures are rounded to a positive unit");
    std::vector<Int128> counts;
    std::vector<Int128> rests;
    Int128 sum = 0;
    Int128 floors = 0;
    for (const Int128 part : parts) {
        counts.push_back(floorDivide(part, unit));
        rests.push_back(part - counts.back() * unit);
        sum = addChecked(sum, part);
        floors += counts.back();
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rests[a] > rests[b]; });
    const Int128 missing = divideHalfEven(sum, unit) - floors;
    for (Int128 i = 0; i < missing; ++i)
        ++counts[order[static_cast<std::size_t>(i)]];
    return counts;
}

Decimal gpuHours(GpuTime time) {
    return Decimal::scaled(divideHalfEven(time.base(), millionthGpuHour), 6);
}

std::vector<Decimal> gpuHours(const std::vector<GpuTime>& parts) {
    std::vector<Int128> bases;
    for (const GpuTime part : parts)
        bases.push_back(part.base());
    std::vector<Decimal> hours;
    for (const Int128 count : largestRemainder(bases, millionthGpuHour))
        hours.push_back(Decimal::scaled(count, 6));
    return hours;
}

Places placesFor(const std::vector<Money>& amounts) {
    const bool isLarge = std::any_of(amounts.begin(), amounts.end(), [](const Money& amount) {
        const Int128 micros = amount.micros();
        return (micros < 0 ? -micros : micros) >= 10'000 * wholeUnit;
    });
    return isLarge ? Places::Whole : Places::Cents;
}

std::string moneyText(const Money& amount) {
    return moneyText(amount, placesFor({amount}));
}

std::string moneyText(const Money& amount, Places places) {
    const Int128 unit = unitOf(places);
    return shown(divideHalfEven(amount.micros(), unit), unit);
}

MoneyColumn moneyColumn(const std::vector<Money>& parts, Currency currency) {
    Money total(0, currency);
    for (const Money& part : parts)
        total += part;
    return moneyColumn(parts, currency, placesFor({total}));
}

MoneyColumn moneyColumn(const std::vector<Money>& parts, Currency currency, Places places) {
    Money total(0, currency);
    std::vector<Int128> micros;
    for (const Money& part : parts) {
        total += part;
        micros.push_back(part.micros());
    }
    const Int128 unit = unitOf(places);
    MoneyColumn column;
    for (const Int128 count : largestRemainder(micros, unit))
        column.parts.push_back(shown(count, unit));
    column.total = shown(divideHalfEven(total.micros(), unit), unit);
    return column;
}

} // namespace gpuplan::report
