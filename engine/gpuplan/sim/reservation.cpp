/// When a waiting job would fit, by what is expected of the running ones.

#include <gpuplan/sim/simulation.hpp>

#include <algorithm>

namespace gpuplan::sim {

std::vector<policy::RunningJob> Simulation::running() const {
    std::vector<policy::RunningJob> result;
    m_ends.forEach([&](Tick end, std::int32_t gpus, std::uint32_t) {
        result.push_back({end, gpus});
    });
    return result;
}

policy::Reservation Simulation::reserve(policy::Job job) const {
    if (m_pools.size() == 1 && !m_pools[0].nodes)
        return m_ends.reserve(m_pools[0].free, m_jobs.gpus[job]);
    return reserveByReplay(job);
}

/// Where nodes matter, the head's place is found by letting the running jobs end, in expected
/// order, on a copy of the pools; machines on their way join when ready.
policy::Reservation Simulation::reserveByReplay(policy::Job job) const {
    struct Change {
        Tick at;
        std::uint32_t slot; ///< none: a machine becomes ready
        std::uint32_t node;
    };
    std::vector<Change> changes;
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
        if (m_nodes[node].pending)
            changes.push_back({m_nodes[node].readyAt, none, node});
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return a.at != b.at ? a.at < b.at : a.node < b.node;
    });
    std::vector<Change> ends;
    m_ends.forEach([&](Tick end, std::int32_t, std::uint32_t slot) {
        ends.push_back({end, slot, none});
    });
    std::vector<Change> all(changes.size() + ends.size());
    std::merge(changes.begin(), changes.end(), ends.begin(), ends.end(), all.begin(),
               [](const Change& a, const Change& b) { return a.at < b.at; });

    std::vector<PoolState> pools = m_pools;
    const std::int32_t gpus = m_jobs.gpus[job];
    std::vector<Held> held;
    const auto fits = [&] {
        for (std::size_t index = 0; index < pools.size(); ++index) {
            PoolState& pool = pools[index];
            if (!mayRunOn(job, index))
                continue;
            if (!pool.nodes && gpus <= pool.free)
                return true;
            held.clear();
            if (pool.nodes && fitsIn(*pool.nodes, gpus, held)) {
                for (const Held& part : held)
                    pool.nodes->release(part);
                return true;
            }
        }
        return false;
    };
    for (std::size_t i = 0; i < all.size();) {
        const Tick at = all[i].at;
        for (; i < all.size() && all[i].at == at; ++i) {
            if (all[i].slot == none) {
                PoolState& pool = pools[m_nodes[all[i].node].pool];
                pool.nodes->addNode(all[i].node - pool.firstNode);
                continue;
            }
            const Running& run = m_running[all[i].slot];
            PoolState& pool = pools[run.pool];
            if (!pool.nodes)
                pool.free += run.gpus;
            else
                for (const Held& part : m_held[all[i].slot])
                    pool.nodes->release(part);
        }
        if (!fits())
            continue;
        std::int64_t free = 0;
        for (const PoolState& pool : pools)
            free += pool.freeNow();
        return {at, free - gpus};
    }
    // Only machines not yet asked for can hold it: nothing behind it is in its way.
    return {lastInstant, m_free};
}

} // namespace gpuplan::sim
