#pragma once
/// Which columns a list of catalog records has: for people (heading, unit, rounded) and for CSV
/// (key with its unit, exact).

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/report/document.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::cli {

template <typename Record>
struct ListColumn {
    std::string_view key;     ///< of the CSV column; empty: for people only
    std::string_view heading; ///< message `catalog.column.<heading>`; empty: for CSV only
    std::string_view unit;    ///< stands under the heading
    report::Align align = report::Align::Right;
    std::function<std::string(const Record&)> value; ///< for CSV; empty: unknown
    std::function<std::string(const Record&)> shown; ///< for people, where it differs
};

/// A dated price and the one before it of the same offer and kind.
struct PriceStep {
    const catalog::PriceChange* change = nullptr;
    const catalog::PriceChange* before = nullptr;
};

/// The columns of a kind of record.
template <typename Record>
std::vector<ListColumn<Record>> listColumns();
template <>
std::vector<ListColumn<catalog::GpuModel>> listColumns();
template <>
std::vector<ListColumn<catalog::CloudOffer>> listColumns();
template <>
std::vector<ListColumn<PriceStep>> listColumns();
template <>
std::vector<ListColumn<catalog::StorageTier>> listColumns();
template <>
std::vector<ListColumn<catalog::Interconnect>> listColumns();
template <>
std::vector<ListColumn<catalog::OperatingFigure>> listColumns();
template <>
std::vector<ListColumn<io::BillRecord>> listColumns();
template <>
std::vector<ListColumn<catalog::PerfReference>> listColumns();

} // namespace gpuplan::cli
