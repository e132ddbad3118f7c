#pragma once
/// The tables that summary and report share.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/document.hpp>
#include <gpuplan/report/source_list.hpp>

namespace gpuplan::report {

/// A row an alternative: cost, difference to the cheapest, price per GPU-hour, utilization, wait.
Table comparisonTable(const metrics::RunResult& result, Language language);
/// A row an alternative: net present cost, cost a year, return, payback.
Table returnTable(const metrics::RunResult& result, Language language);
/// Effective cost by account, an alternative a column; shown parts sum to the shown total.
Table accountTable(const metrics::RunResult& result, Language language);
/// Cost of paid GPU time without useful work by cause, an alternative a column.
Table wasteCostTable(const metrics::RunResult& result, Language language);
/// The same in GPU-hours.
Table wasteHoursTable(const metrics::RunResult& result, Language language);

enum class CostView { Effective, Billed };
/// Cost so far at the end of each plan year (and of the plan), an alternative a column.
Table yearTable(const metrics::RunResult& result, CostView view, Language language);

/// Prices by the money that hung on them, dearest first. \param most  rows; 0: all
/// \param sources  takes the sources, the table points at them
Table priceTable(const metrics::RunResult& result, std::size_t most, SourceList& sources,
                 Language language);
/// Every sourced value of the scenario.
Table assumptionTable(const metrics::RunResult& result, SourceList& sources, Language language);

} // namespace gpuplan::report
