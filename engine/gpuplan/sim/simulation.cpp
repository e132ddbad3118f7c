#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/job_speed.hpp>
#include <gpuplan/sim/simulation.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::sim {

namespace {

constexpr std::uint64_t stepsBetweenLooks = 1U << 14U;

std::vector<bool> steppedClasses(const World& world) {
    std::vector<bool> stepped;
    for (const ClassSteps& steps : world.steps)
        stepped.push_back(!steps.byPool.empty());
    return stepped;
}

} // namespace

Simulation::Simulation(const World& world, const workload::JobTable& jobs, const Keep& keep)
    : m_world(world), m_jobs(jobs), m_keep(keep), m_discipline(policy::makeDiscipline(world.queue)),
      m_order(jobs.queueOrder()), m_usesEnds(policy::usesExpectedEnds(world.queue)),
      m_preempts(policy::preempts(world.queue)),
      m_progress(world.steps.empty() ? nullptr : std::make_unique<StepProgress>(world)),
      m_isChoosy(m_progress || !world.onlyPool.empty()), m_endsMove(m_preempts || m_progress),
      m_meter(world.pools.size(), world.activities, steppedClasses(world)) {
    checkWorld();
    m_gpus = jobs.gpus.data();
    if (!m_order.empty()) {
        m_ranks.resize(m_order.size());
        for (std::uint32_t i = 0; i < m_order.size(); ++i)
            m_ranks[m_order[i]] = i;
        m_rank = m_ranks.data();
    }
    const Decimal one = Decimal::integer(1);
    Decimal slowest = one;
    for (const PoolSpec& pool : world.pools) {
        m_exactSpeed = m_exactSpeed && pool.speed == one;
        slowest = std::min(slowest, pool.speed);
    }
    const bool requested =
        world.estimates == model::EstimateRule::Requested && !jobs.estimate.empty();
    m_estimate = requested ? jobs.estimate.data() : jobs.duration.data();
    bool gaps = false;
    if (requested)
        for (std::size_t row = 0; row < jobs.size(); ++row) {
            gaps = gaps || jobs.estimate[row] < 0;
            m_overruns = m_overruns || jobs.estimate[row] < jobs.duration[row];
        }
    if (gaps || !m_exactSpeed || m_progress) {
        // A job without an estimate is taken at its run time; slow pools stretch estimates as they
        // stretch run times, and before placement the slowest pool counts.
        m_estimates.resize(jobs.size());
        for (std::size_t row = 0; row < jobs.size(); ++row) {
            const Tick given = m_estimate[row] < 0 ? jobs.duration[row] : m_estimate[row];
            m_estimates[row] = perf::runTime(Duration(given), slowest).count();
        }
        if (m_progress)
            estimateSteps(m_estimates);
        m_estimate = m_estimates.data();
    }
    // A shared store can make a job overrun any estimate but one that follows it.
    m_overruns = m_overruns || (m_progress && requested);
    if (m_progress)
        m_history.jobStates.resize(jobs.size());
    if (m_preempts) {
        m_left = jobs.duration;
        m_slotOf.assign(jobs.size(), none);
    }
    m_history.firstStart.assign(jobs.size(), -1);
    m_history.lastEnd.assign(jobs.size(), -1);
    if (keep.attempts) {
        m_history.attempts.job.reserve(jobs.size());
        m_history.attempts.start.reserve(jobs.size());
        m_history.attempts.end.reserve(jobs.size());
        m_history.attempts.how.reserve(jobs.size());
        m_history.attempts.pool.reserve(jobs.size());
        m_history.attempts.placementBegin.reserve(jobs.size() + 1);
    }
}

void Simulation::checkWorld() const {
    GPUPLAN_EXPECTS(m_world.pools.size() <= 255, "at most 255 pools");
    GPUPLAN_EXPECTS(!m_world.activities.empty(), "a world has at least one activity");
    GPUPLAN_EXPECTS(m_jobs.size() < none, "fewer than 2^32 - 1 jobs");
    for (const ClassSteps& steps : m_world.steps)
        GPUPLAN_EXPECTS(steps.byPool.empty() || steps.byPool.size() == m_world.pools.size(),
                        "a class with a step model has one for each pool");
    for (const std::uint8_t jobClass : m_jobs.jobClass)
        GPUPLAN_EXPECTS(jobClass < m_world.activities.size(), "every job class has its activity");
    GPUPLAN_EXPECTS(!m_preempts ||
                        (m_world.pools.size() == 1 &&
                         m_world.placement == model::PlacementRule::Pool &&
                         std::holds_alternative<model::FixedSupply>(m_world.pools[0].supply)),
                    "a preemptive rule runs on one fixed pool with placement by count");
    for (const PoolSpec& pool : m_world.pools) {
        GPUPLAN_EXPECTS(pool.gpusPerNode >= 1 && pool.gpusPerNode <= 2'000'000, "GPUs of a node");
        GPUPLAN_EXPECTS(pool.speed > Decimal{}, "a pool has a speed");
    }
}

void Simulation::openPools() {
    std::uint32_t nextNode = 0;
    for (std::size_t index = 0; index < m_world.pools.size(); ++index) {
        const PoolSpec& spec = m_world.pools[index];
        m_pools.emplace_back();
        PoolState& pool = m_pools.back();
        pool.firstNode = nextNode;
        pool.nodeMilli = static_cast<std::int32_t>(spec.gpusPerNode * 1000);
        if (const auto* fixed = std::get_if<model::FixedSupply>(&spec.supply)) {
            pool.leastNodes = pool.mostNodes = fixed->nodes;
        } else {
            const auto& elastic = std::get<model::ElasticSupply>(spec.supply);
            pool.elastic = m_anyElastic = true;
            pool.leastNodes = elastic.leastNodes;
            pool.mostNodes = elastic.mostNodes;
            pool.startDelay = elastic.startDelay.count();
            pool.idleTimeout = elastic.idleTimeout.count();
        }
        pool.most = pool.mostNodes * pool.nodeMilli;
        nextNode += static_cast<std::uint32_t>(pool.mostNodes);
        if (pool.elastic || m_world.placement != model::PlacementRule::Pool)
            pool.nodes.emplace(static_cast<std::int32_t>(spec.gpusPerNode));
        m_anyNodes = m_anyNodes || pool.nodes;
        m_nodes.resize(pool.elastic ? nextNode : m_nodes.size());
        for (std::uint32_t node = pool.firstNode; node < nextNode; ++node) {
            const bool atOnce = node - pool.firstNode < pool.leastNodes;
            if (pool.elastic) {
                m_nodes[node].pool = static_cast<std::uint8_t>(index);
                if (atOnce) {
                    m_nodes[node].lease = static_cast<std::uint32_t>(m_history.leases.size());
                    m_nodes[node].staysIdle = true;
                    pool.idleToStay.insert(node);
                } else {
                    pool.unused.insert(node);
                }
            }
            if (!atOnce)
                continue;
            if (pool.nodes)
                pool.nodes->addNode(node - pool.firstNode);
            m_history.leases.push_back(
                {static_cast<std::uint8_t>(index), node, m_now, m_now, INT64_MAX});
            ++pool.leasedNodes;
        }
        if (!pool.nodes)
            pool.free = pool.leasedNodes * pool.nodeMilli;
        m_meter.leased(m_now, index, pool.leasedNodes * pool.nodeMilli);
    }
    refreshFree();
}

void Simulation::refreshFree() {
    if (m_pools.size() == 1) {
        m_free = m_pools[0].freeNow();
        return;
    }
    m_free = 0;
    for (const PoolState& pool : m_pools)
        m_free = std::max(m_free, pool.freeNow());
}

bool Simulation::shouldStop() const {
    if (!m_stop && m_watch != nullptr && m_watch->stopRequested)
        m_stop = m_watch->stopRequested();
    return m_stop;
}

std::optional<history::History> Simulation::run(const Watch& watch) {
    m_watch = &watch;
    const std::size_t count = m_jobs.size();
    const auto row = [this](std::size_t at) {
        return m_order.empty() ? static_cast<policy::Job>(at) : m_order[at];
    };
    const Tick first = count == 0 ? 0 : m_jobs.submit[row(0)];
    m_now = m_history.begin = m_meterFrom = m_world.horizon ? 0 : first;
    openPools();
    for (const Tick at : m_world.meterAt)
        if (at > m_now && (!m_world.horizon || at < *m_world.horizon))
            m_queue.push(at, des::Phase::Metering, 0);
    const Tick end = m_world.horizon.value_or(INT64_MAX);
    std::size_t next = 0;
    std::uint64_t lookAt = stepsBetweenLooks;
    for (;;) {
        const Tick arrival = next < count ? m_jobs.submit[row(next)] : INT64_MAX;
        const Tick event = m_queue.empty() ? INT64_MAX : m_queue.topInstant();
        const Tick now = std::min(arrival, event);
        if (now >= end || now == INT64_MAX)
            break;
        GPUPLAN_EXPECTS(now >= m_now, "time does not run backwards");
        m_now = now;
        // What is due before arrivals, then arrivals, then timers that ask for a decision.
        while (!m_queue.empty() && m_queue.topInstant() == now &&
               m_queue.topPhase() < des::Phase::Arrival)
            handle(m_queue.pop());
        for (; next < count && m_jobs.submit[row(next)] == now; ++next)
            arrive(row(next));
        while (!m_queue.empty() && m_queue.topInstant() == now &&
               m_queue.topPhase() == des::Phase::Dispatch)
            handle(m_queue.pop());
        if (m_dispatchDue)
            dispatch();
        if (m_stop)
            return std::nullopt;
        if (m_progress)
            settleSteps();
        // A job of length 0, or a machine without start delay, asks for another round at this
        // instant; metering sees the instant when it is over.
        if (!m_queue.empty() && m_queue.topInstant() == now &&
            m_queue.topPhase() == des::Phase::Metering)
            handle(m_queue.pop());
        if (m_steps >= lookAt) {
            lookAt = m_steps + stepsBetweenLooks;
            if (shouldStop())
                return std::nullopt;
            if (watch.progress)
                watch.progress(static_cast<double>(next) / static_cast<double>(count + 1));
        }
    }
    for (std::size_t at = next; at < count; ++at) {
        if (m_jobs.gpus[row(at)] == 0)
            ++m_history.jobs.withoutGpus;
        else
            ++m_history.jobs.afterEnd;
    }
    return finish();
}

void Simulation::handle(const des::Event& event) {
    ++m_steps;
    switch (event.phase) {
    case des::Phase::Completion:
        complete(event.payload);
        return;
    case des::Phase::CapacityChange:
        if ((event.payload & idleFlag) != 0)
            nodeIdleTooLong(event.payload);
        else
            nodeReady(event.payload);
        refreshFree();
        return;
    case des::Phase::Dispatch:
        estimateExpired(event.payload);
        return;
    case des::Phase::Metering:
        if (m_progress)
            m_progress->bookAll(m_now, m_history, m_meter);
        m_meter.read(m_meterFrom, m_now, m_history.readings);
        m_meterFrom = m_now;
        return;
    case des::Phase::Failure:
    case des::Phase::Arrival:
        break;
    }
    GPUPLAN_EXPECTS(false, "every event has its handler");
}

void Simulation::arrive(policy::Job job) {
    if (m_jobs.gpus[job] == 0) {
        ++m_history.jobs.withoutGpus;
        return;
    }
    ++m_steps;
    ++m_history.jobs.total;
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::Arrival), job);
    if (!canEverFit(job)) {
        reject(job);
        return;
    }
    countWaiting(job, 1);
    m_discipline->arrive(job, *this);
    m_dispatchDue = true;
}

bool Simulation::canEverFit(policy::Job job) const {
    const std::int32_t gpus = m_jobs.gpus[job];
    for (std::size_t index = 0; index < m_pools.size(); ++index) {
        const PoolState& pool = m_pools[index];
        if (gpus <= pool.most && (!pool.nodes || gpus < 1000 || gpus % 1000 == 0) &&
            mayRunOn(job, index))
            return true;
    }
    return false;
}

void Simulation::reject(policy::Job job) {
    std::int64_t most = 0;
    for (const PoolState& pool : m_pools)
        most = std::max(most, pool.most);
    const GpuCount asked = m_jobs.gpuCount(job);
    const bool tooMany = asked.inMilli() > most;
    ++m_history.jobs.rejected;
    m_hash.add(m_now, static_cast<std::uint8_t>(Record::Rejection), job);
    if (isStepped(job) && !tooMany) {
        const auto obstacle = m_progress->obstacle(classOf(job), 0, m_jobs.gpus[job]);
        if (obstacle) {
            m_history.rejections.push_back(
                {job, obstacle->resource, obstacle->asked, obstacle->available});
            return;
        }
    }
    m_history.rejections.push_back({job, tooMany ? "gpus" : "gpu_share", asked.text(),
                                    tooMany ? GpuCount::milli(most).text() : "1"});
}

void Simulation::dispatch() {
    ++m_steps;
    m_dispatchDue = false;
    const policy::Since since = m_since;
    m_since = policy::Since::OnlyArrivals;
    m_discipline->pass(*this, since);
    if (!m_anyElastic)
        return;
    if (m_discipline->waiting() != 0)
        requestNodes();
    armIdleTimers();
}

history::History Simulation::finish() {
    history::History& history = m_history;
    Tick end = m_world.horizon.value_or(m_now);
    if (!m_world.horizon) {
        if (!m_anyElastic) {
            // Idle leased machines count to their release, fixed ones to the last job.
            end = history.begin;
            for (const Tick last : history.lastEnd)
                end = std::max(end, last);
        }
        GPUPLAN_EXPECTS(m_discipline->waiting() == 0, "a run without end leaves no job waiting");
    }
    m_now = std::max(end, m_now);
    history.end = end;
    std::vector<bool> vacant(m_running.size(), false);
    for (const std::uint32_t slot : m_freeSlots)
        vacant[slot] = true;
    for (std::uint32_t slot = 0; slot < m_running.size(); ++slot) {
        if (vacant[slot])
            continue;
        ++history.jobs.running;
        history.lastEnd[m_running[slot].job] = -1;
        if (m_keep.attempts)
            history.attempts.end[m_running[slot].attempt] = end;
    }
    history.jobs.queued = m_discipline->waiting();
    if (m_progress) {
        m_progress->bookAll(end, history, m_meter);
        m_progress->finish(end, history);
    }
    m_meter.read(m_meterFrom, end, history.readings);
    for (history::Lease& lease : history.leases) {
        lease.released = std::min(lease.released, end);
        lease.ready = std::min(lease.ready, end);
    }
    if (m_keep.attempts)
        history.attempts.placementBegin.push_back(
            static_cast<std::uint32_t>(history.attempts.placements.size()));
    history::JobCounts& jobs = history.jobs;
    jobs.total += jobs.afterEnd;
    GPUPLAN_EXPECTS(jobs.completed + jobs.rejected + jobs.running + jobs.queued + jobs.afterEnd ==
                        jobs.total,
                    "every job is in exactly one final state");
    history.eventHash = m_hash.value();
    history.events = m_steps;
    return std::move(history);
}

} // namespace gpuplan::sim
