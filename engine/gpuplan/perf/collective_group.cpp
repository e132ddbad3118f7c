#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/collective.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::perf {

namespace {

std::int64_t divideUp(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// Over the host from one GPU to another: each byte passes the host's memory, and GPUs behind one
/// uplink share it.
LinkRates overHost(const NodeRates& node) {
    const double uplink = node.hostLink.bytesPerSecond / static_cast<double>(node.gpusPerUplink);
    return {2 * node.hostLink.latency,
            node.bounceBandwidth > 0 ? std::min(node.bounceBandwidth, uplink) : uplink};
}

/// Of one GPU, while all the job's GPUs on a node send.
LinkRates portShare(std::int64_t gpusOnNode, const NodeRates& node) {
    return {node.network.latency, node.network.bytesPerSecond / static_cast<double>(gpusOnNode)};
}

/// One level of the hierarchy: so many on a link, each with this part of the data.
struct Level {
    std::int64_t ranks = 1;
    LinkRates link;
    double part = 1; ///< of the bytes that a rank exchanges here
};

/// In an island, between the islands of a node, between nodes.
std::array<Level, 3> levels(const RankGroup& group, const NodeRates& node) {
    const std::int64_t island = node.gpuLink.bytesPerSecond > 0 ? node.islandGpus : 1;
    const std::int64_t inIsland = std::clamp<std::int64_t>(island / group.stride, 1, group.perNode);
    const std::int64_t islands = divideUp(group.perNode, inIsland);
    return {Level{inIsland, node.gpuLink, 1},
            Level{islands, overHost(node), 1.0 / static_cast<double>(inIsland)},
            Level{group.nodes, portShare(group.gpusOnNode, node),
                  1.0 / static_cast<double>(group.perNode)}};
}

/// The measurement that fits so many ranks of the group on so many nodes, or null.
const CollectiveFit* fitFor(std::int64_t ranks, std::int64_t nodes, const RankGroup& group,
                            const NodeRates& node) {
    const auto fits = [&](const CollectiveFit& fit) {
        if (fit.ranks != ranks || fit.nodes != nodes || group.stride != 1)
            return false;
        const bool sameIslands = fit.islandGpus == 0 ? node.islandGpus >= divideUp(ranks, nodes)
                                                     : node.islandGpus == fit.islandGpus;
        // A network about as fast as the one measured: the next steps of the market are twice that.
        return sameIslands && (nodes == 1 || (node.network.bytesPerSecond > fit.network / 1.4 &&
                                              node.network.bytesPerSecond < fit.network * 1.4));
    };
    const auto found = std::find_if(node.fits.begin(), node.fits.end(), fits);
    return found == node.fits.end() ? nullptr : &*found;
}

double ring(const Level& level, double bytes) {
    return *collectiveTime(Collective::AllReduce, Algorithm::Ring, level.ranks, bytes * level.part,
                           level.link);
}

/// The one level with more than one rank, or null if there are several.
const Level* onlyLevel(const std::array<Level, 3>& all) {
    const Level* only = nullptr;
    for (const Level& level : all) {
        if (level.ranks > 1 && only != nullptr)
            return nullptr;
        if (level.ranks > 1)
            only = &level;
    }
    return only;
}

/// \param algorithm  where there is one level only
double allReduceBy(Algorithm algorithm, double bytes, const RankGroup& group,
                   const NodeRates& node) {
    if (group.ranks == 1)
        return 0;
    if (const CollectiveFit* const fit = fitFor(group.ranks, group.nodes, group, node);
        fit != nullptr)
        return fittedAllReduce(fit->lines, group.ranks, bytes);
    const std::array<Level, 3> all = levels(group, node);
    const CollectiveFit* const inNode = fitFor(group.perNode, 1, group, node);
    if (inNode != nullptr)
        return fittedAllReduce(inNode->lines, group.perNode, bytes) + ring(all[2], bytes);
    if (const Level* const only = onlyLevel(all); only != nullptr)
        return *collectiveTime(Collective::AllReduce, algorithm, only->ranks, bytes * only->part,
                               only->link);
    return ring(all[0], bytes) + ring(all[1], bytes) + ring(all[2], bytes);
}

} // namespace

RankGroup rankGroup(std::int64_t ranks, std::int64_t stride, const Placement& placement) {
    GPUPLAN_EXPECTS(ranks >= 1 && stride >= 1 && ranks * stride <= placement.gpus,
                    "a group stands on the job's GPUs");
    RankGroup group{ranks, 1, 1, stride, placement.mostOnNode};
    group.perNode = std::clamp<std::int64_t>(placement.mostOnNode / stride, 1, ranks);
    group.nodes = std::min(divideUp(ranks, group.perNode), placement.nodes);
    // A gang spread unevenly may stand on more nodes than its fullest node needs.
    if (ranks * stride == placement.gpus)
        group.nodes = std::min(placement.nodes, ranks);
    return group;
}

double allReduceTime(double bytes, const RankGroup& group, const NodeRates& node) {
    return allReduceBy(Algorithm::Auto, bytes, group, node);
}

double allReduceTime(double bytes, const Placement& placement, const NodeRates& node) {
    return allReduceTime(bytes, rankGroup(placement.gpus, 1, placement), node);
}

double gatherTime(double bytes, const RankGroup& group, const NodeRates& node) {
    return allReduceBy(Algorithm::Ring, bytes, group, node) / 2;
}

double allToAllTime(double bytes, const RankGroup& group, const NodeRates& node) {
    if (group.ranks == 1)
        return 0;
    const std::array<Level, 3> all = levels(group, node);
    if (const Level* const only = onlyLevel(all); only != nullptr)
        return *collectiveTime(Collective::AllToAll, Algorithm::Auto, only->ranks, bytes,
                               only->link);
    // Each kind of link carries its own part at the same time; the slowest ends last.
    const auto n = static_cast<double>(group.ranks);
    std::int64_t within = 1;
    double latency = 0;
    double slowest = 0;
    for (const Level& level : all) {
        if (level.ranks == 1)
            continue;
        const std::int64_t reached = std::min(within * level.ranks, group.ranks);
        const auto others = static_cast<double>(reached - within);
        latency = std::max(latency, level.link.latency);
        slowest = std::max(slowest, others / n * bytes / level.link.bytesPerSecond);
        within = reached;
    }
    return (n - 1) * latency + slowest;
}

double sendTime(double bytes, std::int64_t distance, const Placement& placement,
                const NodeRates& node) {
    LinkRates link = overHost(node);
    if (distance >= placement.mostOnNode && placement.nodes > 1)
        link = portShare(placement.mostOnNode, node);
    else if (node.gpuLink.bytesPerSecond > 0 && distance < node.islandGpus)
        link = node.gpuLink;
    return *collectiveTime(Collective::PointToPoint, Algorithm::Auto, 2, bytes, link);
}

double allReduceNetworkBytes(double bytes, const RankGroup& group) {
    const auto nodes = static_cast<double>(group.nodes);
    const auto groups = static_cast<double>(group.gpusOnNode) / static_cast<double>(group.perNode);
    return groups * 2 * (nodes - 1) / nodes * bytes;
}

double allToAllNetworkBytes(double bytes, const RankGroup& group) {
    const auto outside = static_cast<double>(group.ranks - group.perNode);
    return static_cast<double>(group.gpusOnNode) * outside / static_cast<double>(group.ranks) *
           bytes;
}

} // namespace gpuplan::perf
