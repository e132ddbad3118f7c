#pragma once
/// The jobs of one class on one pool: pace, stalls and demands by placement. The one door through
/// which the simulator asks how fast a job runs; everything it says is a pure function of its
/// inputs.

#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/step_breakdown.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace gpuplan::perf {

/// Parts per thousand million (1e9) of a job's held time by GPU state; sum 1e9.
using StateParts = std::array<std::int32_t, model::gpuStateCount>;
inline constexpr std::int32_t wholeParts = 1'000'000'000;

/// How a running job gets on while nothing around it changes.
struct Pace {
    double stretch = 1; ///< run time of one unit of the job's duration (pure computing time)
    StateParts parts{}; ///< of the run time
    std::int32_t tensorParts = 0; ///< of 1e9; only where the model knows
    bool tensorKnown = false;
    std::int32_t busyParts = 0;  ///< of 1e9: a kernel is on the device (compute, exposed
                                 ///< collectives, preparation on the GPU)
    double storeDemand = 0;      ///< B/s the gang reads where nobody else does
    double storeWriteDemand = 0; ///< B/s it writes in the background (asynchronous checkpoints)
    double networkDemand = 0;    ///< B/s each of its nodes sends where nobody else does
    StepBreakdown step;
};

/// Everything that does not depend on placement, resolved once.
struct JobModelInputs {
    model::StepModel step;   ///< with the alternative's changes
    model::StepModel stated; ///< as the workload states it: gives durations their meaning
    GpuRates gpu;            ///< of the pool
    GpuRates statedGpu;      ///< of `stated.gpu`
    NodeRates node;
    std::optional<StoreRates> store; ///< of the data set
    std::optional<StoreRates> checkpointStore;
};

class JobModel {
public:
    explicit JobModel(JobModelInputs inputs);

    const JobModelInputs& inputs() const { return m_inputs; }

    /// A breakdown of one step. \param cold  the first pass over the data: nothing is cached yet
    StepBreakdown step(const Placement& placement, bool cold, const Granted& granted = {}) const;

    /// \param duration  the job's, microseconds of pure computing; its checkpoints depend on it
    Pace pace(const Placement& placement, bool cold, const Granted& granted = {}) const;

    /// Share of a job's work done in its first pass over the data, 0..1; 0 without an input
    /// pipeline. \param duration  of the job, microseconds
    double coldShare(std::int64_t duration, const Placement& placement) const;

    /// Before the first step: set-up and the first batch, microseconds.
    std::int64_t startUp(const Placement& placement) const;

    /// Pure computing time of a job of this class that states epochs or steps, on the stated GPU,
    /// microseconds, at least 1; nothing where the job's own duration says it.
    static std::optional<std::int64_t> statedDuration(const model::StepModel& stated,
                                                      const GpuRates& statedGpu, std::int64_t gpus);

    /// Why a job on so many GPUs can not run here: its GPUs do not divide into the parallel
    /// groups (`parallelism`), or a GPU's memory is too small (`gpu_memory`); empty: it can.
    struct Obstacle {
        std::string resource;
        std::string asked;
        std::string available;
    };
    std::optional<Obstacle> obstacle(std::int64_t gpus) const;

private:
    JobModelInputs m_inputs;
};

} // namespace gpuplan::perf
