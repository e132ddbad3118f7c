#pragma once
/// Jobs whose speed follows from the hardware they stand on: phases, pace, and what they share with
/// others (docs/method.md#progress, #fluid). Private to `sim`.
///
/// A job is one flow of progress: rate 1 is its pace alone on the hardware, and every link it uses
/// carries its bytes per second times that rate. Rates are max-min fair, so bytes are conserved.

#include <gpuplan/des/fluid_network.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/sim/meter.hpp>
#include <gpuplan/sim/node_pool.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace gpuplan::sim {

/// What all jobs of a class at one kind of place have in common.
struct PlacePace {
    perf::Placement placement;
    perf::JobModel::StartUp startUp;
    perf::Pace cold;
    perf::Pace warm;
};

class StepProgress {
public:
    using Tick = history::Tick;
    using Slot = std::uint32_t;

    explicit StepProgress(const World& world);

    /// Whether the jobs of the class have models.
    bool covers(std::size_t jobClass) const {
        return jobClass < m_world.steps.size() && !m_world.steps[jobClass].byPool.empty();
    }
    /// Whether a job can run on the pool at all; cheap to ask again.
    bool canRun(std::size_t jobClass, std::size_t pool, std::int32_t milliGpus);
    std::optional<perf::JobModel::Obstacle> obstacle(std::size_t jobClass, std::size_t pool,
                                                     std::int32_t milliGpus) const;
    /// Run time of a job by itself on the pool, packed on as few nodes as hold it.
    Tick aloneTime(std::size_t jobClass, std::size_t pool, std::int32_t milliGpus, Tick duration);

    struct Start {
        std::uint32_t job = 0;
        std::uint8_t jobClass = 0;
        std::uint8_t pool = 0;
        std::int32_t milliGpus = 0;
        Tick duration = 0;
        Tick left = 0; ///< of the duration, still to do: less after a preemption
    };
    /// The job begins on the slot. \param held  its nodes; empty where the pool counts GPUs only
    void begin(Slot slot, Tick now, const Start& start, const std::vector<Held>& held);
    /// The phase of the slot is over. \return whether the job is done
    bool phaseEnded(Slot slot, Tick now, history::History& history, Meter& meter);
    /// Work of the duration still to do; books what was done until now.
    Tick stop(Slot slot, Tick now, history::History& history, Meter& meter);
    /// The job is off its GPUs.
    void end(Slot slot, Tick now);

    Tick phaseEnd(Slot slot) const { return m_steps[slot].phaseEnd; }
    /// When the job ends if nothing changes.
    Tick projectedEnd(Slot slot) const;

    /// Brings to their new pace the jobs whose share changed; their phase ends have moved.
    /// \return their slots, ascending; valid until the next call
    const std::vector<Slot>& settle(Tick now, history::History& history, Meter& meter);
    /// Books all running jobs until now, for a reading.
    void bookAll(Tick now, history::History& history, Meter& meter);
    /// What the stores gave, at the end.
    void finish(Tick now, history::History& history);

private:
    enum class Phase : std::uint8_t { StartUp, Cold, Warm };

    struct Steps {
        bool isActive = false;
        bool isMoving = false; ///< its demands count in the stores' loads
        bool hasFlow = false;  ///< and it shares links
        Phase phase = Phase::StartUp;
        std::uint8_t pool = 0;
        std::uint8_t jobClass = 0;
        std::uint32_t job = 0;
        std::int32_t milliGpus = 0;
        const PlacePace* place = nullptr;
        std::array<Tick, 3> left{}; ///< by phase: time of the start-up, then work
        Tick since = 0;             ///< booked until here
        Tick phaseEnd = 0;
        double rate = 1;      ///< of progress; 1: all it asks for
        double workCarry = 0; ///< of a microsecond of work, done and not yet counted
        model::GpuState blame = model::GpuState::Fetch; ///< where the time lost by sharing goes
        des::FlowId flow{};
        perf::StateParts parts{};
        std::int32_t tensorParts = 0;
        std::int32_t gpuPreparationParts = 0;
        std::int32_t bubbleParts = 0;
        bool tensorKnown = false;
        std::array<std::int64_t, model::gpuStateCount>
            carry{}; ///< of 1e9, left over by whole ticks
        std::array<std::int64_t, 3> carryBeside{};
        std::vector<std::uint32_t> nodes;
    };

    /// What a link of the fluid network stands for.
    enum class LinkKind : std::uint8_t {
        StoreRead,
        StoreWrite,
        NodeNetwork,
        LeafUplink,
        NodeStore
    };
    struct StoreMeter {
        double load = 0; ///< B/s now
        double byLink = 0;
        double byJobs = 0;
        double slack = 0;
        Tick since = 0;
    };

    const perf::JobModel& modelOf(const Steps& steps) const {
        return *m_world.steps[steps.jobClass].byPool[steps.pool];
    }
    const perf::Pace& pace(const Steps& steps) const {
        return steps.phase == Phase::Cold ? steps.place->cold : steps.place->warm;
    }
    const PlacePace& placePace(std::size_t jobClass, std::size_t pool,
                               const perf::Placement& placement);
    perf::Placement packed(std::size_t pool, std::int32_t milliGpus) const;
    perf::Placement placementOf(std::size_t pool, std::int32_t milliGpus,
                                const std::vector<Held>& held) const;
    void enterPhase(Slot slot, Tick now);
    void setPhaseEnd(Steps& steps, Tick now) const;
    void setParts(Steps& steps) const;
    model::GpuState blamed(const Steps& steps) const;
    void addFlow(Slot slot, Tick now);
    void dropFlow(Steps& steps, Tick now);
    std::vector<des::LinkUse> uses(const Steps& steps);
    des::LinkId link(LinkKind kind, std::size_t index, std::uint32_t node, double capacity);
    void book(Steps& steps, Tick now, history::History& history, Meter& meter);
    void countBytes(const Steps& steps, Tick work);
    void loadStores(const Steps& steps, double from, double to, Tick now);
    static void load(StoreMeter& meter, double change, Tick now);
    double stretchNow(const Steps& steps) const { return pace(steps).stretch / steps.rate; }

    const World& m_world;
    des::FluidNetwork m_network;
    std::map<std::tuple<std::size_t, std::size_t, perf::Placement>, std::unique_ptr<PlacePace>>
        m_places;
    std::map<std::tuple<std::size_t, std::size_t, std::int32_t>, bool> m_canRun;
    std::map<std::tuple<LinkKind, std::size_t, std::uint32_t>, des::LinkId> m_links;
    std::vector<LinkKind> m_kindOfLink; ///< by link
    std::vector<Steps> m_steps;         ///< by slot
    std::vector<Slot> m_slotOfFlow;     ///< by flow
    std::vector<Slot> m_settled;
    std::vector<Slot> m_entered; ///< phases begun since the last settle
    std::vector<StoreMeter> m_reads;
    std::vector<StoreMeter> m_writes;
};

} // namespace gpuplan::sim
