/// Benchmarks of shared bandwidth: what an event costs in one busy group while more and more flows
/// run elsewhere, as ratios taken in one run, and a random network of a thousand flows on a
/// thousand links. As in replay_bench, no figure fails a build by itself.

#include <gpuplan/des/fluid_network.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

using namespace gpuplan;
using des::FlowId;
using des::FlowSpec;
using des::FluidNetwork;
using des::LinkId;

namespace {

double secondsOf(const std::function<void()>& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

constexpr std::size_t groupFlows = 10;

/// Groups of ten flows, each with a full store and two full leaf uplinks of its own, behind one
/// spine with room for all: eight read from the store, the last two only cross an uplink. The first
/// group is one more than those that hold `elsewhere` flows.
class Groups {
public:
    explicit Groups(std::size_t elsewhere) {
        const std::size_t groups = 1 + elsewhere / groupFlows;
        m_spine = m_network.addLink(1000.0 * static_cast<double>(groups));
        for (std::size_t group = 0; group < groups; ++group) {
            const LinkId store = m_network.addLink(10);
            const LinkId uplinks[] = {m_network.addLink(6), m_network.addLink(9)};
            for (std::size_t i = 0; i < groupFlows; ++i) {
                FlowSpec flow{1, 1.0 + static_cast<double>(i), {{uplinks[i % 2], 1}, {m_spine, 1}}};
                if (i < 8)
                    flow.links.push_back({store, 1});
                m_network.addFlow(flow);
            }
            if (group == 0) {
                m_visitor = {1, 5, {{store, 1}, {uplinks[0], 1}, {m_spine, 1}}};
                m_busy = {store, uplinks[0], uplinks[1]};
            }
        }
    }
    /// A flow comes to the first group and goes: two events.
    void event() {
        const FlowId flow = m_network.addFlow(m_visitor);
        m_moved += m_network.changed().size();
        m_network.removeFlow(flow);
        m_moved += m_network.changed().size();
    }
    std::size_t moved() const { return m_moved; }
    /// Whether store and uplinks of the first group are full, without the visitor.
    bool isBusy() const {
        return std::all_of(m_busy.begin(), m_busy.end(), [this](LinkId link) {
            return m_network.load(link) > m_network.capacity(link) * (1 - 1e-9);
        });
    }

private:
    FluidNetwork m_network;
    LinkId m_spine;
    FlowSpec m_visitor;
    std::vector<LinkId> m_busy;
    std::size_t m_moved = 0;
};

/// A thousand flows, each over three of a thousand links; one goes and another comes.
double randomMicroseconds(int events) {
    std::mt19937 random(1);
    FluidNetwork network;
    constexpr std::uint32_t links = 1000;
    for (std::uint32_t i = 0; i < links; ++i)
        network.addLink(1.0 + static_cast<double>(random() % 100));
    const auto aFlow = [&] {
        FlowSpec flow;
        flow.cap = 1.0 + static_cast<double>(random() % 60);
        for (int i = 0; i < 3; ++i)
            flow.links.push_back({LinkId(static_cast<std::uint32_t>(random() % links)), 1});
        return flow;
    };
    std::vector<FlowId> flows;
    for (int i = 0; i < 1000; ++i)
        flows.push_back(network.addFlow(aFlow()));
    const double took = secondsOf([&] {
        for (int i = 0; i < events / 2; ++i) {
            FlowId& flow = flows[random() % flows.size()];
            network.removeFlow(flow);
            flow = network.addFlow(aFlow());
        }
    });
    return took / events * 1e6;
}

} // namespace

int main() {
    constexpr int events = 20'000;
    constexpr int rounds = 9;
    const std::size_t counts[] = {100, 1000, 10'000};
    std::vector<Groups> groups;
    for (const std::size_t count : counts) {
        groups.emplace_back(count);
        if (!groups.back().isBusy()) {
            std::fprintf(stderr, "fluid_bench: the group's links are not full\n");
            return 1;
        }
    }
    std::vector<std::vector<double>> cost(std::size(counts));
    std::vector<std::vector<double>> ratio(std::size(counts));
    // In turn, so that a change of the machine's speed meets all three.
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < groups.size(); ++i) {
            cost[i].push_back(secondsOf([&] {
                                  for (int event = 0; event < events; ++event)
                                      groups[i].event();
                              }) /
                              (2.0 * events) * 1e9);
            ratio[i].push_back(cost[i].back() / cost[0].back());
        }
    std::printf("Shared bandwidth: an event in one busy group of %zu flows\n"
                "  %-24s %12s %14s %8s\n",
                groupFlows, "concurrent flows elsewhere", "ns/event", "rates moved", "ratio");
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const double limit = 1.3;
        const double middle = median(ratio[i]);
        std::printf("  %-26zu %12.0f %14.2f %8.2f  limit %.2f  %s\n", counts[i], median(cost[i]),
                    static_cast<double>(groups[i].moved()) / (2.0 * events * rounds), middle, limit,
                    middle <= limit ? "ok" : "MISSED");
    }
    const double random = randomMicroseconds(20'000);
    std::printf("  %-52s %8.2f %-10s limit %.2f  %s\n\n", "1,000 flows on 1,000 links, an event",
                random, "us", 200.0, random <= 200.0 ? "ok" : "MISSED");
    return 0;
}
