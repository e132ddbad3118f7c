#pragma once
/// Prices per something, exactly as written.

#include <gpuplan/units/money.hpp>
#include <gpuplan/units/time.hpp>

#include <string>
#include <string_view>

namespace gpuplan {

/// What a price is per. `unit` is the text behind the slash, `example` a whole price.
namespace per {
struct Hour {
    static constexpr std::string_view unit = "h";
    static constexpr std::string_view example = "\"98.32 USD/h\"";
};
struct Month {
    static constexpr std::string_view unit = "month";
    static constexpr std::string_view example = "\"4500 USD/month\"";
};
struct Year {
    static constexpr std::string_view unit = "year";
    static constexpr std::string_view example = "\"150000 USD/year\"";
};
struct KilowattHour {
    static constexpr std::string_view unit = "kWh";
    static constexpr std::string_view example = "\"0.086 USD/kWh\"";
};
struct KilowattMonth {
    static constexpr std::string_view unit = "kW-month";
    static constexpr std::string_view example = "\"217.3 USD/kW-month\"";
};
struct Gigabyte {
    static constexpr std::string_view unit = "GB";
    static constexpr std::string_view example = "\"0.09 USD/GB\"";
};
struct GigabyteMonth {
    static constexpr std::string_view unit = "GB-month";
    static constexpr std::string_view example = "\"0.023 USD/GB-month\"";
};
struct Terabyte {
    static constexpr std::string_view unit = "TB";
    static constexpr std::string_view example = "\"24 USD/TB\"";
};
struct ThousandRequests {
    static constexpr std::string_view unit = "1000-requests";
    static constexpr std::string_view example = "\"0.0004 USD/1000-requests\"";
};
} // namespace per

struct ParsedPrice {
    Decimal amount;
    Currency currency;
};
/// Reads `98.32 USD/h` for the given unit; the core of every UnitPrice::parse.
Result<ParsedPrice> parsePrice(std::string_view text, std::string_view unit,
                               std::string_view example);

/// amount * price * numerator / denominator to a micro-unit, one rounding, half to even.
Money priceTimes(const Decimal& price, Currency currency, Int128 numerator, Int128 denominator);

/// A list price: the decimal as written, its currency, and in the type what it is per.
template <typename Per>
struct UnitPrice {
    Decimal amount;
    Currency currency;

    /// `98.32 USD/h`. A negative price, a wrong unit or none is an error with an example.
    static Result<UnitPrice> parse(std::string_view text) {
        const Result<ParsedPrice> parsed = parsePrice(text, Per::unit, Per::example);
        if (!parsed)
            return parsed.diagnostics();
        return UnitPrice{parsed->amount, parsed->currency};
    }
    std::string text() const {
        return amount.text() + " " + currency.code() + "/" + std::string(Per::unit);
    }
    bool operator==(const UnitPrice&) const = default;
};

using HourlyPrice = UnitPrice<per::Hour>;
using EnergyPrice = UnitPrice<per::KilowattHour>;

/// The price of `units` things for `span`: one rounding.
inline Money cost(const HourlyPrice& price, Duration span, std::int64_t units = 1) {
    return priceTimes(price.amount, price.currency, Int128{span.count()} * units, 3'600'000'000);
}

} // namespace gpuplan
