#include <gpuplan/base/contract.hpp>
#include <gpuplan/sim/step_progress.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::sim {

using model::GpuState;

namespace {

/// Instants stay below this, so that adding to one can not overflow.
constexpr std::int64_t lastInstant = INT64_MAX / 2;

std::int64_t ticks(double time) {
    if (!(time < static_cast<double>(lastInstant)))
        throw ArithmeticOverflow("a job's run time runs past the last instant that can be kept");
    return static_cast<std::int64_t>(time);
}

std::int64_t roundedUp(double time) {
    return ticks(std::ceil(time));
}

/// Whole ticks of `whole` x part of 1e9 and what was left over before; keeps what is left over now.
std::int64_t takeTicks(std::int64_t whole, std::int32_t part, std::int64_t& carry) {
    constexpr std::int64_t wholeParts = perf::wholeParts;
    // Products of spans up to two and a half hours fit in 64 bits, which divide much faster.
    constexpr std::int64_t shortSpan = INT64_MAX / wholeParts - 20;
    if (whole < shortSpan) {
        const std::int64_t product = whole * part + carry;
        const std::int64_t taken = product > 0 ? product / wholeParts : 0;
        carry = product - taken * wholeParts;
        return taken;
    }
    const Int128 product = Int128{whole} * part + carry;
    const Int128 taken = product > 0 ? product / wholeParts : Int128{0};
    carry = static_cast<std::int64_t>(product - taken * wholeParts);
    return static_cast<std::int64_t>(taken);
}

/// Parts of `whole` ticks by shares of 1e9: what a share left over from earlier calls is kept in
/// `carry`, so that over time each part is its share to within a tick, and every call's parts sum
/// to `whole`.
void splitTicks(std::int64_t whole, const perf::StateParts& parts,
                std::array<std::int64_t, model::gpuStateCount>& carry,
                std::array<std::int64_t, model::gpuStateCount>& out) {
    std::int64_t left = whole;
    for (std::size_t s = 0; s < parts.size(); ++s) {
        if (parts[s] == 0 && carry[s] == 0)
            continue;
        out[s] = takeTicks(whole, parts[s], carry[s]);
        left -= out[s];
    }
    // Carries sum to 0 over all states, so what is left over, or one tick too much, is at most one
    // a state: it goes to the largest carry, or comes from the smallest.
    for (; left > 0; --left) {
        const auto most = std::max_element(carry.begin(), carry.end());
        ++out[static_cast<std::size_t>(most - carry.begin())];
        *most -= perf::wholeParts;
    }
    for (; left < 0; ++left) {
        std::size_t least = parts.size();
        for (std::size_t s = 0; s < parts.size(); ++s)
            if (out[s] > 0 && (least == parts.size() || carry[s] < carry[least]))
                least = s;
        --out[least];
        carry[least] += perf::wholeParts;
    }
}

} // namespace

StepProgress::StepProgress(const World& world)
    : m_world(world), m_reads(world.stores.size()), m_writes(world.stores.size()) {}

// ---- places -----------------------------------------------------------------------------------

std::optional<perf::JobModel::Obstacle>
StepProgress::obstacle(std::size_t jobClass, std::size_t pool, std::int32_t milliGpus) const {
    if (milliGpus % 1000 != 0)
        return perf::JobModel::Obstacle{"gpu_share", GpuCount::milli(milliGpus).text(), "1"};
    return m_world.steps[jobClass].byPool[pool]->obstacle(milliGpus / 1000);
}

bool StepProgress::canRun(std::size_t jobClass, std::size_t pool, std::int32_t milliGpus) {
    const auto key = std::tuple(jobClass, pool, milliGpus);
    const auto known = m_canRun.find(key);
    if (known != m_canRun.end())
        return known->second;
    return m_canRun.emplace(key, !obstacle(jobClass, pool, milliGpus)).first->second;
}

perf::Placement StepProgress::packed(std::size_t pool, std::int32_t milliGpus) const {
    return packedPlacement(m_world.pools[pool], milliGpus / 1000);
}

perf::Placement StepProgress::placementOf(std::size_t pool, std::int32_t milliGpus,
                                          const std::vector<Held>& held) const {
    if (held.empty())
        return packed(pool, milliGpus);
    const PoolSpec& spec = m_world.pools[pool];
    perf::Placement placement;
    placement.gpus = std::max<std::int64_t>(1, milliGpus / 1000);
    placement.nodes = static_cast<std::int64_t>(held.size());
    placement.mostOnNode = 1;
    std::vector<std::int64_t> leaves;
    for (const Held& part : held) {
        placement.mostOnNode = std::max<std::int64_t>(placement.mostOnNode, part.share / 1000);
        if (spec.nodesPerLeaf > 0)
            leaves.push_back(part.node / spec.nodesPerLeaf);
    }
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    placement.leaves = std::max<std::int64_t>(1, static_cast<std::int64_t>(leaves.size()));
    return placement;
}

const PlacePace& StepProgress::placePace(std::size_t jobClass, std::size_t pool,
                                         const perf::Placement& placement) {
    std::unique_ptr<PlacePace>& place = m_places[std::tuple(jobClass, pool, placement)];
    if (!place) {
        const perf::JobModel& model = *m_world.steps[jobClass].byPool[pool];
        place = std::make_unique<PlacePace>(PlacePace{placement, model.startUp(placement),
                                                      model.pace(placement, true),
                                                      model.pace(placement, false)});
    }
    return *place;
}

StepProgress::Tick StepProgress::aloneTime(std::size_t jobClass, std::size_t pool,
                                           std::int32_t milliGpus, Tick duration) {
    const PlacePace& place = placePace(jobClass, pool, packed(pool, milliGpus));
    const perf::JobModel& model = *m_world.steps[jobClass].byPool[pool];
    const double cold = static_cast<double>(duration) * model.coldShare(duration, place.placement);
    const double warm = static_cast<double>(duration) - cold;
    return roundedUp(static_cast<double>(place.startUp.time) + cold * place.cold.stretch +
                     warm * place.warm.stretch);
}

// ---- phases -----------------------------------------------------------------------------------

void StepProgress::begin(Slot slot, Tick now, const Start& start, const std::vector<Held>& held) {
    if (slot >= m_steps.size())
        m_steps.resize(slot + 1);
    Steps& steps = m_steps[slot];
    std::vector<std::uint32_t> nodes = std::move(steps.nodes);
    nodes.clear();
    for (const Held& part : held)
        nodes.push_back(part.node);
    steps = Steps{};
    steps.nodes = std::move(nodes);
    steps.isActive = true;
    steps.job = start.job;
    steps.jobClass = start.jobClass;
    steps.pool = start.pool;
    steps.milliGpus = start.milliGpus;
    const perf::Placement placement = placementOf(start.pool, start.milliGpus, held);
    steps.place = &placePace(start.jobClass, start.pool, placement);
    const auto cold = static_cast<Tick>(static_cast<double>(start.duration) *
                                        modelOf(steps).coldShare(start.duration, placement));
    const Tick done = start.duration - start.left;
    const Tick coldLeft = std::max<Tick>(0, std::min(cold, start.duration) - done);
    steps.left = {steps.place->startUp.time, coldLeft, start.left - coldLeft};
    steps.since = now;
    steps.phase = Phase::StartUp;
    enterPhase(slot, now);
}

/// From the phase of the slot on: the first with something to do, or the last.
void StepProgress::enterPhase(Slot slot, Tick now) {
    Steps& steps = m_steps[slot];
    while (steps.phase != Phase::Warm && steps.left[static_cast<std::size_t>(steps.phase)] == 0)
        steps.phase = static_cast<Phase>(static_cast<int>(steps.phase) + 1);
    steps.rate = 1;
    steps.workCarry = 0;
    if (steps.phase != Phase::StartUp)
        addFlow(slot, now);
    setParts(steps);
    setPhaseEnd(steps, now);
    m_entered.push_back(slot);
}

bool StepProgress::phaseEnded(Slot slot, Tick now, history::History& history, Meter& meter) {
    Steps& steps = m_steps[slot];
    book(steps, now, history, meter);
    dropFlow(steps, now);
    const auto phase = static_cast<std::size_t>(steps.phase);
    // Rounding may leave a rest of a tick or so: it is done with the phase.
    if (steps.phase != Phase::StartUp)
        countBytes(steps, steps.left[phase]);
    steps.left[phase] = 0;
    if (steps.phase == Phase::Warm || steps.left[1] + steps.left[2] == 0)
        return true;
    steps.phase = static_cast<Phase>(phase + 1);
    enterPhase(slot, now);
    return false;
}

StepProgress::Tick StepProgress::stop(Slot slot, Tick now, history::History& history,
                                      Meter& meter) {
    Steps& steps = m_steps[slot];
    book(steps, now, history, meter);
    return steps.left[1] + steps.left[2];
}

void StepProgress::end(Slot slot, Tick now) {
    Steps& steps = m_steps[slot];
    dropFlow(steps, now);
    steps.isActive = false;
}

StepProgress::Tick StepProgress::projectedEnd(Slot slot) const {
    const Steps& steps = m_steps[slot];
    double after = 0;
    if (steps.phase == Phase::StartUp)
        after += static_cast<double>(steps.left[1]) * steps.place->cold.stretch;
    if (steps.phase != Phase::Warm)
        after += static_cast<double>(steps.left[2]) * steps.place->warm.stretch;
    const Tick rest = roundedUp(after);
    if (rest > lastInstant - steps.phaseEnd)
        throw ArithmeticOverflow("the schedule runs past the last instant that can be kept");
    return steps.phaseEnd + rest;
}

void StepProgress::setPhaseEnd(Steps& steps, Tick now) const {
    const Tick left = steps.left[static_cast<std::size_t>(steps.phase)];
    const Tick length = steps.phase == Phase::StartUp
                            ? left
                            : roundedUp(static_cast<double>(left) * stretchNow(steps));
    if (length > lastInstant - std::max<Tick>(now, 0))
        throw ArithmeticOverflow("the schedule runs past the last instant that can be kept");
    steps.phaseEnd = now + length;
}

void StepProgress::setParts(Steps& steps) const {
    if (steps.phase == Phase::StartUp) {
        steps.parts = steps.place->startUp.parts;
        steps.tensorParts = steps.gpuPreparationParts = steps.bubbleParts = 0;
        steps.tensorKnown = pace(steps).tensorKnown;
        return;
    }
    const perf::Pace& alone = pace(steps);
    steps.tensorKnown = alone.tensorKnown;
    const auto scaled = [&steps](std::int32_t part) {
        return static_cast<std::int32_t>(static_cast<double>(part) * steps.rate);
    };
    steps.tensorParts = scaled(alone.tensorParts);
    steps.gpuPreparationParts = scaled(alone.gpuPreparationParts);
    steps.bubbleParts = scaled(alone.bubbleParts);
    std::int32_t left = perf::wholeParts;
    for (std::size_t s = 0; s < alone.parts.size(); ++s) {
        steps.parts[s] = scaled(alone.parts[s]);
        left -= steps.parts[s];
    }
    steps.parts[static_cast<std::size_t>(steps.blame)] += left;
}

// ---- sharing ----------------------------------------------------------------------------------

des::LinkId StepProgress::link(LinkKind kind, std::size_t index, std::uint32_t node,
                               double capacity) {
    const auto key = std::tuple(kind, index, node);
    const auto known = m_links.find(key);
    if (known != m_links.end())
        return known->second;
    const des::LinkId id = m_network.addLink(capacity);
    m_links.emplace(key, id);
    if (m_kindOfLink.size() <= id.value())
        m_kindOfLink.resize(id.value() + 1);
    m_kindOfLink[id.value()] = kind;
    return id;
}

std::vector<des::LinkUse> StepProgress::uses(const Steps& steps) {
    std::vector<des::LinkUse> uses;
    const perf::Pace& alone = pace(steps);
    const ClassSteps& shared = m_world.steps[steps.jobClass];
    const PoolSpec& pool = m_world.pools[steps.pool];
    const auto nodes = static_cast<double>(steps.place->placement.nodes);
    double perNode = alone.networkSend;
    const auto add = [&uses](des::LinkId link, double coefficient) {
        if (coefficient > 0)
            uses.push_back({link, coefficient});
    };
    const auto addStore = [&](std::size_t store, LinkKind kind, double demand) {
        if (store == ClassSteps::noStore || demand <= 0)
            return;
        const SharedStore& spec = m_world.stores[store];
        const double capacity = kind == LinkKind::StoreRead ? spec.read : spec.write;
        if (capacity > 0)
            add(link(kind, store, 0, capacity), demand);
        perNode += demand / nodes;
    };
    addStore(shared.store, LinkKind::StoreRead, alone.storeRead);
    addStore(shared.checkpointStore, LinkKind::StoreWrite, alone.storeWrite);
    const std::optional<perf::StoreRates>& store = modelOf(steps).inputs().store;
    const bool readsLocally = store && store->isLocal && store->read > 0;
    std::vector<std::uint32_t> leaves;
    for (const std::uint32_t node : steps.nodes) {
        if (readsLocally)
            add(link(LinkKind::NodeStore, steps.pool, node, store->read), alone.storeRead / nodes);
        if (pool.nodeNetwork > 0)
            add(link(LinkKind::NodeNetwork, steps.pool, node, pool.nodeNetwork), perNode);
        if (pool.nodesPerLeaf > 0 && pool.leafUplink > 0)
            leaves.push_back(static_cast<std::uint32_t>(node / pool.nodesPerLeaf));
    }
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    // A ring crosses each leaf's uplink once each way.
    if (leaves.size() > 1)
        for (const std::uint32_t leaf : leaves)
            add(link(LinkKind::LeafUplink, steps.pool, leaf, pool.leafUplink), alone.networkSend);
    return uses;
}

void StepProgress::addFlow(Slot slot, Tick now) {
    Steps& steps = m_steps[slot];
    std::vector<des::LinkUse> links = uses(steps);
    const perf::Pace& alone = pace(steps);
    if (!links.empty()) {
        // Fair by bytes a second of each node: of what it reads, or else of what it sends.
        const auto nodes = static_cast<double>(steps.place->placement.nodes);
        const double perNode = alone.storeRead > 0     ? alone.storeRead / nodes
                               : alone.networkSend > 0 ? alone.networkSend
                                                       : alone.storeWrite / nodes;
        steps.flow = m_network.addFlow({1e9 / perNode, 1.0, std::move(links)});
        steps.hasFlow = true;
        if (m_slotOfFlow.size() <= steps.flow.value())
            m_slotOfFlow.resize(steps.flow.value() + 1);
        m_slotOfFlow[steps.flow.value()] = slot;
        steps.rate = m_network.rate(steps.flow);
        steps.blame = blamed(steps);
    }
    loadStores(steps, 0, steps.rate, now);
    // Work is counted in whole microseconds, and a phase ends with one.
    const double unit = std::max(alone.stretch, 1.0) * 1e-6;
    const ClassSteps& shared = m_world.steps[steps.jobClass];
    if (shared.store != ClassSteps::noStore)
        m_reads[shared.store].slack += alone.storeRead * unit;
    if (shared.checkpointStore != ClassSteps::noStore)
        m_writes[shared.checkpointStore].slack += alone.storeWrite * unit;
    steps.isMoving = true;
}

void StepProgress::dropFlow(Steps& steps, Tick now) {
    if (!steps.isMoving)
        return;
    loadStores(steps, steps.rate, 0, now);
    if (steps.hasFlow)
        m_network.removeFlow(steps.flow);
    steps.hasFlow = steps.isMoving = false;
}

GpuState StepProgress::blamed(const Steps& steps) const {
    const auto bottleneck = m_network.bottleneck(steps.flow);
    if (!bottleneck)
        return GpuState::Fetch;
    switch (m_kindOfLink[bottleneck->value()]) {
    case LinkKind::StoreRead:
    case LinkKind::NodeStore:
        return GpuState::Fetch;
    case LinkKind::StoreWrite:
        return GpuState::Checkpoint;
    case LinkKind::LeafUplink:
        return GpuState::Comm;
    case LinkKind::NodeNetwork:
        break;
    }
    const perf::Pace& alone = pace(steps);
    const auto nodes = static_cast<double>(steps.place->placement.nodes);
    return alone.networkSend >= alone.storeRead / nodes ? GpuState::Comm : GpuState::Fetch;
}

const std::vector<StepProgress::Slot>& StepProgress::settle(Tick now, history::History& history,
                                                            Meter& meter) {
    m_settled.clear();
    for (const des::FlowId flow : m_network.changed()) {
        const Slot slot = m_slotOfFlow[flow.value()];
        Steps& steps = m_steps[slot];
        if (!steps.isActive || !steps.hasFlow || steps.flow != flow)
            continue; // it came and went within the instant
        const double rate = m_network.rate(flow);
        if (rate == steps.rate)
            continue;
        book(steps, now, history, meter);
        loadStores(steps, steps.rate, rate, now);
        steps.rate = rate;
        steps.blame = blamed(steps);
        setParts(steps);
        setPhaseEnd(steps, now);
        m_settled.push_back(slot);
    }
    for (const Slot slot : m_entered)
        if (m_steps[slot].isActive)
            m_settled.push_back(slot);
    m_entered.clear();
    std::sort(m_settled.begin(), m_settled.end());
    m_settled.erase(std::unique(m_settled.begin(), m_settled.end()), m_settled.end());
    return m_settled;
}

// ---- accounts ---------------------------------------------------------------------------------

void StepProgress::load(StoreMeter& meter, double change, Tick now) {
    meter.byLink += meter.load * static_cast<double>(now - meter.since) * 1e-6;
    meter.since = now;
    meter.load += change;
}

void StepProgress::loadStores(const Steps& steps, double from, double to, Tick now) {
    const ClassSteps& shared = m_world.steps[steps.jobClass];
    const perf::Pace& alone = pace(steps);
    if (shared.store != ClassSteps::noStore)
        load(m_reads[shared.store], alone.storeRead * (to - from), now);
    if (shared.checkpointStore != ClassSteps::noStore)
        load(m_writes[shared.checkpointStore], alone.storeWrite * (to - from), now);
}

void StepProgress::book(Steps& steps, Tick now, history::History& history, Meter& meter) {
    const Tick elapsed = now - steps.since;
    if (elapsed == 0)
        return;
    steps.since = now;
    Meter::Held held;
    splitTicks(elapsed, steps.parts, steps.carry, held.ticks);
    held.tensor = takeTicks(elapsed, steps.tensorParts, steps.carryBeside[0]);
    held.gpuPreparation = takeTicks(elapsed, steps.gpuPreparationParts, steps.carryBeside[1]);
    held.bubble = takeTicks(elapsed, steps.bubbleParts, steps.carryBeside[2]);
    held.tensorKnown = steps.tensorKnown;
    meter.held(steps.pool, steps.milliGpus, held);
    auto& states = history.jobStates[steps.job];
    for (std::size_t s = 0; s < states.size(); ++s)
        states[s] += held.ticks[s];
    Tick& left = steps.left[static_cast<std::size_t>(steps.phase)];
    if (steps.phase == Phase::StartUp) {
        left -= elapsed;
        return;
    }
    const double exact = static_cast<double>(elapsed) / stretchNow(steps) + steps.workCarry;
    const Tick done = std::min(left, ticks(exact));
    steps.workCarry = std::clamp(exact - static_cast<double>(done), 0.0, 1.0);
    left -= done;
    countBytes(steps, done);
}

void StepProgress::countBytes(const Steps& steps, Tick work) {
    const perf::Pace& alone = pace(steps);
    const double seconds = static_cast<double>(work) * alone.stretch * 1e-6;
    const ClassSteps& shared = m_world.steps[steps.jobClass];
    if (shared.store != ClassSteps::noStore)
        m_reads[shared.store].byJobs += alone.storeRead * seconds;
    if (shared.checkpointStore != ClassSteps::noStore)
        m_writes[shared.checkpointStore].byJobs += alone.storeWrite * seconds;
}

void StepProgress::bookAll(Tick now, history::History& history, Meter& meter) {
    for (Steps& steps : m_steps)
        if (steps.isActive)
            book(steps, now, history, meter);
}

void StepProgress::finish(Tick now, history::History& history) {
    for (std::size_t store = 0; store < m_world.stores.size(); ++store) {
        load(m_reads[store], 0, now);
        load(m_writes[store], 0, now);
        const std::string& name = m_world.stores[store].name;
        if (m_reads[store].byLink > 0)
            history.dataMoved.push_back(
                {name, false, m_reads[store].byLink, m_reads[store].byJobs, m_reads[store].slack});
        if (m_writes[store].byLink > 0)
            history.dataMoved.push_back({name, true, m_writes[store].byLink, m_writes[store].byJobs,
                                         m_writes[store].slack});
    }
}

} // namespace gpuplan::sim
