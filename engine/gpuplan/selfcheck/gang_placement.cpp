#include <gpuplan/base/contract.hpp>
#include <gpuplan/selfcheck/gang_placement.hpp>

#include <algorithm>

namespace gpuplan::selfcheck {

namespace {

/// The node with the least free GPUs that still holds `need`.
std::vector<NodeRoom>::iterator bestFit(std::vector<NodeRoom>& nodes, std::int64_t need) {
    auto best = nodes.end();
    for (auto node = nodes.begin(); node != nodes.end(); ++node)
        if (node->free >= need && (best == nodes.end() || node->free < best->free))
            best = node;
    return best;
}

/// One node by best fit; a gang larger than that takes wholly free nodes first, the largest that it
/// fills, until its rest fits in one more.
std::optional<std::int64_t> packed(std::vector<NodeRoom> nodes, std::int64_t need) {
    for (std::int64_t used = 0;; ++used) {
        if (bestFit(nodes, need) != nodes.end())
            return used + 1;
        auto filled = nodes.end();
        for (auto node = nodes.begin(); node != nodes.end(); ++node)
            if (node->free == node->gpus && node->gpus < need &&
                (filled == nodes.end() || node->gpus > filled->gpus))
                filled = node;
        if (filled == nodes.end())
            return std::nullopt;
        need -= filled->gpus;
        nodes.erase(filled);
    }
}

/// Most free first: the fewest nodes that hold the gang.
std::optional<std::int64_t> across(std::vector<NodeRoom> nodes, std::int64_t need) {
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const NodeRoom& a, const NodeRoom& b) { return a.free > b.free; });
    std::int64_t used = 0;
    for (const NodeRoom& node : nodes) {
        if (need <= 0 || node.free == 0)
            break;
        need -= node.free;
        ++used;
    }
    return need <= 0 ? std::optional(used) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> nodesForGang(std::vector<NodeRoom> nodes, std::int64_t need,
                                         model::PlacementRule rule) {
    GPUPLAN_EXPECTS(need > 0, "a gang has GPUs");
    switch (rule) {
    case model::PlacementRule::Pack:
        return packed(std::move(nodes), need);
    case model::PlacementRule::Pool:
    case model::PlacementRule::FewestNodes:
        if (const auto one = packed(nodes, need))
            return one;
        return across(std::move(nodes), need);
    case model::PlacementRule::Spread:
        return across(std::move(nodes), need);
    }
    return std::nullopt;
}

std::optional<double> fragmentation(const std::vector<NodeRoom>& nodes, std::int64_t size) {
    GPUPLAN_EXPECTS(size > 0, "a gang has GPUs");
    std::int64_t free = 0;
    std::int64_t usable = 0;
    for (const NodeRoom& node : nodes) {
        free += node.free;
        usable += node.free / size * size;
    }
    if (free == 0)
        return std::nullopt;
    return 1.0 - static_cast<double>(usable) / static_cast<double>(free);
}

} // namespace gpuplan::selfcheck
