#include <gpuplan/base/contract.hpp>
#include <gpuplan/sim/node_pool.hpp>

#include <bit>

namespace gpuplan::sim {

NodePool::NodePool(std::int32_t gpusPerNode)
    : m_gpusPerNode(gpusPerNode), m_byFree(static_cast<std::size_t>(gpusPerNode) + 1) {}

void NodePool::addNode(std::uint32_t node) {
    if (node >= m_free.size())
        m_free.resize(node + 1, -1);
    GPUPLAN_EXPECTS(m_free[node] < 0, "a node enters service once");
    m_free[node] = m_gpusPerNode;
    enter(node, m_gpusPerNode);
    m_freeTotal += std::int64_t{m_gpusPerNode} * 1000;
}

void NodePool::removeNode(std::uint32_t node) {
    GPUPLAN_EXPECTS(isIdle(node), "only an idle node leaves");
    leave(node, m_gpusPerNode);
    m_free[node] = -1;
    m_freeTotal -= std::int64_t{m_gpusPerNode} * 1000;
}

std::int32_t NodePool::bestFit(std::int32_t count) const {
    if (m_gpusPerNode < 64) {
        const std::uint64_t enough = m_occupied >> static_cast<unsigned>(count);
        return enough == 0 ? -1 : count + std::countr_zero(enough);
    }
    for (std::int32_t free = count; free <= m_gpusPerNode; ++free)
        if (!m_byFree[static_cast<std::size_t>(free)].empty())
            return free;
    return -1;
}

std::int32_t NodePool::fullest() const {
    if (m_gpusPerNode < 64)
        return m_occupied == 0 ? 0 : 63 - std::countl_zero(m_occupied);
    for (std::int32_t free = m_gpusPerNode; free > 0; --free)
        if (!m_byFree[static_cast<std::size_t>(free)].empty())
            return free;
    return 0;
}

bool NodePool::placePacked(std::int32_t count, std::vector<Held>& held) {
    if (count < m_gpusPerNode) {
        const std::int32_t fit = bestFit(count);
        if (fit < 0)
            return false;
        take(m_byFree[static_cast<std::size_t>(fit)].lowest(), count, held);
        return true;
    }
    const auto wholeNodes = static_cast<std::size_t>(count / m_gpusPerNode);
    const std::int32_t rest = count % m_gpusPerNode;
    IndexSet& idle = m_byFree[static_cast<std::size_t>(m_gpusPerNode)];
    if (idle.size() < wholeNodes)
        return false;
    if (rest != 0) {
        const std::int32_t fit = bestFit(rest);
        if (fit < 0 || (fit == m_gpusPerNode && idle.size() == wholeNodes))
            return false;
    }
    for (std::size_t i = 0; i < wholeNodes; ++i)
        take(idle.lowest(), m_gpusPerNode, held);
    if (rest != 0)
        take(m_byFree[static_cast<std::size_t>(bestFit(rest))].lowest(), rest, held);
    return true;
}

bool NodePool::placeAcross(std::int32_t count, std::vector<Held>& held) {
    // Whole GPUs only: shared ones can not carry a gang.
    std::int64_t sum = 0;
    for (std::int32_t free = m_gpusPerNode; free > 0 && sum < count; --free)
        sum += std::int64_t{free} *
               static_cast<std::int64_t>(m_byFree[static_cast<std::size_t>(free)].size());
    if (sum < count)
        return false;
    while (count > 0) {
        const std::int32_t most = fullest();
        // The last node by best fit, so that no larger gap is broken than needed.
        const std::int32_t free = most >= count ? bestFit(count) : most;
        const std::int32_t taken = free < count ? free : count;
        take(m_byFree[static_cast<std::size_t>(free)].lowest(), taken, held);
        count -= taken;
    }
    return true;
}

bool NodePool::placeShare(std::int32_t share, model::PlacementRule rule, std::vector<Held>& held) {
    auto fit = m_partialByFree.lower_bound({share, 0U});
    if (fit == m_partialByFree.end()) {
        const std::int32_t free = rule == model::PlacementRule::Spread ? fullest() : bestFit(1);
        if (free <= 0)
            return false;
        const std::uint32_t node = m_byFree[static_cast<std::size_t>(free)].lowest();
        setFree(node, free - 1);
        std::uint32_t partial = 0;
        if (m_unusedPartials.empty()) {
            partial = static_cast<std::uint32_t>(m_partials.size());
            m_partials.emplace_back();
        } else {
            partial = m_unusedPartials.back();
            m_unusedPartials.pop_back();
        }
        m_partials[partial] = {node, 1000};
        fit = m_partialByFree.emplace(1000, partial).first;
    }
    const std::uint32_t partial = fit->second;
    m_partialByFree.erase(fit);
    m_partials[partial].free -= share;
    m_partialByFree.emplace(m_partials[partial].free, partial);
    m_freeTotal -= share;
    held.push_back({m_partials[partial].node, share, partial});
    return true;
}

bool NodePool::place(std::int32_t gpus, model::PlacementRule rule, std::vector<Held>& held) {
    if (gpus > m_freeTotal)
        return false;
    if (gpus % 1000 != 0)
        return gpus < 1000 && placeShare(gpus, rule, held);
    const std::int32_t count = gpus / 1000;
    switch (rule) {
    case model::PlacementRule::Pack:
        return placePacked(count, held);
    case model::PlacementRule::Pool:
    case model::PlacementRule::FewestNodes:
        return placePacked(count, held) || placeAcross(count, held);
    case model::PlacementRule::Spread:
        if (const std::int32_t most = fullest(); most >= count) {
            take(m_byFree[static_cast<std::size_t>(most)].lowest(), count, held);
            return true;
        }
        return placeAcross(count, held);
    }
    return false;
}

void NodePool::release(const Held& held) {
    m_freeTotal += held.share;
    if (held.partial == Held::whole) {
        setFree(held.node, m_free[held.node] + held.share / 1000);
        return;
    }
    Partial& partial = m_partials[held.partial];
    m_partialByFree.erase({partial.free, held.partial});
    partial.free += held.share;
    if (partial.free == 1000) {
        setFree(partial.node, m_free[partial.node] + 1);
        m_unusedPartials.push_back(held.partial);
    } else {
        m_partialByFree.emplace(partial.free, held.partial);
    }
}

} // namespace gpuplan::sim
