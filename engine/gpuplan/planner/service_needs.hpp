#pragma once
/// What services need of the hardware they stand on. Internal to the planner's checks.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::planner {

/// Unknown GPUs and pools, peaks that the catalog does not know, weights and requests that do not
/// fit a GPU's memory, replicas that do not fit the pool, missing links.
Diagnostics checkServiceNeeds(const model::Scenario& scenario, const io::Locator& places,
                              const catalog::Catalogs& catalogs);

} // namespace gpuplan::planner
