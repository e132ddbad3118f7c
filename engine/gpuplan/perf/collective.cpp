#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/collective.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace gpuplan::perf {

namespace {

double logTwoUp(std::int64_t ranks) {
    return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(ranks) - 1));
}

std::optional<double> allReduce(Algorithm algorithm, std::int64_t ranks, double bytes,
                                const LinkRates& link) {
    const auto n = static_cast<double>(ranks);
    const double whole = bytes / link.bytesPerSecond;
    switch (algorithm) {
    case Algorithm::Ring:
        return 2 * (n - 1) * link.latency + 2 * (n - 1) / n * whole;
    case Algorithm::Tree:
        return 2 * logTwoUp(ranks) * link.latency + 2 * whole;
    case Algorithm::HalvingDoubling:
        if (!std::has_single_bit(static_cast<std::uint64_t>(ranks)))
            return std::nullopt;
        return 2 * logTwoUp(ranks) * link.latency + 2 * (n - 1) / n * whole;
    case Algorithm::InNetwork:
        return 2 * link.latency + whole;
    case Algorithm::Auto:
        break;
    }
    double best = std::numeric_limits<double>::infinity();
    for (const Algorithm each : {Algorithm::Ring, Algorithm::Tree, Algorithm::HalvingDoubling})
        best = std::min(best, allReduce(each, ranks, bytes, link).value_or(best));
    return best;
}

} // namespace

std::optional<double> collectiveTime(Collective operation, Algorithm algorithm, std::int64_t ranks,
                                     double bytes, const LinkRates& link) {
    GPUPLAN_EXPECTS(ranks >= 1, "a collective has at least one rank");
    const auto n = static_cast<double>(ranks);
    const double whole = bytes / link.bytesPerSecond;
    const bool isAuto = algorithm == Algorithm::Auto;
    std::optional<double> time;
    switch (operation) {
    case Collective::AllReduce:
        time = allReduce(algorithm, ranks, bytes, link);
        break;
    case Collective::ReduceScatter:
    case Collective::AllGather:
    case Collective::AllToAll:
        if (isAuto || algorithm == Algorithm::Ring)
            time = (n - 1) * link.latency + (n - 1) / n * whole;
        break;
    case Collective::Broadcast:
        if (isAuto || algorithm == Algorithm::Tree)
            time = logTwoUp(ranks) * link.latency + whole;
        break;
    case Collective::PointToPoint:
        if (isAuto)
            time = link.latency + whole;
        break;
    }
    // One rank has nobody to exchange with; a message always has two ends.
    return time && ranks == 1 && operation != Collective::PointToPoint ? 0 : time;
}

double hierarchicalAllReduce(double bytes, std::int64_t gpusPerNode, const LinkRates& intra,
                             std::int64_t nodes, const LinkRates& inter) {
    const double shard = bytes / static_cast<double>(gpusPerNode);
    return *collectiveTime(Collective::AllReduce, Algorithm::Ring, gpusPerNode, bytes, intra) +
           *collectiveTime(Collective::AllReduce, Algorithm::Ring, nodes, shard, inter);
}

double fittedAllReduce(std::span<const LinkRates> lines, std::int64_t ranks, double bytes) {
    GPUPLAN_EXPECTS(!lines.empty() && ranks >= 1, "a fit has lines, and ranks");
    const auto n = static_cast<double>(ranks);
    double best = std::numeric_limits<double>::infinity();
    for (const LinkRates& line : lines)
        best = std::min(best, line.latency + 2 * (n - 1) / n * bytes / line.bytesPerSecond);
    return best;
}

} // namespace gpuplan::perf
