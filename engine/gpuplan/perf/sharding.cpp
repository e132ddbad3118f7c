#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/sharding.hpp>

#include <algorithm>

namespace gpuplan::perf {

double shardedBytes(double parameters, double element, std::int64_t ranks, std::int64_t stage) {
    GPUPLAN_EXPECTS(ranks >= 1 && stage >= 0 && stage <= 3, "sharding has stages 0 to 3");
    const auto n = static_cast<double>(ranks);
    return (stage == 3 ? 3 : 2) * (n - 1) / n * parameters * element;
}

ShardedTimes fullySharded(std::int64_t layers, double gather, double scatter, double forward,
                          double backward) {
    GPUPLAN_EXPECTS(layers >= 1, "weights have at least one layer");
    const auto count = static_cast<double>(layers);
    const double inForward = gather + (count - 1) * std::max(0.0, gather - forward / count);
    const double inBackward =
        gather + (count - 1) * std::max(0.0, gather + scatter - backward / count) + scatter;
    return {count * (2 * gather + scatter), inForward + inBackward};
}

} // namespace gpuplan::perf
