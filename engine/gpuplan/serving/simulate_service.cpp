#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/event_queue.hpp>
#include <gpuplan/des/random.hpp>
#include <gpuplan/des/step_integral.hpp>
#include <gpuplan/serving/batch_engine.hpp>
#include <gpuplan/serving/replica_clock.hpp>
#include <gpuplan/serving/request_source.hpp>
#include <gpuplan/serving/scale_window.hpp>
#include <gpuplan/serving/simulate_service.hpp>
#include <gpuplan/serving/token_engine.hpp>

#include <algorithm>
#include <cmath>
#include <deque>

namespace gpuplan::serving {

void ReplicaClock::close(ServiceRun& run) const {
    run.time = m_time;
    std::int64_t& working = run.time[static_cast<std::size_t>(ReplicaState::Working)];
    const std::int64_t communicated =
        std::min(working, static_cast<std::int64_t>(std::nearbyint(m_communicated * 1e6)));
    run.time[static_cast<std::size_t>(ReplicaState::Communicating)] = communicated;
    working -= communicated;
    run.replicas = m_changes;
    run.mostReplicas = m_most;
    for (std::size_t i = 0; i < m_changes.size(); ++i) {
        const Tick until = i + 1 < m_changes.size() ? m_changes[i + 1].at : m_length;
        run.held += m_changes[i].count * (until - m_changes[i].at);
    }
    std::int64_t told = 0;
    for (const std::int64_t part : run.time)
        told += part;
    GPUPLAN_EXPECTS(told == run.held, "the states of replicas add up to the time they existed");
}

namespace {

template <typename Spec>
struct EngineOf;
template <>
struct EngineOf<BatchServing> {
    using Type = BatchEngine;
};
template <>
struct EngineOf<TokenServing> {
    using Type = TokenEngine;
};

/// What an event of the queue stands for; in the payload's upper bits, an index below.
enum class Kind : std::uint32_t { Engine, Entered, Ready, Scale };
constexpr std::uint32_t indexBits = 29;
constexpr std::uint32_t payloadOf(Kind kind, std::uint32_t index) {
    return static_cast<std::uint32_t>(kind) << indexBits | index;
}

template <typename EngineSpec>
class Simulation {
    using Engine = typename EngineOf<EngineSpec>::Type;

public:
    Simulation(const ServiceSpec& spec, const EngineSpec& engine, const Window& window,
               const std::function<bool()>& stop)
        : m_spec(spec), m_engineSpec(engine), m_stop(stop), m_length(window.length),
          m_source(spec.requests, window.seed, window.replication, -window.runIn, window.length),
          m_choices(window.seed, "router/" + spec.requests.name, window.replication),
          m_clock(window.length), m_scale(spec.scaling), m_now(-window.runIn), m_idleSince(m_now),
          m_presence() {
        m_presence.change(m_now, 0);
        for (std::int64_t i = 0; i < spec.scaling.initial; ++i)
            addReplica(false);
        if (isScaled())
            m_events.push(m_now + spec.scaling.period, des::Phase::Dispatch,
                          payloadOf(Kind::Scale, 0));
    }

    std::optional<ServiceRun> run() {
        constexpr std::uint64_t betweenLooks = 16384;
        std::uint64_t steps = 0;
        bool more = m_source.advance();
        for (;;) {
            if (m_stop && ++steps % betweenLooks == 0 && m_stop())
                return std::nullopt;
            const bool hasEvent = !m_events.empty();
            if (more && (!hasEvent || comesBeforeEvents())) {
                arrive();
                more = m_source.advance();
                continue;
            }
            if (!hasEvent || (!more && m_inService == 0 && m_events.topInstant() >= m_length))
                break;
            const des::Event event = m_events.pop();
            m_now = event.at;
            handle(static_cast<Kind>(event.payload >> indexBits),
                   event.payload & ((1U << indexBits) - 1));
        }
        return finish();
    }

    // ---- what engines call --------------------------------------------------------------------

    Flight& flight(std::uint32_t slot) { return m_flights[slot]; }

    void schedule(std::uint32_t replica, Tick at, des::Phase phase) {
        m_events.cancel(m_replicas[replica].event);
        m_replicas[replica].event = m_events.push(at, phase, payloadOf(Kind::Engine, replica));
    }

    void working(std::uint32_t replica, Tick now, bool works) {
        Replica& self = m_replicas[replica];
        const State state = works ? State::Working : State::Idle;
        if (self.state != state)
            enter(self, state, now);
    }

    void communicated(Tick from, Tick to, double seconds) {
        m_clock.communicated(from, to, seconds);
    }

    void evicted() { ++m_run.evictions; }

    void firstToken(std::uint32_t slot, Tick now) { m_flights[slot].first = now; }

    void finished(std::uint32_t slot, Tick now) {
        const Flight& flight = m_flights[slot];
        if (flight.arrived >= 0)
            measure(flight, now);
        m_run.sojourn += now - flight.arrived;
        m_presence.change(now, -1);
        if (--m_inService == 0)
            m_idleSince = now;
        Replica& replica = m_replicas[flight.replica];
        --replica.inFlight;
        m_freeFlights.push_back(slot);
        if (replica.isDraining && replica.inFlight == 0)
            m_drained.push_back(flight.replica);
    }

private:
    enum class State : std::uint8_t { Gone, Provisioning, Loading, Idle, Working };

    struct Replica {
        explicit Replica(const EngineSpec& spec, std::int64_t cores)
            : engine(spec), coreFree(static_cast<std::size_t>(cores), INT64_MIN) {}
        Engine engine;
        State state = State::Gone;
        Tick since = 0; ///< in this state
        bool isDraining = false;
        std::int64_t inFlight = 0;
        std::uint64_t age = 0; ///< number of its start
        des::EventHandle event;
        std::vector<Tick> coreFree; ///< of the front stage, taken in turn
        std::size_t core = 0;
        Tick copyFree = INT64_MIN;
    };

    bool isScaled() const { return m_spec.scaling.least != m_spec.scaling.most; }

    bool comesBeforeEvents() const {
        const Tick at = m_events.topInstant();
        return m_source.at() < at ||
               (m_source.at() == at && m_events.topPhase() > des::Phase::Arrival);
    }

    void handle(Kind kind, std::uint32_t index) {
        switch (kind) {
        case Kind::Engine:
            m_replicas[index].event = {};
            m_replicas[index].engine.onEvent(*this, index, m_now);
            break;
        case Kind::Entered:
            m_replicas[m_flights[index].replica].engine.enqueue(*this, m_flights[index].replica,
                                                                index, m_now);
            break;
        case Kind::Ready:
            becomeReady(index);
            break;
        case Kind::Scale:
            scale();
            break;
        }
        // Outside of the engine's own calls: it must not vanish under its feet.
        for (const std::uint32_t replica : m_drained)
            remove(replica);
        m_drained.clear();
    }

    // ---- requests -----------------------------------------------------------------------------

    void arrive() {
        m_now = m_source.at();
        auto slot = static_cast<std::uint32_t>(m_flights.size());
        if (m_freeFlights.empty()) {
            GPUPLAN_EXPECTS(slot < (1U << indexBits), "the requests in flight fit an index");
            m_flights.emplace_back();
        } else {
            slot = m_freeFlights.back();
            m_freeFlights.pop_back();
        }
        Flight& flight = m_flights[slot];
        flight = {};
        flight.arrived = m_now;
        flight.size = m_source.drawSize();
        m_presence.change(m_now, 1);
        ++m_inService;
        if (m_now >= 0)
            ++m_run.requests;
        if (m_ready.empty()) {
            m_held.push_back(slot);
            if (m_count == 0)
                addReplica(true); // the first request wakes a service at zero and waits for it
        } else {
            route(slot);
        }
    }

    void route(std::uint32_t slot) {
        const std::uint32_t chosen = choose();
        Replica& replica = m_replicas[chosen];
        ++replica.inFlight;
        m_flights[slot].replica = chosen;
        const Tick ready = passFront(replica);
        if (ready == m_now)
            replica.engine.enqueue(*this, chosen, slot, m_now);
        else
            m_events.push(ready, des::Phase::Arrival, payloadOf(Kind::Entered, slot));
    }

    /// When a request that comes now is through the cores and the copy in front. All take equally
    /// long, so cores in turn are cores in order of arrival.
    Tick passFront(Replica& replica) const {
        Tick at = m_now;
        if (m_spec.front.perRequest > 0) {
            Tick& free = replica.coreFree[replica.core];
            replica.core = (replica.core + 1) % replica.coreFree.size();
            at = free = std::max(free, at) + m_spec.front.perRequest;
        }
        if (m_spec.front.copy > 0)
            at = replica.copyFree = std::max(replica.copyFree, at) + m_spec.front.copy;
        return at;
    }

    std::uint32_t choose() {
        const std::size_t count = m_ready.size();
        switch (m_spec.router) {
        case Router::RoundRobin:
            return m_ready[m_turn++ % count];
        case Router::PowerOfTwo: {
            if (count == 1)
                return m_ready[0];
            const auto first = m_choices.index(count);
            const auto other = (first + 1 + m_choices.index(count - 1)) % count;
            const std::uint32_t a = m_ready[first];
            const std::uint32_t b = m_ready[other];
            return m_replicas[b].inFlight < m_replicas[a].inFlight ? b : a;
        }
        case Router::ShortestQueue:
            break;
        }
        std::uint32_t best = m_ready[0];
        for (const std::uint32_t replica : m_ready) {
            if (m_replicas[replica].inFlight < m_replicas[best].inFlight)
                best = replica;
            if (m_replicas[best].inFlight == 0)
                break;
        }
        return best;
    }

    void measure(const Flight& flight, Tick now) {
        const Limits& limits = m_spec.limits;
        const Tick total = now - flight.arrived;
        bool good = !limits.endToEnd || total <= *limits.endToEnd;
        m_run.endToEnd.push_back(static_cast<double>(total));
        if (flight.first >= 0) {
            const Tick first = flight.first - flight.arrived;
            m_run.outputTokens += static_cast<std::uint64_t>(flight.size.output);
            m_run.firstToken.push_back(static_cast<double>(first));
            good = good && (!limits.firstToken || first <= *limits.firstToken);
            if (flight.size.output > 1) {
                const double each = static_cast<double>(now - flight.first) /
                                    static_cast<double>(flight.size.output - 1);
                m_run.perToken.push_back(each);
                good = good && (!limits.perToken || each <= *limits.perToken);
            }
        }
        m_run.withinLimits += good ? 1 : 0;
    }

    // ---- replicas -----------------------------------------------------------------------------

    static ReplicaState accountOf(State state) {
        return state == State::Loading ? ReplicaState::Loading
               : state == State::Idle  ? ReplicaState::Idle
                                       : ReplicaState::Working;
    }

    /// Leaves the present state, counted, for the next.
    void enter(Replica& replica, State next, Tick now) {
        const auto holds = [](State state) {
            return state != State::Gone && state != State::Provisioning;
        };
        if (holds(replica.state))
            m_clock.spent(accountOf(replica.state), replica.since, now);
        if (holds(next) != holds(replica.state))
            m_clock.changed(now, holds(next) ? 1 : -1);
        replica.state = next;
        replica.since = now;
    }

    void addReplica(bool isCold) {
        std::uint32_t index = 0;
        if (m_freeReplicas.empty()) {
            index = static_cast<std::uint32_t>(m_replicas.size());
            m_replicas.emplace_back(m_engineSpec, m_spec.front.cores);
        } else {
            index = m_freeReplicas.back();
            m_freeReplicas.pop_back();
            m_replicas[index] = Replica(m_engineSpec, m_spec.front.cores);
        }
        Replica& replica = m_replicas[index];
        replica.age = ++m_started;
        ++m_count;
        if (!isCold) {
            enter(replica, State::Idle, m_now);
            m_ready.push_back(index);
            return;
        }
        if (m_now >= 0 && m_now < m_length)
            ++m_run.coldStarts;
        replica.state = State::Provisioning;
        replica.since = m_now;
        if (m_spec.coldStart.provisioning > 0)
            replica.event =
                m_events.push(m_now + m_spec.coldStart.provisioning, des::Phase::CapacityChange,
                              payloadOf(Kind::Ready, index));
        else
            becomeReady(index);
    }

    /// The node is there, or the weights are loaded.
    void becomeReady(std::uint32_t index) {
        Replica& replica = m_replicas[index];
        if (replica.state == State::Provisioning) {
            enter(replica, State::Loading, m_now);
            replica.event =
                m_events.push(m_now + m_spec.coldStart.loading, des::Phase::CapacityChange,
                              payloadOf(Kind::Ready, index));
            return;
        }
        replica.event = {};
        enter(replica, State::Idle, m_now);
        m_ready.push_back(index);
        while (!m_held.empty()) {
            const std::uint32_t slot = m_held.front();
            m_held.pop_front();
            route(slot);
        }
    }

    void remove(std::uint32_t index) {
        Replica& replica = m_replicas[index];
        m_events.cancel(replica.event);
        enter(replica, State::Gone, m_now);
        m_freeReplicas.push_back(index);
    }

    /// Takes one away: what still starts first, else the one with least to do, the youngest of
    /// several. It serves what it has.
    void giveUpReplica() {
        const auto isStarting = [](const Replica& replica) {
            return replica.state == State::Provisioning || replica.state == State::Loading;
        };
        std::optional<std::uint32_t> chosen;
        for (std::uint32_t i = 0; i < m_replicas.size(); ++i) {
            const Replica& each = m_replicas[i];
            if (each.state == State::Gone || each.isDraining)
                continue;
            if (!chosen) {
                chosen = i;
                continue;
            }
            const Replica& best = m_replicas[*chosen];
            const auto key = [&](const Replica& replica) {
                return std::tuple(isStarting(replica) ? 0 : 1, replica.inFlight,
                                  ~replica.age); // larger ages are younger
            };
            if (key(each) < key(best))
                chosen = i;
        }
        GPUPLAN_EXPECTS(chosen.has_value(), "there is a replica to give up");
        --m_count;
        m_ready.erase(std::remove(m_ready.begin(), m_ready.end(), *chosen), m_ready.end());
        m_replicas[*chosen].isDraining = true;
        if (m_replicas[*chosen].inFlight == 0)
            remove(*chosen);
    }

    void scale() {
        const Int128 upTo = m_presence.upTo(m_now);
        const double mean =
            toDouble(upTo - m_lastPresence) / static_cast<double>(m_spec.scaling.period);
        m_lastPresence = upTo;
        const Tick idle = m_inService == 0 ? m_now - m_idleSince : -1;
        const std::int64_t wanted = m_scale.decide(m_now, m_count, mean, idle);
        while (m_count < wanted)
            addReplica(true);
        while (m_count > wanted)
            giveUpReplica();
        m_events.push(m_now + m_spec.scaling.period, des::Phase::Dispatch,
                      payloadOf(Kind::Scale, 0));
        if (m_now < m_length)
            m_run.finalReplicas = m_count;
    }

    ServiceRun finish() {
        const Tick end = std::max(m_now, m_length);
        for (Replica& replica : m_replicas)
            if (replica.state != State::Gone && replica.state != State::Provisioning)
                m_clock.spent(accountOf(replica.state), replica.since, end);
        m_run.length = m_length;
        if (!isScaled())
            m_run.finalReplicas = m_count;
        m_run.presence = m_presence.upTo(end);
        m_clock.close(m_run);
        return std::move(m_run);
    }

    const ServiceSpec& m_spec;
    const EngineSpec& m_engineSpec;
    const std::function<bool()>& m_stop;
    Tick m_length;
    RequestSource m_source;
    des::RandomStream m_choices;
    des::EventQueue m_events;
    ReplicaClock m_clock;
    ScaleWindow m_scale;
    ServiceRun m_run;
    Tick m_now;
    std::vector<Flight> m_flights;
    std::vector<std::uint32_t> m_freeFlights;
    std::deque<std::uint32_t> m_held; ///< while no replica is ready
    std::vector<Replica> m_replicas;
    std::vector<std::uint32_t> m_freeReplicas;
    std::vector<std::uint32_t> m_ready;
    std::vector<std::uint32_t> m_drained;
    std::size_t m_turn = 0;
    std::int64_t m_count = 0; ///< replicas that start or serve, not those that drain
    std::uint64_t m_started = 0;
    std::int64_t m_inService = 0;
    Tick m_idleSince;
    des::StepIntegral m_presence;
    Int128 m_lastPresence = 0;
};

} // namespace

std::optional<ServiceRun> simulateService(const ServiceSpec& spec, const Window& window,
                                          const std::function<bool()>& stop) {
    GPUPLAN_EXPECTS(window.length > 0 && window.runIn >= 0, "a window has a length");
    GPUPLAN_EXPECTS(spec.scaling.initial <= spec.scaling.most &&
                        spec.scaling.least <= spec.scaling.most && spec.scaling.most > 0 &&
                        (spec.scaling.initial > 0 || spec.scaling.least == 0),
                    "replicas lie within their limits");
    return std::visit(
        [&](const auto& engine) { return Simulation(spec, engine, window, stop).run(); },
        spec.engine);
}

} // namespace gpuplan::serving
