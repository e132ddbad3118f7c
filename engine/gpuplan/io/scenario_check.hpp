#pragma once
/// What the fields of a scenario must say to each other: names that must be unique or known,
/// currencies, prices that are needed for what is bought.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/io/reading.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::io {

/// Adds every problem. Nothing is said of values that `reading` has already complained of.
void checkScenario(const model::Scenario& scenario, const Locator& places, Reading& reading);

/// The same for a scenario that comes from no file: complaints have pointers without lines.
Diagnostics checkScenario(const model::Scenario& scenario);

} // namespace gpuplan::io
