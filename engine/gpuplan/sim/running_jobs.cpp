/// From start to end of a job: who holds what, when it ends, what is told to meter and history.

#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/job_speed.hpp>
#include <gpuplan/sim/simulation.hpp>

#include <algorithm>

namespace gpuplan::sim {

namespace {

[[noreturn]] void tooLong() {
    throw ArithmeticOverflow("the schedule runs past the last instant that can be kept");
}

} // namespace

Simulation::Tick Simulation::runTimeOn(policy::Job job, std::size_t pool) const {
    const Tick given = m_preempts ? m_left[job] : m_jobs.duration[job];
    if (m_exactSpeed)
        return given;
    return perf::runTime(Duration(given), m_world.pools[pool].speed).count();
}

bool Simulation::start(policy::Job job) {
    const std::int32_t gpus = m_jobs.gpus[job];
    if (gpus > m_free)
        return false;
    for (std::size_t index = 0; index < m_pools.size(); ++index) {
        PoolState& pool = m_pools[index];
        m_heldScratch.clear();
        if (!mayRunOn(job, index))
            continue;
        if (!pool.nodes) {
            if (gpus > pool.free)
                continue;
            pool.free -= gpus;
        } else if (!fitsIn(*pool.nodes, gpus, m_heldScratch)) {
            continue;
        }
        launch(job, index);
        refreshFree();
        return true;
    }
    return false;
}

std::uint32_t Simulation::takeSlot() {
    if (!m_freeSlots.empty()) {
        const std::uint32_t slot = m_freeSlots.back();
        m_freeSlots.pop_back();
        return slot;
    }
    m_running.emplace_back();
    m_end.emplace_back();
    if (m_anyNodes)
        m_held.emplace_back();
    if (m_usesEnds)
        m_expectedEnd.emplace_back();
    if (m_endsMove)
        m_completion.emplace_back();
    if (m_overruns)
        m_estimateTimer.emplace_back();
    return static_cast<std::uint32_t>(m_running.size() - 1);
}

void Simulation::launch(policy::Job job, std::size_t index) {
    const std::int32_t gpus = m_jobs.gpus[job];
    const std::uint32_t slot = takeSlot();
    Running& run = m_running[slot];
    run.job = job;
    run.gpus = gpus;
    run.pool = static_cast<std::uint8_t>(index);
    run.jobClass = static_cast<std::uint8_t>(classOf(job));
    if (isStepped(job)) {
        beginSteps(slot, index); // its events are pushed when the instant is settled
    } else {
        const Tick length = runTimeOn(job, index);
        if (length > lastInstant - std::max<Tick>(m_now, 0))
            tooLong();
        m_end[slot] = m_now + length;
        const des::EventHandle end = m_queue.push(m_end[slot], des::Phase::Completion, slot);
        if (m_endsMove)
            m_completion[slot] = end;
    }
    if (m_preempts)
        m_slotOf[job] = slot;
    if (!m_endsMove)
        m_history.lastEnd[job] = m_end[slot]; // taken back by finish() if the plan ends before
    if (m_usesEnds)
        expectEnd(slot, job);
    countWaiting(job, -1);
    m_meter.allocated(m_now, index, run.jobClass, gpus);
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::Start), job);
    if (m_history.firstStart[job] < 0)
        m_history.firstStart[job] = m_now;
    if (m_anyNodes)
        m_held[slot].swap(m_heldScratch);
    const std::uint32_t firstNode = m_pools[index].firstNode;
    if (m_pools[index].elastic)
        for (const Held& held : m_held[slot])
            disarmIdleTimer(firstNode + held.node);
    if (!m_keep.attempts)
        return;
    history::Attempts& attempts = m_history.attempts;
    run.attempt = static_cast<std::uint32_t>(attempts.size());
    attempts.job.push_back(job);
    attempts.start.push_back(m_now);
    attempts.end.push_back(-1);
    attempts.how.push_back(history::AttemptEnd::StillRunning);
    attempts.pool.push_back(run.pool);
    attempts.placementBegin.push_back(static_cast<std::uint32_t>(attempts.placements.size()));
    if (m_anyNodes)
        for (const Held& held : m_held[slot])
            attempts.placements.push_back({firstNode + held.node, held.share});
}

void Simulation::expectEnd(std::uint32_t slot, policy::Job job) {
    const Tick estimated = m_now + m_estimate[job];
    // Where no estimate is too short, rounding on slow pools must not make one so.
    m_expectedEnd[slot] = m_overruns ? estimated : std::max(m_end[slot], estimated);
    if (m_world.estimates == model::EstimateRule::Exact)
        m_expectedEnd[slot] = m_end[slot];
    m_ends.insert(m_expectedEnd[slot], m_running[slot].gpus, slot);
    if (!m_overruns)
        return;
    m_estimateTimer[slot] = m_expectedEnd[slot] < m_end[slot]
                                ? m_queue.push(m_expectedEnd[slot], des::Phase::Dispatch, slot)
                                : des::EventHandle{};
}

/// Frees what the job of the slot holds and closes its attempt.
void Simulation::vacate(std::uint32_t slot, history::AttemptEnd how) {
    const Running& run = m_running[slot];
    PoolState& pool = m_pools[run.pool];
    if (!pool.nodes) {
        pool.free += run.gpus;
    } else {
        for (const Held& held : m_held[slot]) {
            pool.nodes->release(held);
            if (pool.elastic && pool.nodes->isIdle(held.node))
                m_mayIdle.push_back(pool.firstNode + held.node);
        }
        m_held[slot].clear();
    }
    if (m_usesEnds)
        m_ends.erase(m_expectedEnd[slot], slot);
    if (m_overruns)
        m_queue.cancel(m_estimateTimer[slot]);
    m_meter.allocated(m_now, run.pool, run.jobClass, -std::int64_t{run.gpus});
    if (m_keep.attempts) {
        m_history.attempts.end[run.attempt] = m_now;
        m_history.attempts.how[run.attempt] = how;
    }
    if (m_preempts)
        m_slotOf[run.job] = none;
    m_freeSlots.push_back(slot);
    refreshFree();
    m_since = policy::Since::AnyChange;
}

void Simulation::complete(std::uint32_t slot) {
    const policy::Job job = m_running[slot].job;
    if (isStepped(job)) {
        if (!m_progress->phaseEnded(slot, m_now, m_history, m_meter))
            return; // on to its next phase
        m_progress->end(slot, m_now);
    }
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::End), job);
    ++m_history.jobs.completed;
    if (m_endsMove)
        m_history.lastEnd[job] = m_now;
    if (m_preempts)
        m_discipline->ended(job, *this);
    vacate(slot, history::AttemptEnd::Completed);
    m_dispatchDue = true;
}

void Simulation::estimateExpired(std::uint32_t slot) {
    // A job past its estimate: the estimate becomes now + max(60 s, a tenth of it).
    const policy::Job job = m_running[slot].job;
    const Tick more = std::max<Tick>(60'000'000, m_estimate[job] / 10);
    m_ends.erase(m_expectedEnd[slot], slot);
    m_expectedEnd[slot] = m_now + more;
    m_ends.insert(m_expectedEnd[slot], m_running[slot].gpus, slot);
    m_estimateTimer[slot] = m_expectedEnd[slot] < m_end[slot]
                                ? m_queue.push(m_expectedEnd[slot], des::Phase::Dispatch, slot)
                                : des::EventHandle{};
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::EstimateExpired), job);
    m_since = policy::Since::AnyChange;
    m_dispatchDue = true;
}

void Simulation::preempt(policy::Job job) {
    const std::uint32_t slot = m_slotOf[job];
    GPUPLAN_EXPECTS(slot != none, "only a running job is preempted");
    if (isStepped(job)) {
        m_left[job] = m_progress->stop(slot, m_now, m_history, m_meter);
        m_progress->end(slot, m_now);
    } else {
        m_left[job] = m_end[slot] - m_now;
    }
    m_queue.cancel(m_completion[slot]);
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::Preemption), job);
    countWaiting(job, 1);
    ++m_history.preemptions;
    vacate(slot, history::AttemptEnd::Preempted);
    m_since = policy::Since::OnlyArrivals; // the pass that preempts sees the room itself
}

policy::Tick Simulation::remaining(policy::Job job) const {
    if (!m_preempts)
        return m_jobs.duration[job];
    const std::uint32_t slot = m_slotOf[job];
    if (slot != none)
        return m_end[slot] - m_now;
    if (!isStepped(job))
        return m_left[job];
    return m_progress->aloneTime(classOf(job), 0, m_jobs.gpus[job], m_left[job]);
}

} // namespace gpuplan::sim
