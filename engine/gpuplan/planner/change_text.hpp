#pragma once
/// A change of a step model in a person's words.

#include <gpuplan/model/step.hpp>

#include <string>

namespace gpuplan::planner {

/// Of a change that makes a job fit into memory: `mixed precision, micro-batch of 4`.
std::string memoryChangeText(const model::StepChange& change);

} // namespace gpuplan::planner
