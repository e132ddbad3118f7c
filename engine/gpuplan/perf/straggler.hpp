#pragma once
/// What waiting for the slowest rank costs. docs/method.md#transformer

#include <cstdint>

namespace gpuplan::perf {

/// Expected maximum of n independent standard normals; 0 for n = 1. Absolute error below 1e-10 up
/// to 2^40 ranks, by the trapezoidal rule over the real line. \param ranks  >= 1
double expectedMaximum(std::int64_t ranks);

/// Step time of synchronised ranks over that of a single one: 1 + jitter E_n.
/// \param jitter  relative standard deviation of a rank's step, >= 0
double stragglerFactor(std::int64_t ranks, double jitter);

} // namespace gpuplan::perf
