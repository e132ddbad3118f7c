#pragma once
/// What a step model says, in a line each for the list of assumptions.

#include <gpuplan/model/step.hpp>

#include <string>

namespace gpuplan::report {

/// The member of `compute` that is given: `measured`, `affine`, `stages`, ...
std::string computeKind(const model::StepCompute& compute);
std::string stepValueText(const model::StepCompute& compute);
const Provenance& provenanceOf(const model::StepCompute& compute);
/// `1,281,167 samples of 110 kB on hdd-7200`.
std::string stepValueText(const model::DataSet& data);
/// `8 workers a GPU, a core prepares 140 samples/s`.
std::string stepValueText(const model::InputPipeline& input);

} // namespace gpuplan::report
