#pragma once
/// Nodes of one pool: who has how much free, and where a gang goes (docs/method.md#placement).

#include <gpuplan/model/scenario.hpp>
#include <gpuplan/sim/index_set.hpp>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace gpuplan::sim {

/// What a job holds on one node: whole GPUs, or a share of one.
struct Held {
    static constexpr std::uint32_t whole = UINT32_MAX;
    std::uint32_t node = 0;
    std::int32_t share = 0;        ///< thousandths of a GPU
    std::uint32_t partial = whole; ///< which shared GPU; `whole` for whole ones
};

/// A value: copied to ask "what if these jobs had ended".
class NodePool {
public:
    explicit NodePool(std::int32_t gpusPerNode);

    /// A node is in service from now on, empty. Numbers may have gaps.
    void addNode(std::uint32_t node);
    /// An idle node leaves.
    void removeNode(std::uint32_t node);
    bool isIdle(std::uint32_t node) const { return m_free[node] == m_gpusPerNode; }

    /// Takes `gpus` thousandths by the rule; appends what it took to `held`. \return false, nothing
    /// taken, if the rule finds no place. A share above one GPU must be whole GPUs.
    bool place(std::int32_t gpus, model::PlacementRule rule, std::vector<Held>& held);
    void release(const Held& held);

    /// Thousandths of a GPU free on nodes in service, shares included.
    std::int64_t free() const { return m_freeTotal; }

private:
    bool placeShare(std::int32_t share, model::PlacementRule rule, std::vector<Held>& held);
    bool placePacked(std::int32_t count, std::vector<Held>& held);
    bool placeAcross(std::int32_t count, std::vector<Held>& held);
    std::int32_t
    bestFit(std::int32_t count) const; ///< free count of the best node's bucket; -1: none
    std::int32_t fullest() const;      ///< greatest free count of any node; 0 if none
    void take(std::uint32_t node, std::int32_t count, std::vector<Held>& held) {
        setFree(node, m_free[node] - count);
        m_freeTotal -= std::int64_t{count} * 1000;
        held.push_back({node, count * 1000, Held::whole});
    }
    void setFree(std::uint32_t node, std::int32_t free) {
        leave(node, m_free[node]);
        m_free[node] = free;
        enter(node, free);
    }
    void enter(std::uint32_t node, std::int32_t free) {
        m_byFree[static_cast<std::size_t>(free)].insert(node);
        if (m_gpusPerNode < 64)
            m_occupied |= std::uint64_t{1} << static_cast<unsigned>(free);
    }
    void leave(std::uint32_t node, std::int32_t free) {
        IndexSet& bucket = m_byFree[static_cast<std::size_t>(free)];
        bucket.erase(node);
        if (m_gpusPerNode < 64)
            m_occupied ^= std::uint64_t{bucket.empty() ? 1U : 0U} << static_cast<unsigned>(free);
    }

    std::int32_t m_gpusPerNode;
    std::vector<std::int32_t> m_free; ///< whole GPUs free, by node; -1: not in service
    std::vector<IndexSet> m_byFree;   ///< nodes with that many whole GPUs free
    std::uint64_t m_occupied = 0;     ///< which of the first 64 of them hold a node
    std::int64_t m_freeTotal = 0;

    struct Partial {
        std::uint32_t node = 0;
        std::int32_t free = 0; ///< thousandths; 0..999 while shared
    };
    std::vector<Partial> m_partials;
    std::vector<std::uint32_t> m_unusedPartials;
    std::set<std::pair<std::int32_t, std::uint32_t>> m_partialByFree;
};

} // namespace gpuplan::sim
