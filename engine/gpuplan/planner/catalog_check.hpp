#pragma once
/// What only catalogs can tell about a scenario: whether the ids it names exist and agree with what
/// it says beside them.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::planner {

/// Every unknown or contradicting offer, GPU, storage tier and bill of materials, at its place,
/// with the nearest known names; and what step models need of the hardware (step_needs.hpp).
Diagnostics checkAgainstCatalogs(const model::Scenario& scenario, const io::Locator& places,
                                 const catalog::Catalogs& catalogs);

} // namespace gpuplan::planner
