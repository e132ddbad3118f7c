#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/overlap.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

Overlap bucketOverlap(double backward, std::span<const double> ready,
                      std::span<const double> times) {
    GPUPLAN_EXPECTS(ready.size() == times.size(), "every bucket has a time");
    double end = 0;
    for (std::size_t k = 0; k < ready.size(); ++k)
        end = std::max(end, ready[k]) + times[k];
    return {end, std::max(0.0, end - backward)};
}

Overlap evenOverlap(double backward, std::int64_t buckets, double bucketTime, double slowdown) {
    GPUPLAN_EXPECTS(buckets >= 1, "gradients fill at least one bucket");
    const auto count = static_cast<double>(buckets);
    const double first = backward / count;
    // The pass loses slowdown/(1 + slowdown) of each second of collectives beside it: all buckets
    // but the last, as far as they do not outlast the pass.
    const double beside = (count - 1) * bucketTime;
    const double longer = std::min(beside / (1 + slowdown), backward - first) * slowdown;
    const double pass = backward + longer;
    // The chain of buckets is fed by the first, or each waits to be ready and the last counts.
    const double finish = std::max(first + count * bucketTime, pass + bucketTime);
    return {finish, std::max(0.0, finish - backward)};
}

std::int64_t bucketCount(double gradientBytes) {
    constexpr double most = 1e15;
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::min(most, std::ceil(gradientBytes / bucketBytes))));
}

} // namespace gpuplan::perf
