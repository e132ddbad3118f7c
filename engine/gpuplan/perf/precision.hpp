#pragma once
/// What a change of number format is worth. docs/method.md#precision

#include <gpuplan/model/step.hpp>

namespace gpuplan::perf {

/// Bytes of an activation, and of a weight that matrix units read: 4 in FP32 and TF32, else 2. FP8
/// keeps weights and activations in 16 bits and converts at the matrix units.
double elementBytes(model::Precision precision);

/// How many times faster a step gets when the matrix share of its time runs `matrixRatio` times as
/// fast and the rest `restRatio` times as fast (Amdahl): 1/(f/r + (1 - f)/r_b).
/// \param matrixShare  of the old time, 0..1   \param matrixRatio, restRatio  > 0
double precisionSpeedup(double matrixShare, double matrixRatio, double restRatio);

} // namespace gpuplan::perf
