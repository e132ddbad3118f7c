#pragma once
/// One alternative from jobs to figures: simulated, priced, summed up, and held against the
/// conservation laws.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpuplan::planner {

struct Played {
    std::optional<metrics::AlternativeResult> result; ///< nothing if stopped or in error
    Diagnostics diagnostics;
    bool stopped = false;
};

/// What a variant's result need not hold.
enum class Detail : std::uint8_t {
    All,
    Sums, ///< no row a job: for variants that are only compared
};

/// \param scenario  resolved   \param jobs  of the scenario, for all alternatives
/// Deterministic; safe to call from several threads.
Played playAlternative(const model::Scenario& scenario, std::size_t alternative,
                       const catalog::Catalogs& catalogs, const workload::JobTable& jobs,
                       const sim::Watch& watch, Detail detail = Detail::All);

} // namespace gpuplan::planner
