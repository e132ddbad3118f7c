#pragma once
/// Job classes with a step model: their speed on each pool of an alternative, and what that makes
/// of the jobs.

#include <gpuplan/base/result.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::planner {

/// Whether any class has a step model.
bool hasSteps(const model::Scenario& scenario);

/// The step model of a class in an alternative: as stated, with the alternative's changes.
/// Nothing for a class without one.
std::optional<model::StepModel> stepOf(const model::Scenario& scenario, std::size_t alternative,
                                       std::size_t jobClass);

/// Fills `world.steps` and `world.stores`, and what the pools share. \param scenario  resolved;
/// every id in it is in the catalogs
void addSteps(sim::World& world, const model::Scenario& scenario, std::size_t alternative,
              const catalog::Catalogs& catalogs);

/// Gives the jobs of classes whose step states epochs or steps their duration: pure computing time
/// on the step's GPU, and the estimate that follows from it.
void setStatedDurations(workload::JobTable& jobs, const model::Scenario& scenario,
                        const catalog::Catalogs& catalogs);

/// The jobs with the alternative's changes of GPU counts in them: the same work on more or fewer
/// GPUs. Nothing where it changes none: the jobs are as they are.
std::optional<workload::JobTable> changedJobs(const workload::JobTable& jobs,
                                              const model::Scenario& scenario,
                                              std::size_t alternative);

} // namespace gpuplan::planner
