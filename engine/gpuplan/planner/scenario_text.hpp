#pragma once
/// A scenario that was edited in memory: is it one the reader would take, and into a file.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/model/scenario.hpp>

#include <string>

namespace gpuplan::planner {

/// What the reader says of the scenario's own file: ranges, names, currencies. Places are JSON
/// pointers without lines, since there is no file yet. Ids are not looked up in catalogs. Costs
/// about as much as reading the file.
Diagnostics checkScenario(const model::Scenario& scenario);

/// Writes the scenario whole or not at all; it reads back equal.
Diagnostics saveScenario(const model::Scenario& scenario, const std::string& path);

} // namespace gpuplan::planner
