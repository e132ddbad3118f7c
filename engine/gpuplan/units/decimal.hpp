#pragma once
/// A decimal exactly as written: list prices have up to 13 places and must not pass through a
/// double.

#include <gpuplan/units/int128.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan {

/// mantissa / 10^places, 0 <= places <= 18, |mantissa| < 10^30. Trailing zeros are dropped, so
/// equal values are equal members.
class Decimal {
public:
    constexpr Decimal() = default;
    static Decimal integer(std::int64_t value);
    /// mantissa / 10^places, brought to lowest places. ArithmeticOverflow past 18 places or 30
    /// digits.
    static Decimal scaled(Int128 mantissa, int places);
    /// Plain or exponent notation (`98.32`, `1.5e-7`, `-3`). Nothing for other text, NaN, infinity,
    /// more than 18 places or 30 digits.
    static std::optional<Decimal> parse(std::string_view text);
    /// The shortest decimal that reads back as `value`, cut to 18 places (half even). `value`
    /// finite.
    static std::optional<Decimal> fromDouble(double value);

    Int128 mantissa() const { return m_mantissa; }
    int places() const { return m_places; }
    bool isNegative() const { return m_mantissa < 0; }
    bool isZero() const { return m_mantissa == 0; }
    double toDouble() const;
    /// value * 10^power to the nearest integer, half to even.
    Int128 scaledInteger(int power) const;
    /// Plain notation, no exponent, no trailing zeros, never `-0`.
    std::string text() const;

    bool operator==(const Decimal&) const = default;
    std::strong_ordering operator<=>(const Decimal& other) const;
    /// Exact, or ArithmeticOverflow past 30 digits.
    Decimal operator+(const Decimal& other) const;
    Decimal operator-(const Decimal& other) const;
    /// Exact, or ArithmeticOverflow past 18 places or 30 digits.
    Decimal operator*(const Decimal& other) const;

private:
    Int128 m_mantissa = 0;
    int m_places = 0;
};

} // namespace gpuplan
