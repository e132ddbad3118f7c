#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/fluid_network.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::des {

namespace {

// Relative. A rate that moved less than the first is taken as unmoved, so that rounding wakes
// nobody; the second, which decides what is full and what is more, must be well above it.
constexpr double unmoved = 1e-14;
constexpr double equal = 1e-12;

bool isFiniteFrom0(double value) {
    return std::isfinite(value) && value >= 0;
}

} // namespace

LinkId FluidNetwork::addLink(double capacity) {
    GPUPLAN_EXPECTS(isFiniteFrom0(capacity), "a link has a finite capacity of 0 or more");
    m_links.emplace_back().capacity = capacity;
    return LinkId(static_cast<Index>(m_links.size() - 1));
}

FluidNetwork::Index FluidNetwork::freshIndex() {
    if (m_free.empty()) {
        m_flows.emplace_back();
        return static_cast<Index>(m_flows.size() - 1);
    }
    const Index index = m_free.back();
    m_free.pop_back();
    return index;
}

/// Enters the flow in its links' lists, at rate 0 and yet without a bottleneck.
FluidNetwork::Index FluidNetwork::attach(const FlowSpec& spec) {
    GPUPLAN_EXPECTS(std::isfinite(spec.weight) && spec.weight > 0, "a flow's weight is above 0");
    GPUPLAN_EXPECTS(spec.cap >= 0, "a flow's cap is 0 or more");
    GPUPLAN_EXPECTS(!spec.links.empty() || std::isfinite(spec.cap),
                    "a flow without links has a finite cap");
    for (const LinkUse& use : spec.links)
        GPUPLAN_EXPECTS(use.link.value() < m_links.size() && std::isfinite(use.coefficient) &&
                            use.coefficient > 0,
                        "a flow uses links of its network, each with a coefficient above 0");
    const Index index = freshIndex();
    Flow& flow = m_flows[index];
    flow.weight = spec.weight;
    flow.cap = spec.cap;
    flow.rate = 0;
    flow.takenRate = 0;
    flow.bottleneck = none;
    flow.isAlive = true;
    flow.hops.clear();
    for (const LinkUse& use : spec.links)
        flow.hops.push_back({use.link.value(), use.coefficient, 0});
    std::sort(flow.hops.begin(), flow.hops.end(),
              [](const Hop& a, const Hop& b) { return a.link < b.link; });
    std::size_t kept = 0;
    for (const Hop hop : flow.hops) {
        if (kept > 0 && flow.hops[kept - 1].link == hop.link)
            flow.hops[kept - 1].coefficient += hop.coefficient;
        else
            flow.hops[kept++] = hop;
    }
    flow.hops.resize(kept);
    for (Hop& hop : flow.hops) {
        Link& link = m_links[hop.link];
        hop.slot = static_cast<Index>(link.flows.size());
        link.flows.push_back({index, hop.coefficient});
    }
    return index;
}

void FluidNetwork::load(Index index) {
    Flow& flow = m_flows[index];
    for (const Hop& hop : flow.hops)
        m_links[hop.link].load.add(hop.coefficient * flow.rate);
    if (flow.bottleneck != none)
        ++m_links[flow.bottleneck].limited;
}

void FluidNetwork::unload(Index index) {
    Flow& flow = m_flows[index];
    for (const Hop& hop : flow.hops)
        m_links[hop.link].load.subtract(hop.coefficient * flow.rate);
    if (flow.bottleneck != none)
        --m_links[flow.bottleneck].limited;
}

void FluidNetwork::touch(Index index) {
    Flow& flow = m_flows[index];
    if (!flow.isTouched)
        m_touched.push_back(index);
    flow.isTouched = true;
}

/// Whether all links of a loaded flow let it send so much more.
bool FluidNetwork::hasRoom(const Flow& flow, double more) const {
    return std::all_of(flow.hops.begin(), flow.hops.end(), [&](const Hop& hop) {
        const Link& link = m_links[hop.link];
        return hop.coefficient * more <= link.load.missingFrom(link.capacity);
    });
}

/// Starts the solution with the flows that the links of this one hold back.
void FluidNetwork::seedLimited(const Flow& flow) {
    for (const Hop& hop : flow.hops) {
        const Link& link = m_links[hop.link];
        for (std::size_t i = 0; link.limited > 0 && i < link.flows.size(); ++i)
            if (m_flows[link.flows[i].flow].bottleneck == hop.link)
                release(link.flows[i].flow);
    }
}

/// Finds the place of a loaded flow that wants more than it has.
void FluidNetwork::place(Index index) {
    Flow& flow = m_flows[index];
    if (hasRoom(flow, flow.cap - flow.rate)) {
        unload(index);
        flow.rate = flow.cap;
        flow.bottleneck = none;
        load(index);
        touch(index);
        return;
    }
    release(index);
    seedLimited(flow);
    solve();
}

FlowId FluidNetwork::addFlow(const FlowSpec& spec) {
    const Index index = attach(spec);
    place(index);
    return FlowId(index);
}

std::vector<FlowId> FluidNetwork::addFlows(std::span<const FlowSpec> specs) {
    std::vector<FlowId> ids;
    for (const FlowSpec& spec : specs)
        ids.emplace_back(attach(spec));
    for (const FlowId id : ids)
        release(id.value());
    for (const FlowId id : ids)
        seedLimited(m_flows[id.value()]);
    solve();
    return ids;
}

void FluidNetwork::removeFlow(FlowId id) {
    const Index index = id.value();
    GPUPLAN_EXPECTS(index < m_flows.size() && m_flows[index].isAlive, "only a live flow can go");
    unload(index);
    Flow& flow = m_flows[index];
    flow.isAlive = false;
    flow.bottleneck = none;
    for (const Hop& hop : flow.hops) {
        Link& link = m_links[hop.link];
        const Member last = link.flows.back();
        link.flows.pop_back();
        if (last.flow == index)
            continue;
        link.flows[hop.slot] = last;
        std::vector<Hop>& hops = m_flows[last.flow].hops;
        std::lower_bound(hops.begin(), hops.end(), hop.link, [](const Hop& a, Index link_) {
            return a.link < link_;
        })->slot = hop.slot;
    }
    for (const Hop& hop : flow.hops)
        if (m_links[hop.link].flows.empty())
            m_links[hop.link].load = {};
    seedLimited(flow);
    solve();
    m_free.push_back(index);
}

void FluidNetwork::setCap(FlowId id, double cap) {
    const Index index = id.value();
    GPUPLAN_EXPECTS(index < m_flows.size() && m_flows[index].isAlive, "only a live flow has a cap");
    Flow& flow = m_flows[index];
    GPUPLAN_EXPECTS(cap >= 0 && (!flow.hops.empty() || std::isfinite(cap)),
                    "a flow's cap is 0 or more, and finite without links");
    if (cap == flow.cap)
        return;
    flow.cap = cap;
    if (cap >= flow.rate) {
        if (flow.bottleneck == none && cap > flow.rate)
            place(index);
        return;
    }
    unload(index);
    flow.rate = cap;
    flow.bottleneck = none;
    load(index);
    touch(index);
    seedLimited(flow);
    solve();
}

void FluidNetwork::setCapacity(LinkId id, double capacity) {
    GPUPLAN_EXPECTS(id.value() < m_links.size() && isFiniteFrom0(capacity),
                    "a link has a finite capacity of 0 or more");
    Link& link = m_links[id.value()];
    const bool isTighter = capacity < link.capacity;
    link.capacity = capacity;
    if (isTighter ? capacity >= link.load.value() : link.limited == 0)
        return;
    for (const Member& member : link.flows)
        if (isTighter || m_flows[member.flow].bottleneck == id.value())
            release(member.flow);
    solve();
}

std::span<const FlowId> FluidNetwork::changed() {
    m_changed.clear();
    std::sort(m_touched.begin(), m_touched.end());
    for (const Index index : m_touched) {
        Flow& flow = m_flows[index];
        flow.isTouched = false;
        if (flow.isAlive && flow.rate != flow.takenRate)
            m_changed.emplace_back(index);
        flow.takenRate = flow.rate;
    }
    m_touched.clear();
    return m_changed;
}

// ---- solving for a part, the rest held fixed ---------------------------------------------------

/// Takes a flow into the solution and its use off its links.
void FluidNetwork::release(Index index) {
    Flow& flow = m_flows[index];
    if (flow.isReleased)
        return;
    unload(index);
    flow.isReleased = true;
    flow.isFrozen = false;
    m_solution.push_back(index);
    for (const Hop& hop : flow.hops) {
        Link& link = m_links[hop.link];
        if (!link.isInSolution)
            m_solutionLinks.push_back(hop.link);
        link.isInSolution = true;
        link.released.push_back({index, hop.coefficient});
    }
}

void FluidNetwork::solve() {
    if (m_solution.empty())
        return;
    do
        fill();
    while (enlarge());
    commit();
}

/// Least rate / weight first; of equals, the link added first.
bool FluidNetwork::later(const LinkEvent& a, const LinkEvent& b) {
    return a.level != b.level ? a.level > b.level : a.link > b.link;
}

/// Where rate / weight of the link's open flows stands when it is full.
double FluidNetwork::fillLevel(const Link& link) {
    return std::max(0.0, link.filled.missingFrom(link.capacity) / link.openUse.value());
}

/// Progressive filling: rate / weight of the released flows rises evenly; a flow stops at its cap
/// or on a full link.
void FluidNetwork::fill() {
    m_linkEvents.clear();
    m_capEvents.clear();
    for (const Index index : m_solutionLinks) {
        Link& link = m_links[index];
        link.filled = link.load;
        link.openUse = {};
        link.open = static_cast<Index>(link.released.size());
        for (const Member& member : link.released)
            link.openUse.add(member.coefficient * m_flows[member.flow].weight);
        m_linkEvents.push_back({fillLevel(link), index, link.open});
    }
    for (const Index index : m_solution) {
        Flow& flow = m_flows[index];
        flow.isFrozen = false;
        if (std::isfinite(flow.cap))
            m_capEvents.push_back({flow.cap / flow.weight, index});
    }
    std::make_heap(m_linkEvents.begin(), m_linkEvents.end(), later);
    std::sort(m_capEvents.begin(), m_capEvents.end(), [](const CapEvent& a, const CapEvent& b) {
        return a.level != b.level ? a.level < b.level : a.flow < b.flow;
    });
    auto nextCap = m_capEvents.begin();
    while (!m_linkEvents.empty() || nextCap != m_capEvents.end()) {
        if (nextCap != m_capEvents.end() && m_flows[nextCap->flow].isFrozen) {
            ++nextCap;
            continue;
        }
        if (!m_linkEvents.empty() &&
            (nextCap == m_capEvents.end() || m_linkEvents.front().level < nextCap->level)) {
            const LinkEvent event = m_linkEvents.front();
            std::pop_heap(m_linkEvents.begin(), m_linkEvents.end(), later);
            m_linkEvents.pop_back();
            Link& link = m_links[event.link];
            if (link.open == 0)
                continue;
            // A frozen flow only lets the others rise further: a level once worked out is never
            // too high, so it need not be kept up to date.
            if (link.open != event.open) {
                m_linkEvents.push_back({fillLevel(link), event.link, link.open});
                std::push_heap(m_linkEvents.begin(), m_linkEvents.end(), later);
                continue;
            }
            for (const Member& member : link.released) {
                const Flow& flow = m_flows[member.flow];
                if (!flow.isFrozen)
                    freeze(member.flow, std::min(flow.cap, event.level * flow.weight), event.link);
            }
            continue;
        }
        freeze(nextCap->flow, m_flows[nextCap->flow].cap, none);
        ++nextCap;
    }
}

void FluidNetwork::freeze(Index index, double rate, Index bottleneck) {
    Flow& flow = m_flows[index];
    flow.isFrozen = true;
    flow.solved = rate;
    flow.bottleneck = bottleneck;
    for (const Hop& hop : flow.hops) {
        Link& link = m_links[hop.link];
        link.filled.add(hop.coefficient * rate);
        link.openUse.subtract(hop.coefficient * flow.weight);
        --link.open;
    }
}

bool FluidNetwork::isFull(const Link& link, double load) {
    return load >= link.capacity * (1 - equal);
}

/// Releases the flows outside whose share the solution makes unfair. \return whether there are any
bool FluidNetwork::enlarge() {
    const std::size_t before = m_solution.size();
    const std::size_t links = m_solutionLinks.size();
    for (std::size_t i = 0; i < links; ++i)
        enlargeOver(m_solutionLinks[i]);
    return m_solution.size() > before;
}

void FluidNetwork::enlargeOver(Index index) {
    Link& link = m_links[index];
    // Flows released since the filling have left the load, and are no longer outside.
    double most = 0;             // rate / weight of the solved flows here
    double held = unlimitedRate; // of those that this link holds back
    for (const Member& member : link.released) {
        const Flow& flow = m_flows[member.flow];
        if (!flow.isFrozen)
            continue;
        most = std::max(most, flow.solved / flow.weight);
        if (flow.bottleneck == index)
            held = std::min(held, flow.solved / flow.weight);
    }
    const bool hasOutside = link.flows.size() > link.released.size();
    if (!hasOutside || (held == unlimitedRate && link.limited == 0))
        return;
    const bool full = isFull(link, link.filled.value());
    for (std::size_t i = 0; i < link.flows.size(); ++i) {
        const Flow& flow = m_flows[link.flows[i].flow];
        if (flow.isReleased)
            continue;
        const bool hasMore = level(flow) > held * (1 + equal);
        const bool wantsMore =
            flow.bottleneck == index && (!full || level(flow) < most * (1 - equal));
        if (hasMore || wantsMore)
            release(link.flows[i].flow);
    }
}

void FluidNetwork::commit() {
    for (const Index index : m_solution) {
        Flow& flow = m_flows[index];
        const bool moved =
            std::fabs(flow.solved - flow.rate) > unmoved * std::max(flow.solved, flow.rate) ||
            flow.rate > flow.cap;
        if (moved) {
            flow.rate = flow.solved;
            touch(index);
        }
        flow.isReleased = false;
        load(index);
    }
    m_solution.clear();
    for (const Index index : m_solutionLinks) {
        m_links[index].isInSolution = false;
        m_links[index].released.clear();
    }
    m_solutionLinks.clear();
}

} // namespace gpuplan::des
