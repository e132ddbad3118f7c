#pragma once
/// A data loader batch by batch, where stage times vary: buffers of bounded depth, workers that
/// wait for storage, cores and room, batches delivered in order. docs/method.md#loader-simulation
///
/// With constant times the mean step is that of `feedOf`.

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/loader.hpp>

#include <cstdint>
#include <string>

namespace gpuplan::perf {

/// Standard deviation over mean of each stage's time; its law is lognormal. All >= 0, 0: constant.
struct LoaderVariation {
    double fetch = 0;
    double prep = 0;
    double copy = 0;
    double gpu = 0;
};

struct LoaderSimulation {
    model::Loader loader = model::Loader::Workers;
    LoaderTimes times;         ///< means; cores are taken whole, workers too
    double gpu = 0;            ///< mean time of the GPU for a batch, s
    std::int64_t prefetch = 2; ///< batches ready per worker, or behind each stage; >= 1
    LoaderVariation variation;
    std::int64_t steps = 10'000; ///< measured, 1..mostLoaderSteps
    std::uint64_t seed = 1;
    std::string stream = "loader"; ///< names of the random streams begin with it
};
inline constexpr std::int64_t mostLoaderSteps = 100'000;

struct SimulatedSteps {
    double mean = 0;       ///< s between the ends of two steps
    double slowest = 0;    ///< mean of the slowest 1 % of steps, rounded up to whole steps
    double firstBatch = 0; ///< until the GPU has its first batch
};

/// The same result for the same inputs on every machine. A tenth of the steps, at least a round of
/// all workers, runs before the measured ones.
SimulatedSteps simulateLoader(const LoaderSimulation& simulation);

} // namespace gpuplan::perf
