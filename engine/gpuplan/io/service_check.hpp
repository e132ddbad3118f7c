#pragma once
/// What services must say to the rest of a scenario: what a class then needs no more, and the
/// changes of the alternatives.

#include <gpuplan/io/placed_problems.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::io {

/// Adds the problems of job classes and of `service_changes`. Ids of catalogs are not looked at.
void checkInferenceServices(const model::Scenario& scenario, PlacedProblems& problems);

} // namespace gpuplan::io
