#include <gpuplan/units/decimal.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gpuplan {

namespace {

constexpr int mostPlaces = 18;
constexpr int mostDigits = 30;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

} // namespace

Decimal Decimal::integer(std::int64_t value) {
    return scaled(value, 0);
}

Decimal Decimal::scaled(Int128 mantissa, int places) {
    Decimal result;
    while (places > 0 && mantissa % 10 == 0) {
        mantissa /= 10;
        --places;
    }
    if (places < 0 || places > mostPlaces)
        throw ArithmeticOverflow("too many decimal places");
    if (mantissa >= powerOfTen(mostDigits) || mantissa <= -powerOfTen(mostDigits))
        throw ArithmeticOverflow("too many decimal digits");
    result.m_mantissa = mantissa;
    result.m_places = mantissa == 0 ? 0 : places;
    return result;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
    std::size_t at = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+'))
        ++at;
    Int128 mantissa = 0;
    int digits = 0;
    int places = 0;
    bool any = false;
    bool point = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!isDigit(c))
            break;
        any = true;
        if (mantissa != 0 || c != '0')
            ++digits;
        if (digits > mostDigits)
            return std::nullopt;
        mantissa = mantissa * 10 + (c - '0');
        if (point)
            ++places;
    }
    if (!any || text[at - 1] == '.')
        return std::nullopt;
    if (at < text.size()) {
        if (text[at] != 'e' && text[at] != 'E')
            return std::nullopt;
        std::string_view rest = text.substr(at + 1);
        if (rest.size() > 1 && rest[0] == '+' && isDigit(rest[1]))
            rest.remove_prefix(1);
        int exponent = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
        if (error != std::errc() || end != rest.data() + rest.size())
            return std::nullopt;
        if (exponent > 60 || exponent < -60)
            return std::nullopt;
        places -= exponent;
    }
    while (places > 0 && mantissa % 10 == 0 && mantissa != 0) {
        mantissa /= 10;
        --places;
        --digits;
    }
    if (mantissa == 0)
        return Decimal{};
    while (places < 0) {
        if (++digits > mostDigits)
            return std::nullopt;
        mantissa *= 10;
        ++places;
    }
    if (places > mostPlaces)
        return std::nullopt;
    return scaled(negative ? -mantissa : mantissa, places);
}

std::optional<Decimal> Decimal::fromDouble(double value) {
    if (!std::isfinite(value))
        return std::nullopt;
    std::array<char, 64> buffer{};
    const auto shortest = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    const std::string_view text(buffer.data(),
                                static_cast<std::size_t>(shortest.ptr - buffer.data()));
    if (auto exact = parse(text))
        return exact;
    if (std::abs(value) >= 1e12)
        return std::nullopt;
    const auto fixed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::fixed, mostPlaces);
    if (fixed.ec != std::errc())
        return std::nullopt;
    return parse({buffer.data(), static_cast<std::size_t>(fixed.ptr - buffer.data())});
}

double Decimal::toDouble() const {
    // Through text: correctly rounded, which mantissa / 10^places in doubles would not be.
    const std::string digits = text();
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

Int128 Decimal::scaledInteger(int power) const {
    const int shift = power - m_places;
    if (shift >= 0)
        return multiplyChecked(m_mantissa, powerOfTen(shift));
    return divideHalfEven(m_mantissa, powerOfTen(-shift));
}

std::string Decimal::text() const {
    std::string digits = toText(m_mantissa < 0 ? -m_mantissa : m_mantissa);
    const auto places = static_cast<std::size_t>(m_places);
    if (digits.size() <= places)
        digits.insert(0, places + 1 - digits.size(), '0');
    if (places != 0)
        digits.insert(digits.size() - places, 1, '.');
    return (m_mantissa < 0 ? "-" : "") + digits;
}

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
    // Whole part, then fraction: a common denominator could pass 128 bits.
    const auto order = [](Int128 a, Int128 b) {
        return a < b   ? std::strong_ordering::less
               : a > b ? std::strong_ordering::greater
                       : std::strong_ordering::equal;
    };
    const auto fraction = [](const Decimal& value) {
        return value.m_mantissa % powerOfTen(value.m_places) *
               powerOfTen(mostPlaces - value.m_places);
    };
    const auto whole =
        order(m_mantissa / powerOfTen(m_places), other.m_mantissa / powerOfTen(other.m_places));
    return whole != 0 ? whole : order(fraction(*this), fraction(other));
}

Decimal Decimal::operator+(const Decimal& other) const {
    const int places = std::max(m_places, other.m_places);
    return scaled(
        addChecked(multiplyChecked(m_mantissa, powerOfTen(places - m_places)),
                   multiplyChecked(other.m_mantissa, powerOfTen(places - other.m_places))),
        places);
}

Decimal Decimal::operator-(const Decimal& other) const {
    return *this + scaled(-other.m_mantissa, other.m_places);
}

Decimal Decimal::operator*(const Decimal& other) const {
    return scaled(multiplyChecked(m_mantissa, other.m_mantissa), m_places + other.m_places);
}

} // namespace gpuplan
