#pragma once
/// Failures and interruptions in closed form, and one job played on a recorded trace of
/// availability. docs/method.md#failures, docs/method.md#spot-replay

#include <gpuplan/finance/checkpoint.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::selfcheck {

/// P(at least `required` of `count` are up), each alone with probability `up`.
/// 0 <= required <= count, 0 <= up <= 1.
double binomialTail(std::int64_t count, std::int64_t required, double up);

/// Alternating blocks of availability, each a number of ticks long.
struct SpotAvailability {
    double gap = 1; ///< seconds of a tick
    bool firstIsUp = true;
    std::vector<double> runLengths; ///< ticks

    /// Share of the trace's time that is up.
    double availability() const;
    /// Up blocks that end inside the trace.
    std::int64_t losses() const;
};

struct SpotReplay {
    std::optional<double> finish; ///< seconds; nothing if the trace ends first
    std::int64_t preemptions = 0; ///< up blocks that ended under the job
    double lostWork = 0;          ///< seconds of progress that was not saved
    double instanceTime = 0;      ///< seconds of up time from placement to loss or finish
};

/// Plays `work` seconds of work on the trace: at the begin of each up block a restart passes before
/// progress; after each interval of progress a checkpoint takes its time and is valid only when
/// finished; when the block ends, progress since the last valid one is lost; the job ends the
/// instant its work is complete. `mtbf` of the model is not read.
SpotReplay replaySpot(const SpotAvailability& trace, double work,
                      const finance::CheckpointModel& model);

} // namespace gpuplan::selfcheck
