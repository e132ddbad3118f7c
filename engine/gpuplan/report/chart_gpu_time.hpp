#pragma once
/// The stacked bars of paid GPU time by what it was spent on, a bar an alternative.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/bar_chart.hpp>

namespace gpuplan::report {

/// Useful time and every cause of waste; what an alternative does not know the cause of is a part
/// of its own, so that each bar is as long as its paid GPU-hours. A part has the same look in every
/// chart, whatever else there is.
BarChart gpuTimeChart(const metrics::RunResult& result, Language language = Language::English);

/// The chart as the report shows it.
std::string gpuTimeSvg(const metrics::RunResult& result, Language language = Language::English);

} // namespace gpuplan::report
