#pragma once
/// Places in a step where the host reads a value of the device, which drains the queue of work
/// issued ahead. docs/method.md#sync-points

#include <gpuplan/model/step.hpp>

#include <span>

namespace gpuplan::perf {

/// Work between two sync points, seconds.
struct StepSegment {
    double gpu = 0;   ///< on the device
    double issue = 0; ///< of the host, to issue it
};

struct SyncedStep {
    double free = 0;                              ///< without syncs: max(sum gpu, sum issue)
    double synced = 0;                            ///< sum of delta + max(gpu, issue) + round trip
    double cost() const { return synced - free; } ///< >= 0
};

/// \param delta  first launch after a drain, s   \param roundTrip  to copy the value back, s
SyncedStep syncedStep(std::span<const StepSegment> segments, double delta, double roundTrip);

/// A step of `gpuTime` seconds with the sync points of a job, cut into `perStep` equal segments,
/// and the mean over the steps with and without a sync where only every `everySteps`-th has them.
/// Equal segments are the least that syncs can cost: a drain each. perStep >= 0, everySteps >= 1.
SyncedStep syncedStep(const model::SyncPoints& sync, double gpuTime);

} // namespace gpuplan::perf
