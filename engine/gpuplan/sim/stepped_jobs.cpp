/// The simulator's dealings with jobs whose speed follows from the hardware.

#include <gpuplan/sim/simulation.hpp>

#include <algorithm>

namespace gpuplan::sim {

bool Simulation::mayStepOn(policy::Job job, std::size_t pool) const {
    const std::size_t jobClass = classOf(job);
    return !m_progress->covers(jobClass) || m_progress->canRun(jobClass, pool, m_jobs.gpus[job]);
}

/// Estimates of a table say how much longer than the job's pure computing time a user thinks it
/// runs; a job takes that much longer than alone on the slowest pool that can run it.
void Simulation::estimateSteps(std::vector<Tick>& estimates) const {
    for (std::size_t row = 0; row < m_jobs.size(); ++row) {
        const auto job = static_cast<policy::Job>(row);
        if (!isStepped(job) || m_jobs.gpus[row] == 0)
            continue;
        const std::size_t jobClass = classOf(job);
        const Tick duration = m_jobs.duration[row];
        Tick slowest = 0;
        for (std::size_t pool = 0; pool < m_world.pools.size(); ++pool)
            if (m_progress->canRun(jobClass, pool, m_jobs.gpus[row]))
                slowest = std::max(
                    slowest, m_progress->aloneTime(jobClass, pool, m_jobs.gpus[row], duration));
        const Tick given = m_estimate[row] < 0 ? duration : m_estimate[row];
        estimates[row] = duration == 0 || given == duration
                             ? slowest
                             : toInt64(multiplyDivideHalfEven(slowest, given, duration));
    }
}

void Simulation::beginSteps(std::uint32_t slot, std::size_t pool) {
    const Running& run = m_running[slot];
    static const std::vector<Held> countOnly;
    StepProgress::Start start;
    start.job = run.job;
    start.jobClass = run.jobClass;
    start.pool = static_cast<std::uint8_t>(pool);
    start.milliGpus = run.gpus;
    start.duration = m_jobs.duration[run.job];
    start.left = m_preempts ? m_left[run.job] : start.duration;
    m_progress->begin(slot, m_now, start, m_pools[pool].nodes ? m_heldScratch : countOnly);
    m_end[slot] = m_progress->projectedEnd(slot);
}

/// After an instant's decisions: jobs that began, went on to their next phase, or share otherwise
/// than before end at another time.
void Simulation::settleSteps() {
    for (const std::uint32_t slot : m_progress->settle(m_now, m_history, m_meter))
        moveEnd(slot);
}

void Simulation::moveEnd(std::uint32_t slot) {
    m_queue.cancel(m_completion[slot]);
    m_completion[slot] = m_queue.push(m_progress->phaseEnd(slot), des::Phase::Completion, slot);
    const Tick end = m_progress->projectedEnd(slot);
    if (end == m_end[slot])
        return;
    m_end[slot] = end;
    if (!m_usesEnds)
        return;
    if (m_world.estimates == model::EstimateRule::Exact) {
        m_ends.erase(m_expectedEnd[slot], slot);
        m_expectedEnd[slot] = end;
        m_ends.insert(end, m_running[slot].gpus, slot);
    } else if (m_overruns) {
        m_queue.cancel(m_estimateTimer[slot]);
        m_estimateTimer[slot] = m_expectedEnd[slot] < end
                                    ? m_queue.push(m_expectedEnd[slot], des::Phase::Dispatch, slot)
                                    : des::EventHandle{};
    }
}

// ---- machines for waiting jobs ------------------------------------------------------------------

std::vector<bool> Simulation::poolsFor(policy::Job job) const {
    std::vector<bool> pools(m_pools.size());
    for (std::size_t index = 0; index < pools.size(); ++index)
        pools[index] = mayRunOn(job, index);
    return pools;
}

/// As requestNodes(), where some jobs can run on some pools only: machines on their way, then new
/// ones, are counted for the jobs they can take.
void Simulation::requestNodesByGroup() {
    std::vector<std::int64_t> pending;
    for (const PoolState& pool : m_pools)
        pending.push_back(pool.pendingNodes * pool.nodeMilli);
    for (const auto& [pools, waiting] : m_waitingGroups) {
        std::int64_t uncovered = waiting;
        for (std::size_t index = 0; index < m_pools.size(); ++index) {
            if (!pools[index])
                continue;
            const std::int64_t used = std::min(uncovered, pending[index]);
            pending[index] -= used;
            uncovered -= used;
        }
        for (std::size_t index = 0; index < m_pools.size() && uncovered > 0; ++index)
            if (pools[index])
                uncovered -= requestNodesOf(index, uncovered);
    }
}

} // namespace gpuplan::sim
