#pragma once
/// A scenario's alternatives and workload in the simulator's terms: catalog references resolved,
/// jobs drawn or read once for all alternatives.

#include <gpuplan/base/result.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace gpuplan::planner {

/// The scenario with GPU model and GPUs per node of each rented pool taken from its offer.
/// \pre every offer is in the catalogs
model::Scenario resolved(model::Scenario scenario, const catalog::Catalogs& catalogs);

/// Pools, rules, step models, the plan's end and its month boundaries. \param scenario  resolved
sim::World makeWorld(const model::Scenario& scenario, std::size_t alternative,
                     const catalog::Catalogs& catalogs);

/// Where the trace is: a relative path stands beside the scenario that names it.
std::string traceFile(const model::Scenario& scenario, const model::TraceWorkload& trace);

/// The jobs all alternatives face: generated from the profile, or read from the trace beside the
/// scenario. Times start at the scenario's start. Quarantined and warned rows of a trace are
/// warnings.
Result<workload::JobTable> makeJobs(const model::Scenario& scenario,
                                    const catalog::Catalogs& catalogs,
                                    const std::function<bool()>& stop);

} // namespace gpuplan::planner
