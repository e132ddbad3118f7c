#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity_text.hpp>

namespace gpuplan {

std::optional<Currency> Currency::parse(std::string_view code) {
    if (code.size() != 3)
        return std::nullopt;
    for (const char c : code)
        if (c < 'A' || c > 'Z')
            return std::nullopt;
    return Currency({code[0], code[1], code[2]});
}

Money Money::of(const Decimal& amount, Currency currency) {
    return {toInt64(amount.scaledInteger(6)), currency};
}

Result<Money> Money::parse(std::string_view text) {
    constexpr std::string_view example = "\"1200 USD\"";
    const Result<QuantityParts> parts = readQuantity(text, example);
    if (!parts)
        return parts.diagnostics();
    Diagnostics diagnostics;
    const auto currency = Currency::parse(parts->unit);
    if (!currency) {
        diagnostics.error({}, "base.quantity.unit",
                          {inQuotes(text), inQuotes(parts->unit), "money", std::string(example)});
        return diagnostics;
    }
    try {
        return Money::of(parts->amount, *currency);
    } catch (const ArithmeticOverflow&) {
        diagnostics.error({}, "base.quantity.too_large", {inQuotes(text)});
        return diagnostics;
    }
}

std::string Money::amountText() const {
    std::string result = decimal().text();
    const auto point = result.find('.');
    if (point == std::string::npos)
        return result + ".00";
    if (result.size() - point < 3)
        result += '0';
    return result;
}

Money Money::operator-() const {
    return Money({}, m_currency) - *this;
}

Money Money::operator+(const Money& other) const {
    GPUPLAN_EXPECTS(m_currency == other.m_currency, "money of one currency is added");
    return {toInt64(Int128{m_micros} + other.m_micros), m_currency};
}

Money Money::operator-(const Money& other) const {
    GPUPLAN_EXPECTS(m_currency == other.m_currency, "money of one currency is subtracted");
    return {toInt64(Int128{m_micros} - other.m_micros), m_currency};
}

std::strong_ordering Money::operator<=>(const Money& other) const {
    GPUPLAN_EXPECTS(m_currency == other.m_currency, "money of one currency is compared");
    return m_micros <=> other.m_micros;
}

Money multiply(const Money& amount, Int128 numerator, Int128 denominator) {
    return {toInt64(multiplyDivideHalfEven(amount.micros(), numerator, denominator)),
            amount.currency()};
}

} // namespace gpuplan
