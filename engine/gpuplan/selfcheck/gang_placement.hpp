#pragma once
/// Where a gang of GPUs goes, in closed form: the placement rules for nodes of any sizes, one gang
/// at a time. The simulator's own placement (`sim/node_pool.hpp`) must agree; a test holds them
/// together. docs/method.md#placement

#include <gpuplan/model/scenario.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::selfcheck {

struct NodeRoom {
    std::int64_t gpus = 0;
    std::int64_t free = 0; ///< 0 <= free <= gpus
};

/// Number of nodes the gang takes, or nothing if the rule finds no place. need > 0.
std::optional<std::int64_t> nodesForGang(std::vector<NodeRoom> nodes, std::int64_t need,
                                         model::PlacementRule rule);

/// Share of the free GPUs that gangs of `size` can not use, one node each:
/// 1 - (sum of floor(free/size) size)/free. Nothing if none is free.
std::optional<double> fragmentation(const std::vector<NodeRoom>& nodes, std::int64_t size);

} // namespace gpuplan::selfcheck
