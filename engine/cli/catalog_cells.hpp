#pragma once
/// Cells of catalog lists: exact numbers of a fixed unit for CSV, rounded ones for people; an
/// unknown value is empty.

#include "catalog_columns.hpp"

#include <gpuplan/report/sources.hpp>

#include <optional>
#include <string>
#include <utility>

namespace gpuplan::cli {

// Exact, for CSV.
std::string number(const std::optional<double>& value);
std::string number(const std::optional<std::int64_t>& value);
std::string gigabytes(const std::optional<Bytes>& value);
std::string gigabytesPerSecond(const std::optional<Bandwidth>& value);
std::string megabytesPerSecond(const std::optional<Bandwidth>& value);
std::string gigabitsPerSecond(const std::optional<Bandwidth>& value);
std::string watts(const std::optional<Power>& value);
std::string wholeSeconds(const std::optional<Duration>& value);
std::string amount(const std::optional<Money>& value);
template <typename Per>
std::string amount(const std::optional<UnitPrice<Per>>& value) {
    return value ? value->amount.text() : std::string();
}
/// Of one GPU, to a millionth.
std::string perGpuAmount(const std::optional<HourlyPrice>& price, std::int64_t gpus);

// For people. Headings say USD; any other currency stands in the cell.
std::string withCurrency(std::string value, Currency currency);
/// Three decimals, so that the points of a column stand under each other.
std::string shownPrice(const std::optional<HourlyPrice>& price);
std::string shownPerGpu(const std::optional<HourlyPrice>& price, std::int64_t gpus);
/// `25,000-40,000`; one number if both ends are equal; `>= 30,000` or `<= 5,699` if one is known.
std::string shownRange(const std::optional<std::string>& low,
                       const std::optional<std::string>& high);
std::optional<std::string> shownMoney(const std::optional<Money>& money);
template <typename Per>
std::optional<std::string> shownAmount(const std::optional<UnitPrice<Per>>& price) {
    if (!price)
        return std::nullopt;
    return withCurrency(price->amount.text(), price->currency);
}
/// By how much a price changed, in percent: `+4.9`; empty without an earlier one.
std::string shownChange(const HourlyPrice* before, const HourlyPrice& price);

/// The code of the first price or amount that is known.
template <typename... Prices>
std::string currencyOf(const Prices&... prices) {
    std::string code;
    const auto take = [&code](const auto& price) {
        if (!price || !code.empty())
            return;
        if constexpr (requires { price->currency(); })
            code = price->currency().code();
        else
            code = price->currency.code();
    };
    (take(prices), ...);
    return code;
}

/// as_of and confidence for all, the rest for CSV.
template <typename Record, typename Where>
void addProvenance(std::vector<ListColumn<Record>>& columns, Where where) {
    columns.push_back({"as_of",
                       "as_of",
                       "",
                       report::Align::Left,
                       [where](const Record& record) { return where(record).asOf; },
                       {}});
    columns.push_back(
        {"confidence",
         "confidence",
         "",
         report::Align::Left,
         [where](const Record& record) { return report::confidenceText(where(record).confidence); },
         {}});
    columns.push_back({"retrieved",
                       "",
                       "",
                       report::Align::Left,
                       [where](const Record& record) { return where(record).retrieved; },
                       {}});
    columns.push_back({"source",
                       "",
                       "",
                       report::Align::Left,
                       [where](const Record& record) { return where(record).source; },
                       {}});
    columns.push_back({"note",
                       "",
                       "",
                       report::Align::Left,
                       [where](const Record& record) { return where(record).note; },
                       {}});
}
template <typename Record>
void addProvenance(std::vector<ListColumn<Record>>& columns) {
    addProvenance(
        columns, [](const Record& record) -> const auto& { return record.provenance; });
}

} // namespace gpuplan::cli
