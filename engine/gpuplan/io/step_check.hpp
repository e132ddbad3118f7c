#pragma once
/// What step models must say to the rest of a scenario: work and duration, the storage they read
/// and write, the changes of the alternatives.

#include <gpuplan/io/placed_problems.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::io {

/// Adds the problems of job classes and of `changes`. Names of storage tiers are looked up in the
/// alternatives' storage; ids of catalogs are not looked at.
void checkSteps(const model::Scenario& scenario, PlacedProblems& problems);

} // namespace gpuplan::io
