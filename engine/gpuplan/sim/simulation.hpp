#pragma once
/// One run of the event loop: the state between two events. Private to `sim`; callers use
/// simulate().

#include <gpuplan/des/event_hash.hpp>
#include <gpuplan/des/event_queue.hpp>
#include <gpuplan/policy/discipline.hpp>
#include <gpuplan/sim/expected_ends.hpp>
#include <gpuplan/sim/meter.hpp>
#include <gpuplan/sim/node_pool.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/sim/step_progress.hpp>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::sim {

class Simulation final : public policy::Desk {
public:
    Simulation(const World& world, const workload::JobTable& jobs, const Keep& keep);

    /// Runs to the end. \return nothing if the watch asked to stop.
    std::optional<history::History> run(const Watch& watch);

    // policy::Desk
    bool start(policy::Job job) override;
    policy::Reservation reserve(policy::Job job) const override;
    std::vector<policy::RunningJob> running() const override;
    void preempt(policy::Job job) override;
    policy::Tick remaining(policy::Job job) const override;
    bool shouldStop() const override;

private:
    using Tick = history::Tick;
    static constexpr std::uint32_t none = UINT32_MAX;
    /// Instants stay below this, so that adding an estimate to one can not overflow.
    static constexpr Tick lastInstant = INT64_MAX / 2;
    /// In the payload of a CapacityChange: a machine has been idle too long, rather than ready.
    static constexpr std::uint32_t idleFlag = 1U << 31U;

    /// Kinds of event records in the hash; numbers are part of the contract of a hash.
    enum class Record : std::uint8_t {
        Arrival = 1,
        Start = 2,
        End = 3,
        Preemption = 4,
        Rejection = 5,
        CapacityRequested = 6,
        CapacityReady = 7,
        CapacityReleased = 8,
        EstimateExpired = 9,
    };

    struct PoolState {
        std::optional<NodePool> nodes; ///< absent: only a count of free GPUs
        std::int64_t free = 0;         ///< thousandths, where there are no nodes
        std::int64_t most = 0;         ///< thousandths it can ever hold
        bool elastic = false;
        std::int64_t leastNodes = 0;
        std::int64_t mostNodes = 0;
        Tick startDelay = 0;
        Tick idleTimeout = 0;
        std::int32_t nodeMilli = 0;    ///< thousandths of a node
        std::uint32_t firstNode = 0;   ///< number of its first node
        std::int64_t leasedNodes = 0;  ///< requested or in service
        std::int64_t pendingNodes = 0; ///< requested, not yet ready
        IndexSet unused;               ///< node numbers not leased
        IndexSet idleToStay;           ///< idle nodes kept because the pool is at its least number
        std::int64_t freeNow() const { return nodes ? nodes->free() : free; }
    };

    /// A machine of an elastic pool.
    struct NodeState {
        std::uint8_t pool = 0;
        bool pending = false;
        Tick readyAt = 0;
        std::uint32_t lease = none;
        des::EventHandle idleTimer;
        bool timerSet = false;
        bool staysIdle = false;
    };

    /// What every event of a running job touches; the rest stands in columns of its own by slot, so
    /// that a busy cluster's running jobs stay in the fastest cache.
    struct Running {
        policy::Job job = none;
        std::int32_t gpus = 0;
        std::uint32_t attempt = none;
        std::uint8_t pool = 0;
        std::uint8_t jobClass = 0;
    };

    // set-up
    void openPools();
    void checkWorld() const;
    // events
    void handle(const des::Event& event);
    void arrive(policy::Job job);
    void complete(std::uint32_t slot);
    void estimateExpired(std::uint32_t slot);
    void dispatch();
    history::History finish();
    // jobs
    void launch(policy::Job job, std::size_t pool);
    std::uint32_t takeSlot();
    void expectEnd(std::uint32_t slot, policy::Job job);
    void vacate(std::uint32_t slot, history::AttemptEnd how);
    Tick runTimeOn(policy::Job job, std::size_t pool) const;
    bool canEverFit(policy::Job job) const;
    void reject(policy::Job job);
    void refreshFree();
    std::size_t classOf(policy::Job job) const {
        return m_jobs.jobClass.empty() ? 0 : m_jobs.jobClass[job];
    }
    bool fitsIn(NodePool& nodes, std::int32_t gpus, std::vector<Held>& held) const {
        return nodes.place(gpus, m_world.placement, held);
    }
    policy::Reservation reserveByReplay(policy::Job job) const;
    // jobs with step models (stepped_jobs.cpp)
    bool isStepped(policy::Job job) const { return m_progress && m_progress->covers(classOf(job)); }
    bool mayRunOn(policy::Job job, std::size_t pool) const {
        return !m_isChoosy || (isAllowedOn(job, pool) && (!m_progress || mayStepOn(job, pool)));
    }
    bool isAllowedOn(policy::Job job, std::size_t pool) const {
        if (m_world.onlyPool.empty())
            return true;
        const std::size_t only = m_world.onlyPool[classOf(job)];
        return only == World::anyPool || only == pool;
    }
    bool mayStepOn(policy::Job job, std::size_t pool) const;
    std::vector<bool> poolsFor(policy::Job job) const;
    void estimateSteps(std::vector<Tick>& estimates) const;
    void beginSteps(std::uint32_t slot, std::size_t pool);
    void settleSteps();
    void moveEnd(std::uint32_t slot);
    // elastic capacity (elastic.cpp)
    void requestNodes();
    void requestNodesByGroup();
    std::int64_t requestNodesOf(std::size_t pool, std::int64_t milliGpus);
    void countWaiting(policy::Job job, std::int64_t sign) {
        m_waitingMilli += sign * m_jobs.gpus[job];
        if (m_isChoosy)
            m_waitingGroups[poolsFor(job)] += sign * m_jobs.gpus[job];
    }
    void requestNode(std::size_t pool, Tick delay);
    void nodeReady(std::uint32_t node);
    void nodeIdleTooLong(std::uint32_t node);
    void armIdleTimers();
    void armIdleTimer(std::uint32_t node);
    void disarmIdleTimer(std::uint32_t node);
    void releaseNode(std::uint32_t node);

    const World& m_world;
    const workload::JobTable& m_jobs;
    Keep m_keep;
    std::unique_ptr<policy::Discipline> m_discipline;
    std::vector<std::uint32_t> m_order; ///< rows in order of submission; empty: as they stand
    std::vector<std::uint32_t> m_ranks;
    std::vector<Tick> m_estimates; ///< where the table's own column can not be used
    std::vector<Tick> m_left;      ///< run time still to do, where jobs are preempted
    std::vector<std::uint32_t> m_slotOf;

    des::EventQueue m_queue;
    des::EventHash m_hash;
    std::vector<PoolState> m_pools;
    std::vector<NodeState> m_nodes;
    std::vector<std::uint32_t> m_mayIdle;       ///< machines that fell idle or came up this instant
    std::vector<Running> m_running;             ///< by slot
    std::vector<Tick> m_end;                    ///< by slot
    std::vector<std::vector<Held>> m_held;      ///< by slot, where a pool has nodes
    std::vector<Tick> m_expectedEnd;            ///< by slot, where the rule looks at it
    std::vector<des::EventHandle> m_completion; ///< by slot, where jobs are preempted
    std::vector<des::EventHandle> m_estimateTimer; ///< by slot, where jobs overrun estimates
    std::vector<std::uint32_t> m_freeSlots;
    ExpectedEnds m_ends;
    bool m_usesEnds = false;
    bool m_preempts = false;
    bool m_anyElastic = false;
    bool m_anyNodes = false;
    bool m_exactSpeed = true; ///< every pool runs at the workload's own speed
    bool m_overruns = false;  ///< estimates can be shorter than run times
    std::int64_t m_waitingMilli = 0;
    /// Likewise by the pools that can run the job, where jobs have step models.
    std::map<std::vector<bool>, std::int64_t> m_waitingGroups;
    policy::Since m_since = policy::Since::OnlyArrivals;
    bool m_dispatchDue = false;
    std::vector<Held> m_heldScratch;

    std::unique_ptr<StepProgress> m_progress; ///< where a class has a step model
    bool m_isChoosy;                          ///< some jobs can run on some pools only
    bool m_endsMove = false; ///< completions can be taken back: preemption, or shared pace

    history::History m_history;
    Meter m_meter;
    Tick m_meterFrom = 0;
    std::uint64_t m_steps = 0;
    const Watch* m_watch = nullptr;
    mutable bool m_stop = false; ///< the watch asked to stop, perhaps in the middle of a pass
};

} // namespace gpuplan::sim
