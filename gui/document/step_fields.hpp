#pragma once
/// The inputs of a class's step model that are turned most.

#include "input_fields.hpp"

#include <vector>

namespace gpuplan::gui {

/// Fields of every class with a step model, those that its step has: batch and precision always;
/// loader, workers, pinned memory, format and tier with an input pipeline; sync points; the mode of
/// checkpoints. They change the workload's own step, hence all alternatives.
std::vector<InputField> stepFields(const model::Scenario& scenario);

} // namespace gpuplan::gui
