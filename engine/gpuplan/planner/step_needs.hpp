#pragma once
/// Whether catalogs and scenario together say all that step models need of the hardware: a figure
/// that nobody states is an error which names the field to add, never a guess.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::planner {

/// Unknown GPUs and links of step models and nodes; peaks, rates, cores and memory that are needed
/// and known nowhere; measured tables that do not cover a pool; nodes that do not divide; more
/// workers than a machine has room for; gangs over several nodes without a network. Pools and tiers
/// whose own ids are unknown are passed over: checkAgainstCatalogs() tells of these.
Diagnostics checkStepNeeds(const model::Scenario& scenario, const io::Locator& places,
                           const catalog::Catalogs& catalogs);

} // namespace gpuplan::planner
