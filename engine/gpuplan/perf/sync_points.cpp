#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/sync_points.hpp>

#include <algorithm>

namespace gpuplan::perf {

SyncedStep syncedStep(std::span<const StepSegment> segments, double delta, double roundTrip) {
    double gpu = 0.0;
    double issue = 0.0;
    double synced = 0.0;
    for (const StepSegment& segment : segments) {
        gpu += segment.gpu;
        issue += segment.issue;
        synced += delta + std::max(segment.gpu, segment.issue) + roundTrip;
    }
    return {std::max(gpu, issue), synced};
}

SyncedStep syncedStep(const model::SyncPoints& sync, double gpuTime) {
    GPUPLAN_EXPECTS(sync.perStep >= 0 && sync.everySteps >= 1, "sync points are counted");
    constexpr double second = 1e-6; // of a microsecond
    const double issue = static_cast<double>(sync.issue.count()) * second;
    const double drain = static_cast<double>((sync.delta + sync.roundTrip).count()) * second;
    // In each of k equal segments the same of the two is longer, so their sum is that of the step.
    const double free = std::max(gpuTime, issue);
    return {free, free + static_cast<double>(sync.perStep) * drain /
                             static_cast<double>(sync.everySteps)};
}

} // namespace gpuplan::perf
