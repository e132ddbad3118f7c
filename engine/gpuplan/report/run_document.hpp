#pragma once
/// The answer of a run for people: a summary for the terminal and a full report for a file.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/document.hpp>

#include <string_view>

namespace gpuplan::report {

/// Verdict, the alternatives side by side, what they pay for, break-even, where prices come from,
/// what is estimated and what is left out.
Document runSummary(const metrics::RunResult& result, Language language);

/// File of the picture that the report shows, beside it: gpuTimeSvg().
inline constexpr std::string_view gpuTimeFile = "gpu-time.svg";

/// All of that with question, every assumption and its source, cost by year, method and how to
/// reproduce it.
Document runReport(const metrics::RunResult& result, Language language);

} // namespace gpuplan::report
