#include "plain_filling.hpp"

#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/fluid_network.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace gpuplan;
using des::FlowId;
using des::FlowSpec;
using des::FluidNetwork;
using des::LinkId;

namespace {

/// A network beside a list of what is in it, to solve from scratch.
class Twin {
public:
    explicit Twin(std::uint32_t seed) : m_random(seed) {}

    double real(double low, double high) {
        return low + (high - low) * static_cast<double>(m_random()) / 4294967296.0;
    }
    std::size_t index(std::size_t count) { return m_random() % count; }
    bool chance(double p) { return real(0, 1) < p; }

    double aCapacity() { return chance(0.05) ? 0 : chance(0.3) ? 10 : real(1, 100); }
    double aCap() { return chance(0.3) ? des::unlimitedRate : chance(0.4) ? 2 : real(0, 20); }

    void addLink() {
        m_capacities.push_back(aCapacity());
        network.addLink(m_capacities.back());
    }
    FlowSpec aFlow(std::size_t mostLinks) {
        FlowSpec spec;
        spec.weight = chance(0.5) ? 1 : real(0.1, 10);
        spec.cap = aCap();
        std::set<std::uint32_t> used;
        const std::size_t links = 1 + index(mostLinks);
        for (std::size_t i = 0; i < links; ++i)
            used.insert(static_cast<std::uint32_t>(index(m_capacities.size())));
        for (const std::uint32_t link : used)
            spec.links.push_back({LinkId(link), chance(0.6) ? 1 : real(0.1, 3)});
        return spec;
    }
    void add(std::size_t mostLinks) {
        const FlowSpec spec = aFlow(mostLinks);
        m_flows[network.addFlow(spec)] = spec;
    }
    void addMany(std::size_t count, std::size_t mostLinks) {
        std::vector<FlowSpec> specs;
        for (std::size_t i = 0; i < count; ++i)
            specs.push_back(aFlow(mostLinks));
        const auto ids = network.addFlows(specs);
        for (std::size_t i = 0; i < count; ++i)
            m_flows[ids[i]] = specs[i];
    }
    std::map<FlowId, FlowSpec>::iterator anyFlow() {
        return std::next(m_flows.begin(), static_cast<std::ptrdiff_t>(index(m_flows.size())));
    }
    void remove() {
        const auto flow = anyFlow();
        network.removeFlow(flow->first);
        m_told.erase(flow->first);
        m_flows.erase(flow);
    }
    void recap() {
        const auto flow = anyFlow();
        flow->second.cap = aCap();
        network.setCap(flow->first, flow->second.cap);
    }
    void resize() {
        const std::size_t link = index(m_capacities.size());
        m_capacities[link] = aCapacity();
        network.setCapacity(LinkId(static_cast<std::uint32_t>(link)), m_capacities[link]);
    }
    std::size_t flows() const { return m_flows.size(); }

    /// Rates as from scratch, loads within capacities. \return the largest deviation
    double deviation() const {
        std::vector<FlowSpec> specs;
        for (const auto& [id, spec] : m_flows)
            specs.push_back(spec);
        const std::vector<double> expected = plainFilling(m_capacities, specs);
        double worst = 0;
        std::size_t i = 0;
        for (const auto& [id, spec] : m_flows) {
            const double off = std::abs(network.rate(id) - expected[i]);
            worst = std::max(worst, off / std::max(1e-3, expected[i]));
            ++i;
        }
        for (std::size_t link = 0; link < m_capacities.size(); ++link) {
            double load = 0;
            for (const auto& [id, spec] : m_flows)
                for (const des::LinkUse& use : spec.links)
                    if (use.link.value() == link)
                        load += use.coefficient * network.rate(id);
            if (load > m_capacities[link] * (1 + 1e-9))
                worst = std::max(worst, 1.0);
            const double held = network.load(LinkId(static_cast<std::uint32_t>(link)));
            worst = std::max(worst, std::abs(held - load) / std::max(1.0, load));
        }
        return worst;
    }
    /// Follows `changed()`; whether that alone tells every rate.
    bool isToldEverything() {
        bool good = true;
        FlowId last;
        bool first = true;
        for (const FlowId id : network.changed()) {
            good = good && m_flows.count(id) == 1 && (first || last < id);
            good = good && m_told[id] != network.rate(id);
            m_told[id] = network.rate(id);
            last = id;
            first = false;
        }
        for (const auto& [id, spec] : m_flows)
            good = good && m_told[id] == network.rate(id);
        return good;
    }

    FluidNetwork network;

private:
    std::mt19937 m_random;
    std::vector<double> m_capacities;
    std::map<FlowId, FlowSpec> m_flows;
    std::map<FlowId, double> m_told;
};

FlowSpec over(std::initializer_list<std::uint32_t> links, double cap = des::unlimitedRate) {
    FlowSpec spec;
    spec.cap = cap;
    for (const std::uint32_t link : links)
        spec.links.push_back({LinkId(link), 1});
    return spec;
}

} // namespace

TEST_CASE("a capped flow leaves its rest to the others on its link", "[des][fluid]") {
    FluidNetwork network;
    network.addLink(10);
    network.addLink(8);

    const FlowId a = network.addFlow(over({0}));
    const FlowId b = network.addFlow(over({0, 1}));
    const FlowId c = network.addFlow(over({1}));
    const FlowId d = network.addFlow(over({1}, 1));

    CHECK(network.rate(d) == 1);
    CHECK(network.rate(b) == Approx((8.0 - 1) / 2).epsilon(1e-12));
    CHECK(network.rate(c) == Approx((8.0 - 1) / 2).epsilon(1e-12));
    CHECK(network.rate(a) == Approx(10 - 3.5).epsilon(1e-12));
}

TEST_CASE("weights share a full link, coefficients say what a flow takes of it", "[des][fluid]") {
    FluidNetwork network;
    const LinkId link = network.addLink(12);

    const FlowId one = network.addFlow({1, des::unlimitedRate, {{link, 1}}});
    const FlowId three = network.addFlow({3, des::unlimitedRate, {{link, 1}}});
    CHECK(network.rate(one) == Approx(3).epsilon(1e-12));
    CHECK(network.rate(three) == Approx(9).epsilon(1e-12));

    // x + 3x + 2x = 12: the third sends x, but takes two parts.
    const FlowId twice = network.addFlow({1, des::unlimitedRate, {{link, 1}, {link, 1}}});
    CHECK(network.rate(one) == Approx(2).epsilon(1e-12));
    CHECK(network.rate(three) == Approx(6).epsilon(1e-12));
    CHECK(network.rate(twice) == Approx(2).epsilon(1e-12));
    CHECK(network.load(link) == Approx(12).epsilon(1e-12));
}

TEST_CASE("only flows whose rate moved are named, by id", "[des][fluid]") {
    FluidNetwork network;
    network.addLink(10);
    network.addLink(10);
    const FlowId first = network.addFlow(over({0}));
    const FlowId elsewhere = network.addFlow(over({1}));
    CHECK(network.changed().size() == 2);

    const FlowId second = network.addFlow(over({0}));

    const auto changed = network.changed();
    CHECK(std::vector<FlowId>(changed.begin(), changed.end()) == std::vector{first, second});
    network.setCap(elsewhere, 20); // no closer than its link
    CHECK(network.changed().empty());
    network.removeFlow(second);
    CHECK(network.addFlow(over({0})) == second); // its id is free again
    CHECK(network.changed().size() == 1);        // the first is back where it was
}

TEST_CASE("a link of no capacity holds its flows still", "[des][fluid]") {
    FluidNetwork network;
    const LinkId dead = network.addLink(0);
    network.addLink(5);
    const FlowId stuck = network.addFlow(over({0, 1}));
    const FlowId free = network.addFlow(over({1}));

    CHECK(network.rate(stuck) == 0);
    CHECK(network.rate(free) == 5);
    network.setCapacity(dead, 1);
    CHECK(network.rate(stuck) == Approx(1).epsilon(1e-12));
    CHECK(network.rate(free) == Approx(4).epsilon(1e-12));
}

TEST_CASE("numbers no network can have are broken promises", "[des][fluid]") {
    FluidNetwork network;
    const LinkId link = network.addLink(1);

    CHECK_THROWS_AS(network.addLink(-1), ContractViolation);
    CHECK_THROWS_AS(network.addLink(des::unlimitedRate), ContractViolation);
    CHECK_THROWS_AS(network.addFlow({0, 1, {{link, 1}}}), ContractViolation);
    CHECK_THROWS_AS(network.addFlow({1, -1, {{link, 1}}}), ContractViolation);
    CHECK_THROWS_AS(network.addFlow({1, 1, {{link, 0}}}), ContractViolation);
    CHECK_THROWS_AS(network.addFlow({1, 1, {{LinkId(7), 1}}}), ContractViolation);
    CHECK_THROWS_AS(network.addFlow({1, des::unlimitedRate, {}}), ContractViolation);
    CHECK_THROWS_AS(network.removeFlow(FlowId(0)), ContractViolation);
}

TEST_CASE("kept up to date, the rates are those of a solution from scratch",
          "[des][fluid][property]") {
    for (std::uint32_t seed = 1; seed <= 1500; ++seed) {
        Twin twin(seed);
        const std::size_t links = 1 + twin.index(seed % 10 == 0 ? 40 : 8);
        const std::size_t mostLinks = 1 + twin.index(seed % 7 == 0 ? links : 4);
        for (std::size_t i = 0; i < links; ++i)
            twin.addLink();
        if (twin.chance(0.5))
            twin.addMany(1 + twin.index(20), mostLinks);
        for (int operation = 0; operation < 40; ++operation) {
            const double kind = twin.real(0, 1);
            if (twin.flows() == 0 || kind < 0.4)
                twin.add(mostLinks);
            else if (kind < 0.65)
                twin.remove();
            else if (kind < 0.85)
                twin.recap();
            else
                twin.resize();
            const double off = twin.deviation();
            const bool told = operation % 3 == 0 || twin.isToldEverything();
            if (off > 1e-9 || !told) {
                INFO("seed " << seed << ", operation " << operation << ", off " << off);
                REQUIRE(off <= 1e-9);
                REQUIRE(told);
            }
        }
    }
}

TEST_CASE("a million changes leave no drift", "[des][fluid]") {
    Twin twin(7);
    for (int i = 0; i < 6; ++i)
        twin.addLink();
    twin.addMany(20, 3);
    for (int round = 0; round < 200'000; ++round) {
        twin.add(3);
        twin.recap();
        twin.remove();
    }

    CHECK(twin.deviation() <= 1e-9);
}
