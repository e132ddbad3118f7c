#pragma once
/// Who holds GPUs how long, and doing what: the exact account of one service's replicas.

#include <gpuplan/serving/service_run.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gpuplan::serving {

/// Counts only what lies within [0, length).
class ReplicaClock {
public:
    explicit ReplicaClock(Tick length) : m_length(length) { m_changes.push_back({0, 0}); }

    /// A replica spent [from, to) in the state.
    void spent(ReplicaState state, Tick from, Tick to) {
        m_time[static_cast<std::size_t>(state)] += within(from, to);
    }
    /// So many seconds of the work in [from, to), spread evenly, were collectives.
    void communicated(Tick from, Tick to, double seconds) {
        if (to > from)
            m_communicated +=
                seconds * static_cast<double>(within(from, to)) / static_cast<double>(to - from);
    }
    /// The number of replicas that hold GPUs changes by so much.
    void changed(Tick now, std::int64_t by) {
        m_count += by;
        if (now >= m_length)
            return;
        const Tick at = std::max<Tick>(now, 0);
        if (m_changes.back().at == at)
            m_changes.back().count = m_count;
        else
            m_changes.push_back({at, m_count});
        if (now >= 0)
            m_most = std::max(m_most, m_count);
        else
            m_most = m_count; // the level at 0
    }
    /// Writes the account into the run. \pre every replica's time up to the window's end is told
    void close(ServiceRun& run) const;

private:
    std::int64_t within(Tick from, Tick to) const {
        return std::max<Tick>(0, std::min(to, m_length) - std::max<Tick>(from, 0));
    }

    Tick m_length;
    std::array<std::int64_t, replicaStateCount> m_time{};
    double m_communicated = 0;
    std::int64_t m_count = 0;
    std::int64_t m_most = 0;
    std::vector<ReplicaCount> m_changes;
};

} // namespace gpuplan::serving
