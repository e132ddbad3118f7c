#include <gpuplan/perf/collective.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan::perf;

namespace {

constexpr double us = 1e-6;

/// Eight GPUs on one NVLink switch, 50 GB/s to the network for each.
NodeRates switchedNode() {
    NodeRates node;
    node.gpus = 8;
    node.hostLink = {1 * us, 50e9};
    node.gpuLink = {2 * us, 400e9};
    node.islandGpus = 8;
    node.network = {5 * us, 400e9};
    return node;
}

/// GPUs on the bus alone.
NodeRates busNode() {
    NodeRates node = switchedNode();
    node.gpuLink = {};
    node.islandGpus = 1;
    return node;
}

Placement on(std::int64_t nodes, std::int64_t perNode) {
    return {nodes * perNode, nodes, 1, perNode};
}

} // namespace

TEST_CASE("every operation has its own time", "[perf][collectives]") {
    const LinkRates link{1e-6, 1e9};
    const auto time = [&link](Collective operation, Algorithm algorithm, std::int64_t ranks) {
        return collectiveTime(operation, algorithm, ranks, 8e6, link).value();
    };
    using enum Collective;
    using enum Algorithm;

    CHECK(time(ReduceScatter, Ring, 4) == Approx(3e-6 + 0.75 * 8e-3).epsilon(1e-12));
    CHECK(time(AllGather, Auto, 4) == Approx(3e-6 + 0.75 * 8e-3).epsilon(1e-12));
    CHECK(time(AllToAll, Auto, 5) == Approx(4e-6 + 0.8 * 8e-3).epsilon(1e-12));
    CHECK(time(Broadcast, Tree, 5) == Approx(3e-6 + 8e-3).epsilon(1e-12)); // ceil(log2 5) = 3
    CHECK(time(PointToPoint, Auto, 2) == Approx(1e-6 + 8e-3).epsilon(1e-12));
    CHECK(time(AllReduce, InNetwork, 64) == Approx(2e-6 + 8e-3).epsilon(1e-12));
    CHECK(time(AllReduce, Auto, 1) == 0);
}

TEST_CASE("auto takes what the ranks allow", "[perf][collectives]") {
    const LinkRates link{1e-6, 1e9};
    const auto best = [&link](std::int64_t ranks, double bytes) {
        return collectiveTime(Collective::AllReduce, Algorithm::Auto, ranks, bytes, link).value();
    };

    // 6 is no power of two: the tree wins for small, the ring for large messages.
    CHECK(best(6, 1e3) == Approx(2 * 3 * 1e-6 + 2e-6).epsilon(1e-12));
    CHECK(best(6, 1e9) == Approx(10e-6 + 10.0 / 6).epsilon(1e-12));
    CHECK(best(8, 1e9) == Approx(6e-6 + 14.0 / 8).epsilon(1e-12)); // halving and doubling
    CHECK_FALSE(
        collectiveTime(Collective::AllReduce, Algorithm::HalvingDoubling, 6, 1, link).has_value());
    CHECK_FALSE(collectiveTime(Collective::Broadcast, Algorithm::Ring, 6, 1, link).has_value());
}

TEST_CASE("a job in one island uses its link alone", "[perf][collectives]") {
    // Halving and doubling among 8: 2 log2(8) hops of 2 us.
    CHECK(allReduceTime(1e9, on(1, 8), switchedNode()) ==
          Approx(6 * 2 * us + 2 * 7.0 / 8 * 1e9 / 400e9).epsilon(1e-12));
}

TEST_CASE("over nodes the island reduces first and the network carries the shard",
          "[perf][collectives]") {
    // 400 GB/s of ports over 8 GPUs: 50 GB/s each.
    const double inside = 2 * 7 * 2 * us + 2 * 7.0 / 8 * 1e9 / 400e9;
    const double across = 2 * 3 * 5 * us + 2 * 3.0 / 4 * (1e9 / 8) / 50e9;

    CHECK(allReduceTime(1e9, on(4, 8), switchedNode()) == Approx(inside + across).epsilon(1e-12));
    CHECK(gatherTime(1e9, rankGroup(32, 1, on(4, 8)), switchedNode()) ==
          Approx((inside + across) / 2).epsilon(1e-12));
}

TEST_CASE("islands of a node are a level of their own", "[perf][collectives]") {
    NodeRates node = switchedNode();
    node.islandGpus = 2;
    node.bounceBandwidth = 20e9;

    const double pairs = 2 * 1 * 2 * us + 2 * 0.5 * 1e9 / 400e9;
    const double between = 2 * 3 * 2 * us + 2 * 3.0 / 4 * (1e9 / 2) / 20e9;
    CHECK(allReduceTime(1e9, on(1, 8), node) == Approx(pairs + between).epsilon(1e-12));
}

TEST_CASE("GPUs without links of their own talk over the host link they share",
          "[perf][collectives]") {
    NodeRates node = busNode();
    // Two hops of 1 us over the host; among 4, halving and doubling.
    const auto expected = [](double bandwidth) {
        return 2 * 2 * 2 * us + 2 * 3.0 / 4 * 1e9 / bandwidth;
    };

    CHECK(allReduceTime(1e9, on(1, 4), node) == Approx(expected(50e9)).epsilon(1e-12));
    node.gpusPerUplink = 4;
    CHECK(allReduceTime(1e9, on(1, 4), node) == Approx(expected(50e9 / 4)).epsilon(1e-12));
    node.bounceBandwidth = 6e9;
    CHECK(allReduceTime(1e9, on(1, 4), node) == Approx(expected(6e9)).epsilon(1e-12));
}

TEST_CASE("a measurement of the same ranks replaces the formula", "[perf][collectives]") {
    NodeRates node = switchedNode();
    node.fits = measuredCollectives("h100-sxm-80", true);
    REQUIRE_FALSE(node.fits.empty());
    const double fitted = 42.7 * us + 2 * 7.0 / 8 * 1e9 / 380e9;

    CHECK(allReduceTime(1e9, on(1, 8), node) == Approx(fitted).epsilon(1e-12));
    // Over nodes it replaces the node's part.
    CHECK(allReduceTime(1e9, on(4, 8), node) ==
          Approx(fitted + 2 * 3 * 5 * us + 2 * 3.0 / 4 * (1e9 / 8) / 50e9).epsilon(1e-12));
    // Not of six GPUs, nor of groups that skip GPUs.
    CHECK(allReduceTime(1e9, on(1, 6), node) == allReduceTime(1e9, on(1, 6), switchedNode()));
    CHECK(allReduceTime(1e9, rankGroup(4, 2, on(1, 8)), node) ==
          allReduceTime(1e9, rankGroup(4, 2, on(1, 8)), switchedNode()));
}

TEST_CASE("measurements of pairs and of a network hold only where they were taken",
          "[perf][collectives]") {
    NodeRates pairs = switchedNode();
    pairs.islandGpus = 2;
    pairs.fits = measuredCollectives("a100-pcie-80", true);
    CHECK(allReduceTime(1e8, on(1, 4), pairs) ==
          Approx(55 * us + 1.5 * 1e8 / 23.6e9).epsilon(1e-12));

    NodeRates node = switchedNode();
    node.fits = measuredCollectives("a100-sxm-80", true);
    node.network.bytesPerSecond = 24e9;
    CHECK(allReduceTime(1e9, on(2, 4), node) ==
          Approx(289 * us + 1.75 * 1e9 / 22.8e9).epsilon(1e-12));
    node.network.bytesPerSecond = 200e9;
    CHECK(allReduceTime(1e9, on(2, 4), node) < 0.5 * 1.75 * 1e9 / 22.8e9);
    CHECK(measuredCollectives("a100-sxm-80", false).empty());
    CHECK(measuredCollectives("l40s", true).empty());
}

TEST_CASE("H200 and B200 take as long as their bus bandwidths say", "[perf][collectives]") {
    constexpr double mib = 1024 * 1024;
    struct Row {
        double mebibytes;
        double busBandwidth; ///< GB/s, stas00/ml-engineering
        double tolerance;
    };
    NodeRates h200 = switchedNode();
    h200.fits = measuredCollectives("h200-sxm-141", true);
    for (const Row& row :
         {Row{1, 39.9, 0.01}, Row{16, 220, 0.01}, Row{64, 347, 0.01}, Row{1024, 464, 0.01}}) {
        const double bytes = row.mebibytes * mib;
        CHECK(allReduceTime(bytes, on(1, 8), h200) ==
              Approx(2 * 7.0 / 8 * bytes / (row.busBandwidth * 1e9)).epsilon(row.tolerance));
    }
    NodeRates b200 = switchedNode();
    b200.fits = measuredCollectives("b200", true);
    for (const Row& row : {Row{1, 5.4, 0.01}, Row{16, 64, 0.01}, Row{64, 157, 0.01},
                           Row{1024, 362, 0.03}, Row{4096, 377, 0.03}, Row{16384, 381.8, 0.01}}) {
        const double bytes = row.mebibytes * mib;
        CHECK(allReduceTime(bytes, on(4, 8), b200) ==
              Approx(2 * 31.0 / 32 * bytes / (row.busBandwidth * 1e9)).epsilon(row.tolerance));
    }
}

TEST_CASE("nodes that nothing joins never finish", "[perf][collectives]") {
    NodeRates node = switchedNode();
    node.network = {};

    CHECK(std::isinf(allReduceTime(1e9, on(2, 8), node)));
    CHECK(std::isinf(allToAllTime(1e9, rankGroup(16, 1, on(2, 8)), node)));
    CHECK(std::isinf(sendTime(1e9, 8, on(2, 8), node)));
    CHECK(std::isfinite(allReduceTime(1e9, on(1, 8), node)));
}

TEST_CASE("groups stand where their GPUs do", "[perf][collectives]") {
    // Four GPUs a tensor group, eight a node: two data ranks a node.
    CHECK(rankGroup(8, 4, on(4, 8)) == RankGroup{8, 2, 4, 4, 8});
    CHECK(rankGroup(4, 1, on(4, 8)) == RankGroup{4, 4, 1, 1, 8});
    // Tensor groups of a node each: their data ranks never share one.
    CHECK(rankGroup(4, 8, on(4, 8)) == RankGroup{4, 1, 4, 8, 8});
    // A gang of 5 and 3 GPUs.
    CHECK(rankGroup(8, 1, {8, 2, 1, 5}) == RankGroup{8, 5, 2, 1, 5});
}

TEST_CASE("each kind of link carries its part of an all-to-all", "[perf][collectives]") {
    const RankGroup group = rankGroup(16, 1, on(2, 8));

    // 8 of 16 parts go over the network at 50 GB/s, 7 of 16 over NVLink at 400 GB/s.
    CHECK(allToAllTime(1e9, group, switchedNode()) ==
          Approx(15 * 5 * us + 8.0 / 16 * 1e9 / 50e9).epsilon(1e-12));
    CHECK(allToAllNetworkBytes(1e9, group) == Approx(8 * 8.0 / 16 * 1e9).epsilon(1e-12));
}

TEST_CASE("a message to the next stage takes the link between them", "[perf][collectives]") {
    CHECK(sendTime(4e8, 4, on(2, 8), switchedNode()) == Approx(2 * us + 1e-3).epsilon(1e-12));
    CHECK(sendTime(5e7, 8, on(2, 8), switchedNode()) == Approx(5 * us + 1e-3).epsilon(1e-12));
    CHECK(sendTime(5e7, 4, on(2, 8), busNode()) == Approx(2 * us + 1e-3).epsilon(1e-12));
}

TEST_CASE("nodes send what the levels leave to the network", "[perf][collectives]") {
    // 2 (q-1)/q S from each node in all, however many GPUs share the work.
    CHECK(allReduceNetworkBytes(1e9, rankGroup(32, 1, on(4, 8))) ==
          Approx(2 * 3.0 / 4 * 1e9).epsilon(1e-12));
    // Four tensor groups beside each other: four times, each of its own gradients.
    CHECK(allReduceNetworkBytes(1e9, rankGroup(8, 4, on(4, 8))) ==
          Approx(4 * 2 * 3.0 / 4 * 1e9).epsilon(1e-12));
    CHECK(allReduceNetworkBytes(1e9, rankGroup(8, 1, on(4, 8))) == 0);
}
