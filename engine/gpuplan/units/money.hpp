#pragma once
/// Money: whole micro-units of one currency, exact.

#include <gpuplan/base/result.hpp>
#include <gpuplan/units/decimal.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan {

/// Three capital letters (ISO 4217).
class Currency {
public:
    constexpr Currency() = default;
    static std::optional<Currency> parse(std::string_view code);
    static constexpr Currency usd() { return Currency({'U', 'S', 'D'}); }
    std::string code() const { return {m_code.data(), m_code.size()}; }
    auto operator<=>(const Currency&) const = default;

private:
    constexpr explicit Currency(std::array<char, 3> code) : m_code(code) {}
    std::array<char, 3> m_code{'X', 'X', 'X'}; // ISO's code for "no currency"
};

/// An amount in 1e-6 of a currency, up to 9.2 trillion. Sums are exact in any order; adding two
/// currencies is a ContractViolation, passing the range an ArithmeticOverflow.
class Money {
public:
    constexpr Money() = default;
    constexpr Money(std::int64_t micros, Currency currency)
        : m_micros(micros), m_currency(currency) {}
    /// Half to even to a micro-unit.
    static Money of(const Decimal& amount, Currency currency);
    /// `1200 USD`; errors name what is wrong and give an example.
    static Result<Money> parse(std::string_view text);

    std::int64_t micros() const { return m_micros; }
    Currency currency() const { return m_currency; }
    bool isZero() const { return m_micros == 0; }
    bool isNegative() const { return m_micros < 0; }
    double toDouble() const { return static_cast<double>(m_micros) / 1e6; }
    Decimal decimal() const { return Decimal::scaled(m_micros, 6); }

    /// Plain decimal with at least two places, never `-0.00`: `1200.00`, `0.000001`.
    std::string amountText() const;
    /// `1200.00 USD`.
    std::string text() const { return amountText() + " " + m_currency.code(); }

    Money operator-() const;
    Money operator+(const Money& other) const;
    Money operator-(const Money& other) const;
    Money& operator+=(const Money& other) { return *this = *this + other; }
    Money& operator-=(const Money& other) { return *this = *this - other; }
    bool operator==(const Money&) const = default;
    /// Of one currency.
    std::strong_ordering operator<=>(const Money& other) const;

private:
    std::int64_t m_micros = 0;
    Currency m_currency;
};

/// amount * numerator / denominator, one rounding, half to even. denominator > 0.
Money multiply(const Money& amount, Int128 numerator, Int128 denominator);

} // namespace gpuplan
