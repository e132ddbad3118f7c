#pragma once
/// Transfers that share links like fluids: max-min fair rates, kept up to date while flows come,
/// go and change. Formula and sources: docs/method.md#fluid.
///
/// What flows in: links with a capacity, flows with a weight, a cap and the links they use. What
/// flows out: each flow's rate, and which rates the last changes moved. Only what a change touches
/// is solved again: a link with room to spare joins no flows together.

#include <gpuplan/base/strong_id.hpp>
#include <gpuplan/des/compensated_sum.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace gpuplan::des {

using LinkId = StrongId<struct FluidLinkTag>;
using FlowId = StrongId<struct FluidFlowTag>;

inline constexpr double unlimitedRate = std::numeric_limits<double>::infinity();

/// A flow at rate r takes coefficient * r of the link.
struct LinkUse {
    LinkId link;
    double coefficient = 1; ///< finite, > 0
};

struct FlowSpec {
    double weight = 1;          ///< finite, > 0: shares of a full link are in proportion to it
    double cap = unlimitedRate; ///< >= 0; finite where the flow uses no link
    std::vector<LinkUse> links; ///< a link named twice counts with the sum of its coefficients
};

/// Every flow is at its cap, or crosses a full link on which no flow has more of rate / weight.
/// Exact up to rounding: after every call the rates are those that a solution from scratch gives.
///
/// Ids count up from 0; the id of a removed flow is the next one given. Numbers out of range are
/// broken promises (ContractViolation). Capacities, rates and caps are in one unit of the caller's.
class FluidNetwork {
public:
    /// \param capacity  finite, >= 0; flows over a link of 0 stand still
    LinkId addLink(double capacity);
    FlowId addFlow(const FlowSpec& spec);
    /// Many at once: solved once, so cheaper than one by one.
    std::vector<FlowId> addFlows(std::span<const FlowSpec> specs);
    void removeFlow(FlowId flow);
    void setCap(FlowId flow, double cap);
    void setCapacity(LinkId link, double capacity);

    double rate(FlowId flow) const { return m_flows[flow.value()].rate; }
    /// The full link that holds the flow back; nothing where its cap does.
    std::optional<LinkId> bottleneck(FlowId flow) const {
        const Index link = m_flows[flow.value()].bottleneck;
        return link == none ? std::nullopt : std::optional(LinkId(link));
    }
    double cap(FlowId flow) const { return m_flows[flow.value()].cap; }
    double capacity(LinkId link) const { return m_links[link.value()].capacity; }
    /// Sum of coefficient * rate; at most the capacity, up to rounding.
    double load(LinkId link) const { return m_links[link.value()].load.value(); }

    /// The flows whose rate is another than when last taken here (0 for new ones), in increasing
    /// order of id. Removed ones are not named. Good until the next call of a changing function.
    std::span<const FlowId> changed();

private:
    using Index = std::uint32_t;
    static constexpr Index none = std::numeric_limits<Index>::max();

    struct Hop {
        Index link;
        double coefficient;
        Index slot; ///< place in the link's list of flows
    };
    struct Flow {
        double weight = 1;
        double cap = 0;
        double rate = 0;
        double takenRate = 0;
        Index bottleneck = none; ///< the full link that holds it back; none: its cap does
        bool isAlive = false;
        bool isReleased = false; ///< being solved for: its use is in no link's load
        bool isFrozen = false;
        bool isTouched = false;
        double solved = 0; ///< rate in the running solution
        std::vector<Hop> hops;
    };
    struct Member {
        Index flow;
        double coefficient;
    };
    struct Link {
        double capacity = 0;
        CompensatedSum load;
        std::vector<Member> flows;
        Index limited = 0; ///< unreleased flows whose bottleneck it is
        // While solving:
        bool isInSolution = false;
        std::vector<Member> released;
        CompensatedSum filled;
        CompensatedSum openUse; ///< coefficient * weight of flows not yet frozen
        Index open = 0;
    };
    struct LinkEvent {
        double level;
        Index link;
        Index open; ///< of the link when the level was worked out
    };
    struct CapEvent {
        double level;
        Index flow;
    };

    static double level(const Flow& flow) { return flow.rate / flow.weight; }
    static bool later(const LinkEvent& a, const LinkEvent& b);
    static double fillLevel(const Link& link);
    static bool isFull(const Link& link, double load);

    Index attach(const FlowSpec& spec);
    Index freshIndex();
    void load(Index flow);
    void unload(Index flow);
    bool hasRoom(const Flow& flow, double more) const;
    void place(Index flow);
    void seedLimited(const Flow& flow);
    void touch(Index flow);

    void release(Index flow);
    void solve();
    void fill();
    void freeze(Index flow, double rate, Index bottleneck);
    bool enlarge();
    void enlargeOver(Index link);
    void commit();

    std::vector<Flow> m_flows;
    std::vector<Link> m_links;
    std::vector<Index> m_free;
    std::vector<Index> m_touched;
    std::vector<FlowId> m_changed;

    std::vector<Index> m_solution;      ///< flows being solved for
    std::vector<Index> m_solutionLinks; ///< the links they cross
    std::vector<LinkEvent> m_linkEvents;
    std::vector<CapEvent> m_capEvents;
};

} // namespace gpuplan::des
