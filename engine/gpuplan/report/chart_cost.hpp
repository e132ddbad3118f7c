#pragma once
/// The answer of a run in one picture and one sentence.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/chart.hpp>

#include <string>

namespace gpuplan::report {

/// What has been paid by the end of each month, less what owned hardware could then be sold for:
/// the figure whose crossings are the break-even points by months (docs/method.md#break-even). One
/// series an alternative; crossings are marked, those of the cheapest alternative first, four at
/// most (the table of break-evens has them all). The table holds the exact amounts.
LineChart cumulativeCostChart(const metrics::RunResult& result,
                              Language language = Language::English);

/// Which alternative is cheapest, by how much, and when the lines cross: one sentence. Empty for a
/// result without alternatives.
std::string verdict(const metrics::RunResult& result, Language language = Language::English);

/// Three significant digits and a word: `9.31 million USD`, `842,000 USD`, `12.50 USD`.
std::string roundedMoney(const Money& amount, Language language = Language::English);

} // namespace gpuplan::report
