#pragma once
/// Whether a job fits into its GPUs' memory, and the cheapest ways to make it fit.
/// docs/method.md#memory

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/memory.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::perf {

enum class MemoryVerdict : std::uint8_t {
    Fits,
    FitsWith,    ///< it does not, but with a change of `remedies` it does
    OutOfMemory, ///< nor does it with any change known here
    Unknown,     ///< what is known fits, but parameters, activations or the GPU's memory are not
};
/// `fits`, `fits_with`, `oom`, `unknown`.
std::string_view name(MemoryVerdict verdict);

/// What a change does to the step, cheapest first; of several changes the dearest counts.
enum class StepCost : std::uint8_t {
    Faster,        ///< mixed precision
    Same,          ///< sharding stages 1 and 2, 8-bit optimizer state
    SmallerBatch,  ///< the same samples a step in more, smaller micro-batches
    Recompute,     ///< selective or full recomputation
    Communication, ///< sharding stage 3, tensor parallelism
    MoreGpus,      ///< tensor parallelism over more GPUs than the job has
};
/// `faster`, `same`, `smaller_batch`, `recompute`, `communication`, `more_gpus`.
std::string_view name(StepCost cost);

/// A change that makes the job fit. Samples a step stay the same.
struct MemoryRemedy {
    model::StepChange change; ///< its job class is left empty
    double need = 0;          ///< B on the fullest GPU
    StepCost cost = StepCost::Same;
    /// The step's computing time over what it was, communication aside: 4/3 for full recomputation
    /// of long layers. Absent where the GPU's peaks do not tell.
    std::optional<double> computing;
};

struct MemoryFit {
    MemoryNeed need;
    double have = 0; ///< B: usable share of the GPU's memory; 0: not known
    MemoryVerdict verdict = MemoryVerdict::Unknown;
    /// Bytes too much; 0 where it fits.
    double excess() const { return have > 0.0 && need.total() > have ? need.total() - have : 0.0; }
    /// The largest micro-batch that fits with all else as it is, at most 2^30; 0: not even one
    /// sample does. Absent where the need does not grow with the batch or is not known.
    std::optional<std::int64_t> largestMicroBatch;
    /// Cheapest first, at most six; none contains another one's kinds of change.
    std::vector<MemoryRemedy> remedies;
};

/// \param gpus  of the job, a multiple of tensor x pipeline ranks
MemoryFit memoryFit(const model::StepModel& step, const GpuRates& gpu, std::int64_t gpus,
                    const MemoryAssumptions& assumptions = {});

} // namespace gpuplan::perf
