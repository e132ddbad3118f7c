#pragma once
/// Single values of catalog files: read with a complaint at their place, written back in the same
/// form. Overloads by type, so a field table only names its members.
///
/// Every `readValue` leaves its target alone and adds an error where the value is wrong. Every
/// `valueText` gives the text as a catalog file has it, and an empty text for an unknown value.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/json_document.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::io {

/// A JSON text that is not empty; nothing after a complaint with the example.
std::optional<std::string_view> readText(const JsonValue& value, std::string_view example,
                                         Diagnostics& diagnostics);
/// Adds `problems` at the place of `value`.
void complainAt(const JsonValue& value, const Diagnostics& problems, Diagnostics& diagnostics);

void readValue(const JsonValue& value, std::string& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, std::int64_t& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, std::optional<std::int64_t>& target,
               Diagnostics& diagnostics);
/// A bare JSON number of 0 or more.
void readValue(const JsonValue& value, std::optional<double>& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, bool& target, Diagnostics& diagnostics);
/// A share as decimal text: `"0.22"`.
void readValue(const JsonValue& value, std::optional<Decimal>& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, std::optional<Duration>& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, Instant& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, Confidence& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, catalog::PriceKind& target, Diagnostics& diagnostics);
void readValue(const JsonValue& value, catalog::BillRole& target, Diagnostics& diagnostics);

/// Values that parse themselves: Money, Bytes, Bandwidth, Power, UnitPrice.
template <typename T>
concept Parsed = requires(std::string_view text) {
    { T::parse(text) } -> std::same_as<Result<T>>;
};

/// What such a value looks like, for complaints and the manual.
template <Parsed T>
struct Example;
template <>
struct Example<Money> {
    static constexpr std::string_view text = "\"1200 USD\"";
};
template <>
struct Example<Bytes> {
    static constexpr std::string_view text = "\"80 GB\"";
};
template <>
struct Example<Bandwidth> {
    static constexpr std::string_view text = "\"400 Gbit/s\" or \"3350 GB/s\"";
};
template <>
struct Example<Power> {
    static constexpr std::string_view text = "\"700 W\"";
};
template <typename Per>
struct Example<UnitPrice<Per>> {
    static constexpr std::string_view text = Per::example;
};

template <Parsed T>
void readValue(const JsonValue& value, T& target, Diagnostics& diagnostics) {
    const auto text = readText(value, Example<T>::text, diagnostics);
    if (!text)
        return;
    const Result<T> parsed = T::parse(*text);
    if (parsed)
        target = *parsed;
    else
        complainAt(value, parsed.diagnostics(), diagnostics);
}
template <Parsed T>
void readValue(const JsonValue& value, std::optional<T>& target, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.size();
    T read{};
    readValue(value, read, diagnostics);
    if (diagnostics.size() == before)
        target = read;
}

/// A number and its unit in one text, `"6.5 per 1,000 node-days"`: the unit is any text.
struct Amount {
    Decimal number;
    std::string unit;
};
std::optional<Amount> readAmount(const JsonValue& value, std::string_view example,
                                 Diagnostics& diagnostics);
/// A number of one fixed unit: `"989 TFLOPS"`.
void readMeasure(const JsonValue& value, std::string_view unit, std::optional<double>& target,
                 Diagnostics& diagnostics);

std::string valueText(const std::string& value);
std::string valueText(std::int64_t value);
std::string valueText(double value);
std::string valueText(bool value); ///< `true`, or empty: a flag not set is not written
std::string valueText(const Decimal& value);
std::string valueText(const Money& value); ///< `1200 USD`
std::string valueText(Bytes value);        ///< GB; GiB or MiB where only these are whole
std::string valueText(Bandwidth value);    ///< GB/s
std::string bitRateText(Bandwidth value);  ///< Gbit/s
std::string valueText(Power value);        ///< W
std::string valueText(Duration value);     ///< s
std::string valueText(Instant value);      ///< `2026-11-29`
std::string valueText(Confidence value);   ///< `low`, `medium`, `high`; empty: nobody graded it
std::string valueText(catalog::PriceKind value);
std::string valueText(catalog::BillRole value);
template <typename Per>
std::string valueText(const UnitPrice<Per>& value) {
    return value.text();
}
template <typename T>
std::string valueText(const std::optional<T>& value) {
    return value ? valueText(*value) : std::string();
}

/// The words of a choice, in the order of its enumerators.
std::vector<std::string> confidenceNames();
std::vector<std::string> priceKindNames();
std::vector<std::string> billRoleNames();

} // namespace gpuplan::io
