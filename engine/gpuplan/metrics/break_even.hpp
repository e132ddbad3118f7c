#pragma once
/// Where one alternative becomes cheaper than another: in time, hours of use, utilization, hours a
/// week, or the cloud's price. docs/method.md#break-even

#include <gpuplan/metrics/result.hpp>

#include <vector>

namespace gpuplan::metrics {

/// By months for every pair, then the scenario's own questions, in its order.
std::vector<BreakEven> breakEven(const model::Scenario& scenario,
                                 const std::vector<AlternativeResult>& alternatives);

/// Fills what needs all alternatives: `irr` and the paybacks of those with hardware, `breakEven`.
void compareAlternatives(RunResult& run);

} // namespace gpuplan::metrics
