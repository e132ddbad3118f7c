#include <gpuplan/units/quantity_text.hpp>
#include <gpuplan/units/unit_price.hpp>

namespace gpuplan {

Result<ParsedPrice> parsePrice(std::string_view text, std::string_view unit,
                               std::string_view example) {
    const Result<QuantityParts> parts = readQuantity(text, example);
    if (!parts)
        return parts.diagnostics();
    Diagnostics diagnostics;
    const auto slash = parts->unit.find('/');
    const auto currency = Currency::parse(std::string_view(parts->unit).substr(0, slash));
    if (!currency || slash == std::string::npos || parts->unit.substr(slash + 1) != unit) {
        diagnostics.error({}, "base.quantity.unit",
                          {inQuotes(text), inQuotes(parts->unit), "price per " + std::string(unit),
                           std::string(example)});
        return diagnostics;
    }
    if (parts->amount.isNegative()) {
        diagnostics.error({}, "base.quantity.negative", {inQuotes(text)});
        return diagnostics;
    }
    return ParsedPrice{parts->amount, *currency};
}

Money priceTimes(const Decimal& price, Currency currency, Int128 numerator, Int128 denominator) {
    // micros = mantissa * 10^(6 - places) * numerator / denominator
    const int shift = 6 - price.places();
    Int128 top = price.mantissa();
    if (shift > 0)
        top = multiplyChecked(top, powerOfTen(shift));
    const Int128 bottom =
        shift < 0 ? multiplyChecked(denominator, powerOfTen(-shift)) : denominator;
    return {toInt64(multiplyDivideHalfEven(top, numerator, bottom)), currency};
}

} // namespace gpuplan
