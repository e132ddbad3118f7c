#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/sharding.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::perf {

double shardedBytes(double parameters, double element, std::int64_t ranks, std::int64_t stage) {
    GPUPLAN_EXPECTS(ranks >= 1 && stage >= 0 && stage <= 3, "sharding has stages 0 to 3");
    const auto n = static_cast<double>(ranks);
    return (stage == 3 ? 3 : 2) * (n - 1) / n * parameters * element;
}

std::int64_t shardRanks(const model::Parallelism& parallel, std::int64_t ranks, std::int64_t stride,
                        std::int64_t gpusPerNode) {
    if (!parallel.hybridSharding || parallel.sharding != 3 || gpusPerNode == 0)
        return ranks;
    const std::int64_t onNode = std::max<std::int64_t>(1, gpusPerNode / stride);
    return ranks <= onNode ? ranks : std::gcd(ranks, onNode);
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
