#pragma once
/// The answer of a run in one picture.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/chart.hpp>

namespace gpuplan::report {

/// What has been paid so far, hardware counted at what it is taken to fetch: the curves whose
/// crossings are the break-even points by months (docs/method.md#break-even). One series an
/// alternative; payments at a month's beginning are jumps. Crossings within the plan are marked, of
/// the cheapest alternative if it has any, four at most (the table of break-evens has them all).
/// The chart's table holds the exact amounts.
LineChart cumulativeCostChart(const metrics::RunResult& result,
                              Language language = Language::English);

} // namespace gpuplan::report
