#pragma once
/// What the samples of a group of devices say: means over time, percentiles, gaps.
/// docs/method.md#calibration

#include <gpuplan/calibration/telemetry.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::calibration {

/// A pause longer than this many median steps is a gap: nobody knows what happened in it.
inline constexpr int gapSteps = 3;

struct MetricStatistics {
    std::uint64_t count = 0;   ///< samples, or points of a published distribution
    bool timeWeighted = false; ///< each sample counts for the time until the next, gaps left out
    bool isDistribution = false;
    double mean = 0;
    double least = 0;
    double p5 = 0;
    double p50 = 0;
    double p75 = 0;
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;
    double most = 0;
};

/// When the devices of a group were looked at. Nothing of it is known of samples without a clock.
struct Coverage {
    std::int64_t first = 0; ///< microseconds since 1970, UTC
    std::int64_t last = 0;
    Duration step{}; ///< median between two samples of a device
    std::uint64_t gaps = 0;
    Duration gapTotal{};
    Duration gapLongest{};
    Duration observed{}; ///< of all devices together, gaps left out
};

/// Of one metric over the devices; nothing if none of them has it. The mean is over time if every
/// sample has one and some device has two, else over samples. Percentiles by nearest rank over
/// samples.
std::optional<MetricStatistics> statisticsOf(const std::vector<const GpuSeries*>& gpus,
                                             Metric metric);

/// Of a published distribution: mean by the trapezoid rule over the percentiles, percentiles linear
/// between points.
MetricStatistics statisticsOf(const Distribution& distribution);

/// Nothing if no sample has a time.
std::optional<Coverage> coverageOf(const std::vector<const GpuSeries*>& gpus);

} // namespace gpuplan::calibration
