#pragma once
/// What a service says, in a line each for the list of assumptions.

#include <gpuplan/model/service.hpp>

#include <string>

namespace gpuplan::report {

/// `batch of b: 4.9 ms + b x 172.3 ms on t4`.
std::string serviceValueText(const model::BatchModel& batch);
/// `70e9 parameters in 80 layers, 8 GPUs a replica`.
std::string serviceValueText(const model::TokenModel& tokens);
std::string serviceValueText(const model::LognormalSizes& sizes);
std::string serviceValueText(const model::ListedSizes& sizes);
std::string serviceValueText(const model::FrontStage& front);

} // namespace gpuplan::report
