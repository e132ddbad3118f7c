#pragma once
/// How long the ranks of a job take to exchange data. docs/method.md#collectives
///
/// Map: one collective on one link (collectiveTime) -> on two levels (hierarchicalAllReduce), or
/// from a measurement (fittedAllReduce, measuredCollectives) -> of a group of ranks where it stands
/// (RankGroup, allReduceTime ...), which chooses among them.

#include <gpuplan/perf/hardware.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace gpuplan::perf {

// ---- on one link ------------------------------------------------------------------------------

enum class Collective : std::uint8_t {
    AllReduce,
    ReduceScatter,
    AllGather,
    AllToAll,
    Broadcast,
    PointToPoint,
};
enum class Algorithm : std::uint8_t {
    Auto, ///< the fastest that the ranks allow, without the in-network one
    Ring,
    Tree,            ///< all-reduce: double binary tree; broadcast: pipelined tree
    HalvingDoubling, ///< recursive; for a power of two
    InNetwork,       ///< switches reduce; where there are such
};

/// Seconds by the alpha-beta model. 0 for one rank.
/// \param bytes  S: what each rank contributes to an all-reduce, or holds in the end
/// \param link   the slowest of the logical ring or tree; its latency is that of one hop
/// \return nothing where the operation has no such algorithm, or not for so many ranks
std::optional<double> collectiveTime(Collective operation, Algorithm algorithm, std::int64_t ranks,
                                     double bytes, const LinkRates& link);

/// Reduce-scatter in the node, all-reduce across nodes, all-gather in the node, all by rings.
/// \param inter  of one GPU: its share of the node's ports
double hierarchicalAllReduce(double bytes, std::int64_t gpusPerNode, const LinkRates& intra,
                             std::int64_t nodes, const LinkRates& inter);

/// Least over the lines of latency + 2(n-1)/n S/B. \param lines  at least one
double fittedAllReduce(std::span<const LinkRates> lines, std::int64_t ranks, double bytes);

/// What is known from measurements of nodes with this GPU. \param gpu  id in the catalog
/// \param hasGpuLink  whether GPUs of a node are joined by links of their own
std::vector<CollectiveFit> measuredCollectives(std::string_view gpu, bool hasGpuLink);

// ---- of a group where it stands -----------------------------------------------------------------

/// Ranks that exchange among themselves. As many groups exchange at once as stand side by side.
struct RankGroup {
    std::int64_t ranks = 1;
    std::int64_t perNode = 1; ///< on the fullest node
    std::int64_t nodes = 1;
    std::int64_t stride = 1;     ///< neighbours are so many GPUs apart
    std::int64_t gpusOnNode = 1; ///< of all groups side by side, on the fullest node
    bool operator==(const RankGroup&) const = default;
};

/// A group of the job's GPUs, counted node by node. \pre ranks x stride <= placement.gpus
RankGroup rankGroup(std::int64_t ranks, std::int64_t stride, const Placement& placement);

// Seconds; infinite where no link joins the ranks (a network or a bus of 0 B/s). A measurement of
// the same ranks, nodes and islands replaces the formula; one of the ranks of a node replaces what
// the formula says of the node. Islands, node and network are levels of a hierarchy; where there is
// only one, the fastest algorithm on it counts.

/// Every rank gives and gets `bytes`.
double allReduceTime(double bytes, const RankGroup& group, const NodeRates& node);
/// An all-gather or reduce-scatter of `bytes` in all: half of an all-reduce.
double gatherTime(double bytes, const RankGroup& group, const NodeRates& node);
/// Every rank sends `bytes`, the same part to each.
double allToAllTime(double bytes, const RankGroup& group, const NodeRates& node);
/// From one rank to one that stands `distance` GPUs further, all ranks of a node at once.
double sendTime(double bytes, std::int64_t distance, const Placement& placement,
                const NodeRates& node);

/// Of all the job's GPUs.
double allReduceTime(double bytes, const Placement& placement, const NodeRates& node);

/// Bytes each node sends to others for an all-reduce in all groups side by side; half of it for a
/// gather or reduce-scatter.
double allReduceNetworkBytes(double bytes, const RankGroup& group);
/// Likewise for an all-to-all.
double allToAllNetworkBytes(double bytes, const RankGroup& group);

} // namespace gpuplan::perf
