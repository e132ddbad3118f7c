#include <gpuplan/report/service_values.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::report {

using namespace model;

namespace {

std::string millis(double seconds) {
    return numberText(std::round(seconds * 1e9) / 1e6) + " ms";
}

} // namespace

std::string serviceValueText(const BatchModel& batch) {
    return "batch of b: " + millis(batch.fixed) + " + b x " + millis(batch.perRequest) + " on " +
           batch.gpu + ", " + numberText(batch.matrixShare) + " of it by matrix units";
}

std::string serviceValueText(const TokenModel& tokens) {
    return numberText(tokens.parameters / 1e9) + "e9 parameters in " +
           std::to_string(tokens.layers) + " layers, " + std::to_string(tokens.tensor) +
           (tokens.tensor == 1 ? " GPU a replica" : " GPUs a replica");
}

std::string serviceValueText(const LognormalSizes& sizes) {
    return "input tokens: median " + numberText(sizes.inputMedian) + ", mean " +
           numberText(sizes.inputMean) + "; output tokens: median " +
           numberText(sizes.outputMedian) + ", mean " + numberText(sizes.outputMean);
}

std::string serviceValueText(const ListedSizes& sizes) {
    return std::to_string(sizes.sizes.size()) + " sizes";
}

std::string serviceValueText(const FrontStage& front) {
    return millis(front.preprocess + front.postprocess) + " a request, " +
           std::to_string(front.cores) + " cores";
}

} // namespace gpuplan::report
