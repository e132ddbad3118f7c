#pragma once
/// What the jobs of each class with a step model did in one alternative.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <vector>

namespace gpuplan::planner {

/// One for each class with a step model, in the workload's order. \param jobs  the world's own
std::vector<metrics::StepResult>
stepResults(const sim::World& world, const model::Scenario& scenario, std::size_t alternative,
            const catalog::Catalogs& catalogs, const workload::JobTable& jobs,
            const history::History& history);

/// One for each job of these classes, in the order of the table.
std::vector<metrics::JobTimes> jobTimes(const sim::World& world, const model::Scenario& scenario,
                                        const workload::JobTable& jobs,
                                        const history::History& history);

} // namespace gpuplan::planner
