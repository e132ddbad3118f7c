/// Machines leased on demand: asked for when jobs wait, released when idle too long.

#include <gpuplan/sim/simulation.hpp>

#include <algorithm>

namespace gpuplan::sim {

void Simulation::requestNodes() {
    if (m_isChoosy) {
        requestNodesByGroup();
        return;
    }
    // Waiting GPUs not yet covered by machines on their way; pools in order.
    std::int64_t uncovered = m_waitingMilli;
    for (const PoolState& pool : m_pools)
        uncovered -= pool.pendingNodes * pool.nodeMilli;
    for (std::size_t index = 0; index < m_pools.size() && uncovered > 0; ++index)
        uncovered -= requestNodesOf(index, uncovered);
}

/// Asks for machines that hold so many thousandths of a GPU, as far as the pool may grow.
/// \return what they hold
std::int64_t Simulation::requestNodesOf(std::size_t index, std::int64_t milliGpus) {
    PoolState& pool = m_pools[index];
    if (!pool.elastic)
        return 0;
    std::int64_t wanted = (milliGpus + pool.nodeMilli - 1) / pool.nodeMilli;
    wanted = std::min(wanted, pool.mostNodes - pool.leasedNodes);
    for (std::int64_t i = 0; i < wanted; ++i)
        requestNode(index, pool.startDelay);
    return wanted * pool.nodeMilli;
}

void Simulation::requestNode(std::size_t index, Tick delay) {
    PoolState& pool = m_pools[index];
    const std::uint32_t node = pool.unused.lowest();
    pool.unused.erase(node);
    ++pool.leasedNodes;
    ++pool.pendingNodes;
    NodeState& state = m_nodes[node];
    state.pending = true;
    state.readyAt = m_now + delay;
    state.lease = static_cast<std::uint32_t>(m_history.leases.size());
    m_history.leases.push_back(
        {static_cast<std::uint8_t>(index), node, m_now, state.readyAt, INT64_MAX});
    m_meter.leased(m_now, index, pool.nodeMilli);
    m_meter.provisioning(m_now, index, pool.nodeMilli);
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::CapacityRequested), node);
    m_queue.push(state.readyAt, des::Phase::CapacityChange, node);
}

void Simulation::nodeReady(std::uint32_t node) {
    NodeState& state = m_nodes[node];
    PoolState& pool = m_pools[state.pool];
    state.pending = false;
    --pool.pendingNodes;
    pool.nodes->addNode(node - pool.firstNode);
    m_meter.provisioning(m_now, state.pool, -pool.nodeMilli);
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::CapacityReady), node);
    m_since = policy::Since::AnyChange;
    m_dispatchDue = true;
    m_mayIdle.push_back(node);
    // A new machine can lift the pool above its least number: idle ones that had to stay may now
    // go.
    while (!pool.idleToStay.empty() && pool.leasedNodes > pool.leastNodes) {
        const std::uint32_t other = pool.idleToStay.lowest();
        pool.idleToStay.erase(other);
        m_nodes[other].staysIdle = false;
        armIdleTimer(other);
    }
}

void Simulation::armIdleTimers() {
    // After the pass, so that even with a time-out of 0 a machine is first offered to waiting jobs.
    for (const std::uint32_t node : m_mayIdle) {
        const NodeState& state = m_nodes[node];
        if (state.lease != none && !state.timerSet && !state.staysIdle &&
            m_pools[state.pool].nodes->isIdle(node - m_pools[state.pool].firstNode))
            armIdleTimer(node);
    }
    m_mayIdle.clear();
}

void Simulation::armIdleTimer(std::uint32_t node) {
    NodeState& state = m_nodes[node];
    PoolState& pool = m_pools[state.pool];
    if (pool.leasedNodes <= pool.leastNodes) {
        pool.idleToStay.insert(node);
        state.staysIdle = true;
        return;
    }
    state.idleTimer =
        m_queue.push(m_now + pool.idleTimeout, des::Phase::CapacityChange, node | idleFlag);
    state.timerSet = true;
}

void Simulation::disarmIdleTimer(std::uint32_t node) {
    NodeState& state = m_nodes[node];
    if (state.timerSet)
        m_queue.cancel(state.idleTimer);
    if (state.staysIdle)
        m_pools[state.pool].idleToStay.erase(node);
    state.timerSet = state.staysIdle = false;
}

void Simulation::nodeIdleTooLong(std::uint32_t node) {
    NodeState& state = m_nodes[node & ~idleFlag];
    state.timerSet = false;
    const PoolState& pool = m_pools[state.pool];
    if (pool.leasedNodes > pool.leastNodes)
        releaseNode(node & ~idleFlag);
    else
        armIdleTimer(node & ~idleFlag); // notes that it stays
}

void Simulation::releaseNode(std::uint32_t node) {
    NodeState& state = m_nodes[node];
    PoolState& pool = m_pools[state.pool];
    pool.nodes->removeNode(node - pool.firstNode);
    pool.unused.insert(node);
    --pool.leasedNodes;
    m_history.leases[state.lease].released = m_now;
    state.lease = none;
    m_meter.leased(m_now, state.pool, -pool.nodeMilli);
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::CapacityReleased), node);
}

} // namespace gpuplan::sim
