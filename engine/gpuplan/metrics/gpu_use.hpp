#pragma once
/// Where the paid GPU time went, and what each part of it cost. Internal to `metrics`.

#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/pricing/pricing.hpp>

#include <vector>

namespace gpuplan::metrics {

/// GPU time of one pool over the whole plan.
struct PoolUse {
    std::array<GpuTime, model::gpuStateCount> byState{};
    GpuTime capacity;
    GpuTime allocated; ///< held by jobs
    GpuTime paid; ///< capacity, less unbilled starts, plus rounding, unleased reservations, rework
};

/// One for each pool. ContractViolation if leases and readings do not tell of the same GPU time.
std::vector<PoolUse> poolUse(const model::Alternative& alternative, const history::History& history,
                             const std::vector<pricing::PoolFigures>& figures);

/// False if a class that ran jobs has no activity, so that busy and useful time are not known.
bool isActivityKnown(const model::Scenario& scenario, const history::History& history);

GpuHours gpuHours(const std::vector<PoolUse>& use, const history::History& history,
                  bool activityKnown);

/// Paid GPU time that did no useful work, by cause: the states in their order, then unused
/// commitment, then rounding; causes without time are left out. With known activity the times sum
/// to paid less useful time, exactly.
///
/// Each pool's cost (its own postings, and a part of the alternative's common ones by paid time) is
/// dealt to the causes and to useful work by GPU time, so the costs of all and of the useful part
/// sum to the effective total exactly.
/// \param poolCosts  from costByPool
std::vector<Waste> waste(const std::vector<PoolUse>& use,
                         const std::vector<pricing::PoolFigures>& figures,
                         const model::Alternative& alternative, const std::vector<Money>& poolCosts,
                         bool activityKnown);

/// Effective cost of each pool; what names no pool is dealt out by paid GPU time. Sums to the
/// total.
std::vector<Money> costByPool(const model::Alternative& alternative, const ledger::Journal& journal,
                              const std::vector<PoolUse>& use, Currency currency);

} // namespace gpuplan::metrics
