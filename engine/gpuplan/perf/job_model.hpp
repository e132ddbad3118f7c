#pragma once
/// The jobs of one class on one pool: pace, stalls and demands by placement. The one door through
/// which the simulator asks how fast a job runs; everything it says is a pure function of its
/// inputs.

#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/checkpoint.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/memory_fit.hpp>
#include <gpuplan/perf/step_breakdown.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace gpuplan::perf {

struct ComputeSide;

/// Parts per thousand million (1e9) of a job's held time by GPU state; sum 1e9.
using StateParts = std::array<std::int32_t, model::gpuStateCount>;
inline constexpr std::int32_t wholeParts = 1'000'000'000;

/// How a running job gets on while it has all it asks of shared stores and links. With a share rho
/// of that its progress is rho times as fast, and the time added is spent waiting for what it
/// shares.
struct Pace {
    double stretch = 1; ///< run time of one unit of the job's duration (pure computing time)
    StateParts parts{}; ///< of the run time
    std::int32_t tensorParts = 0; ///< of 1e9: matrix units work; only where the model knows
    bool tensorKnown = false;
    std::int32_t gpuPreparationParts = 0; ///< of 1e9, within Prep: the GPU itself prepares input
    std::int32_t bubbleParts = 0;         ///< of 1e9, within Comm: no kernel is on the device
    // Demands at this pace, bytes a second of run time.
    double storeRead = 0;   ///< of the whole gang
    double storeWrite = 0;  ///< of the whole gang: checkpoints that drain in the background
    double networkSend = 0; ///< of each of its nodes
    StepBreakdown step;
};

/// Everything that does not depend on placement, resolved once.
struct JobModelInputs {
    model::StepModel step;   ///< with the alternative's changes
    model::StepModel stated; ///< as the workload states it: gives durations their meaning
    GpuRates gpu;            ///< of the pool
    GpuRates statedGpu;      ///< of `stated.gpu`
    GpuRates curveGpu;       ///< an affine step of `step` was measured on
    GpuRates statedCurveGpu; ///< an affine step of `stated` was measured on
    NodeRates node;
    std::optional<StoreRates> store; ///< of the data set
    std::optional<StoreRates> checkpointStore;
};

class JobModel {
public:
    explicit JobModel(JobModelInputs inputs);

    const JobModelInputs& inputs() const { return m_inputs; }

    /// \param cold  the first pass over the data: nothing is cached yet
    StepBreakdown step(const Placement& placement, bool cold) const;
    Pace pace(const Placement& placement, bool cold) const;

    /// Share of a job's work done in its first pass over the data, 0..1; 0 without an input
    /// pipeline. \param duration  of the job, microseconds
    double coldShare(std::int64_t duration, const Placement& placement) const;

    /// Least cache of a node, bytes, with which fetching no longer slows the passes after the first
    /// (docs/method.md#stall-shares); nothing where it does not slow them, or no cache helps.
    std::optional<double> usefulCache(const Placement& placement) const;

    /// One checkpoint of a job there; nothing where it makes none, or its size is not known.
    std::optional<CheckpointTime> checkpoint(const Placement& placement) const;

    /// What comes before the first step: set-up, then the first batch, which nothing hides.
    struct StartUp {
        std::int64_t time = 0; ///< microseconds
        StateParts parts{};
    };
    StartUp startUp(const Placement& placement) const;

    /// Pure computing time of a job of this class that states epochs or steps, on the stated GPU,
    /// microseconds, at least 1; nothing where the job's own duration says it.
    static std::optional<std::int64_t> statedDuration(const model::StepModel& stated,
                                                      const GpuRates& statedGpu,
                                                      const GpuRates& curveGpu, std::int64_t gpus);

    /// Device memory of a job on so many GPUs, a multiple of its parallel groups.
    MemoryFit memory(std::int64_t gpus) const;

    /// Why a job on so many GPUs can not run here: its GPUs do not divide into the parallel
    /// groups (`parallelism`), or a GPU's memory is too small (`gpu_memory`); empty: it can.
    struct Obstacle {
        std::string resource;
        std::string asked;
        std::string available;
    };
    std::optional<Obstacle> obstacle(std::int64_t gpus) const;

private:
    struct CheckpointLoad {
        double stallPerSecond = 0;      ///< of stepping
        double drainBytesPerSecond = 0; ///< in the background, of stepping
    };
    MemoryAssumptions memoryAssumptions() const;
    /// Pure computing time of a sample as the workload states it, seconds.
    double statedSampleTime(std::int64_t gpus) const;
    CheckpointLoad checkpointLoad(const Placement& placement) const;
    double sentByNode(const ComputeSide& side, const Placement& placement) const;

    JobModelInputs m_inputs;
    double m_dataShare = 1; ///< of the stated work that is left where a trial uses less data
};

} // namespace gpuplan::perf
