#pragma once
/// Questions to one alternative's history and journal: cost views, GPU hours, waste by cause,
/// waits, cost per GPU-hour, present value, shares by tag. Every part sums to its whole, exactly.

#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/pricing/pricing.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <memory>

namespace gpuplan::metrics {

/// \param jobs  the table the history was made from, its zero at the scenario's start
/// \param priced  of the same history; its journal moves into the result
/// Leaves `irr` and the paybacks empty: they need the other alternatives (compareAlternatives).
AlternativeResult summarize(const model::Scenario& scenario, std::size_t alternative,
                            const workload::JobTable& jobs,
                            std::shared_ptr<const history::History> history,
                            pricing::Priced priced);

} // namespace gpuplan::metrics
