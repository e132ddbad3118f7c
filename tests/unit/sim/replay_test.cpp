#include "../../bench/bench_trace.hpp"
#include "../../bench/minimal_replay.hpp"

#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <map>

using namespace gpuplan;

namespace {

struct Case {
    const char* policy;
    std::uint64_t startsHash;
};

sim::World cluster(model::QueueRule queue, std::int64_t nodes, std::int64_t perNode,
                   model::PlacementRule placement, model::EstimateRule estimates) {
    sim::World world;
    world.pools.push_back({"cluster", perNode, model::FixedSupply{nodes}, Decimal::integer(1)});
    world.queue = queue;
    world.placement = placement;
    world.estimates = estimates;
    model::Activity busy;
    busy.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    world.activities.push_back(busy);
    return world;
}

sim::World named(const std::string& policy) {
    using model::EstimateRule;
    using model::PlacementRule;
    using model::QueueRule;
    if (policy == "fifo-node")
        return cluster(QueueRule::Fifo, 125, 8, PlacementRule::Pack, EstimateRule::Exact);
    const std::map<std::string, QueueRule> rules{{"fifo", QueueRule::Fifo},
                                                 {"greedy", QueueRule::Greedy},
                                                 {"easy", QueueRule::Easy},
                                                 {"easy-wall", QueueRule::Easy},
                                                 {"srtf", QueueRule::Srtf}};
    return cluster(rules.at(policy), 1000, 1, PlacementRule::Pool,
                   policy == "easy-wall" ? EstimateRule::Requested : EstimateRule::Exact);
}

/// FNV-1a over the times in seconds, with the offset basis of the published reference table.
std::uint64_t referenceHash(const std::vector<history::Tick>& times) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (const history::Tick time : times) {
        std::uint64_t word = static_cast<std::uint64_t>(time / 1'000'000);
        for (int i = 0; i < 8; ++i, word >>= 8U)
            hash = (hash ^ (word & 255U)) * 1099511628211ULL;
    }
    return hash;
}

} // namespace

TEST_CASE("start times equal the reference table, 10,000 jobs at load 1.20, seed 1",
          "[sim][replay]") {
    const workload::JobTable jobs = bench::makeTrace(10'000, 1, 1.20);
    // starts_fnv1a64 of the reference replay table (two separately written programs agree on it).
    const auto entry =
        GENERATE(Case{"fifo", 0xeaab55fa519899c3ULL}, Case{"fifo-node", 0xa4defa9a44c3f543ULL},
                 Case{"greedy", 0xea9ef9cd2a7dccabULL}, Case{"easy", 0x684b334d1dcb1405ULL},
                 Case{"easy-wall", 0x1bdea5bb9fe646c1ULL}, Case{"srtf", 0x55465033fb3fc22fULL});

    const auto history = sim::simulate(named(entry.policy), jobs);

    REQUIRE(history);
    CHECK(history->jobs.completed == 10'000);
    CHECK(referenceHash(history->firstStart) == entry.startsHash);
}

TEST_CASE("a hand-written loop starts every job at the same instant", "[sim][replay]") {
    const double load = GENERATE(0.80, 0.95, 1.20);
    const workload::JobTable jobs = bench::makeTrace(20'000, 7, load, 1000, 1000);

    CHECK(sim::simulate(named("fifo"), jobs)->firstStart == bench::minimalFifo(jobs, 1000));
    CHECK(sim::simulate(named("fifo-node"), jobs)->firstStart ==
          bench::minimalFifoNodes(jobs, 1000));
    CHECK(sim::simulate(named("easy"), jobs)->firstStart ==
          bench::minimalEasy(jobs, 1000, jobs.duration));
    CHECK(sim::simulate(named("easy-wall"), jobs)->firstStart ==
          bench::minimalEasy(jobs, 1000, jobs.estimate));
}
