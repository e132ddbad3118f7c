#include "catalog_cells.hpp"

#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::cli {

namespace {

std::string scaled(Int128 base, int places) {
    return Decimal::scaled(base, places).text();
}

std::string rounded(const Decimal& value) {
    constexpr int decimals = 3;
    return fixedText(value.toDouble(), decimals);
}

} // namespace

std::string number(const std::optional<double>& value) {
    return value ? io::plainNumber(*value) : std::string();
}
std::string number(const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : std::string();
}
std::string gigabytes(const std::optional<Bytes>& value) {
    return value ? scaled(value->base(), 9) : std::string();
}
std::string gigabytesPerSecond(const std::optional<Bandwidth>& value) {
    return value ? scaled(value->base(), 9) : std::string();
}
std::string megabytesPerSecond(const std::optional<Bandwidth>& value) {
    return value ? scaled(value->base(), 6) : std::string();
}
std::string gigabitsPerSecond(const std::optional<Bandwidth>& value) {
    return value ? scaled(Int128{value->base()} * 8, 9) : std::string();
}
std::string watts(const std::optional<Power>& value) {
    return value ? scaled(value->base(), 3) : std::string();
}
std::string wholeSeconds(const std::optional<Duration>& value) {
    return value ? secondsText(*value) : std::string();
}
std::string amount(const std::optional<Money>& value) {
    return value ? value->decimal().text() : std::string();
}
std::string perGpuAmount(const std::optional<HourlyPrice>& price, std::int64_t gpus) {
    return price && gpus > 0 ? catalog::perGpu(*price, gpus).text() : std::string();
}

std::string withCurrency(std::string value, Currency currency) {
    return currency == Currency::usd() ? value : value + " " + currency.code();
}
std::string shownPrice(const std::optional<HourlyPrice>& price) {
    return price ? withCurrency(rounded(price->amount), price->currency) : std::string();
}
std::string shownPerGpu(const std::optional<HourlyPrice>& price, std::int64_t gpus) {
    if (!price || gpus <= 0)
        return {};
    return withCurrency(rounded(catalog::perGpu(*price, gpus)), price->currency);
}
std::string shownRange(const std::optional<std::string>& low,
                       const std::optional<std::string>& high) {
    if (low && high)
        return *low == *high ? *low : *low + "-" + *high;
    return low ? ">= " + *low : high ? "<= " + *high : std::string();
}
std::optional<std::string> shownMoney(const std::optional<Money>& money) {
    if (!money)
        return std::nullopt;
    return withCurrency(grouped(money->decimal().text()), money->currency());
}
std::string shownChange(const HourlyPrice* before, const HourlyPrice& price) {
    if (before == nullptr || before->amount.isZero() || before->currency != price.currency)
        return {};
    const double ratio = price.amount.toDouble() / before->amount.toDouble();
    return (ratio >= 1 ? "+" : "") + fixedText((ratio - 1) * 100, 1);
}

} // namespace gpuplan::cli
