#pragma once
/// The answer of a run in one picture.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/chart.hpp>

namespace gpuplan::report {

/// What has been paid by the end of each month, less what owned hardware could then be sold for:
/// the figure whose crossings are the break-even points by months (docs/method.md#break-even). One
/// series an alternative; crossings are marked, those of the cheapest alternative first, four at
/// most (the table of break-evens has them all). The table holds the exact amounts.
LineChart cumulativeCostChart(const metrics::RunResult& result,
                              Language language = Language::English);

} // namespace gpuplan::report
