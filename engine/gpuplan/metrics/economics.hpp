#pragma once
/// Present value, equivalent annual cost, and what break-even questions rest on. Internal to
/// `metrics`. docs/method.md#present-value

#include <gpuplan/metrics/gpu_use.hpp>
#include <gpuplan/metrics/result.hpp>

#include <vector>

namespace gpuplan::metrics {

/// Billed money by month for discounting: first what is paid at the plan's start, then for each
/// month what is paid in it or at the beginning of the next one.
std::vector<double> billedFlows(const model::Scenario& scenario, const AlternativeResult& result);

/// Fills `npv`, `equivalentAnnualCost` and `economics`; cost, GPU hours and journal are there.
void fillEconomics(AlternativeResult& result, const model::Scenario& scenario,
                   const model::Alternative& alternative, const std::vector<PoolUse>& use,
                   const std::vector<pricing::PoolFigures>& figures);

} // namespace gpuplan::metrics
