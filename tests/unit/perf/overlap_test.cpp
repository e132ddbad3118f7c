#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/exchange.hpp>
#include <gpuplan/perf/overlap.hpp>
#include <gpuplan/perf/parallel_traffic.hpp>
#include <gpuplan/perf/sharding.hpp>

#include <catch2/catch.hpp>

#include <vector>

using namespace gpuplan::perf;

TEST_CASE("equal buckets end as buckets one by one do", "[perf][overlap]") {
    for (const std::int64_t count : {1, 2, 7, 40})
        for (const double each : {0.0, 0.001, 0.02, 0.3}) {
            std::vector<double> ready;
            for (std::int64_t k = 1; k <= count; ++k)
                ready.push_back(0.8 * static_cast<double>(k) / static_cast<double>(count));
            const std::vector<double> times(static_cast<std::size_t>(count), each);

            const Overlap expected = bucketOverlap(0.8, ready, times);
            const Overlap even = evenOverlap(0.8, count, each, 0);

            CHECK(even.finish == Approx(expected.finish).epsilon(1e-12));
            CHECK(even.exposed == Approx(expected.exposed).epsilon(1e-12).margin(1e-15));
        }
}

TEST_CASE("collectives slow the computing beside them", "[perf][overlap]") {
    // Ten buckets of 10 ms in a pass of 1 s: nine run beside it and cost 0.1/1.1 of their time.
    CHECK(evenOverlap(1, 10, 0.01, 0.1).exposed ==
          Approx(9 * 0.01 * 0.1 / 1.1 + 0.01).epsilon(1e-12));
    // Buckets that outlast the pass decide alone: 0.1 s until the first, then ten of 0.5 s.
    CHECK(evenOverlap(1, 10, 0.5, 0.1).exposed == Approx(0.1 + 5 - 1).epsilon(1e-12));
    CHECK(evenOverlap(1, 10, 0, 0.1).exposed == 0);
}

TEST_CASE("buckets hold 25 MiB, the last one the rest", "[perf][overlap]") {
    CHECK(bucketCount(0) == 1);
    CHECK(bucketCount(26'214'400) == 1);
    CHECK(bucketCount(26'214'401) == 2);
    CHECK(bucketCount(2.6214400e9) == 100);
}

TEST_CASE("sharded weights are sent one and a half times", "[perf][sharded]") {
    for (const std::int64_t stage : {0, 1, 2})
        CHECK(shardedBytes(1e9, 2, 8, stage) == Approx(2 * 7.0 / 8 * 2e9).epsilon(1e-12));
    CHECK(shardedBytes(1e9, 2, 8, 3) == Approx(3 * 7.0 / 8 * 2e9).epsilon(1e-12));
    CHECK(shardedBytes(1e9, 2, 1, 3) == 0);
}

TEST_CASE("gathers hide behind the layer before, the first and the last scatter do not",
          "[perf][sharded]") {
    // Layers of 10 ms forward and 20 ms backward.
    const ShardedTimes hidden = fullySharded(4, 0.005, 0.004, 0.04, 0.08);
    CHECK(hidden.whole == Approx(4 * (2 * 0.005 + 0.004)).epsilon(1e-12));
    CHECK(hidden.exposed == Approx(2 * 0.005 + 0.004).epsilon(1e-12));

    // Gathers of 12 ms outlast forward layers by 2 ms; with scatters of 11 ms backward ones by 3
    // ms.
    const ShardedTimes late = fullySharded(4, 0.012, 0.011, 0.04, 0.08);
    CHECK(late.exposed == Approx(0.012 + 3 * 0.002 + 0.012 + 3 * 0.003 + 0.011).epsilon(1e-12));
}

TEST_CASE("one stage has no bubble, chunks make it smaller", "[perf][parallelism]") {
    CHECK(pipelineBubble(1, 4, 1) == 0);
    CHECK(pipelineBubble(4, 12, 1) == Approx(3.0 / 12).epsilon(1e-15));
    CHECK(pipelineBubble(4, 12, 3) == Approx(3.0 / 36).epsilon(1e-15));
}

TEST_CASE("hybrid sharding divides among the ranks of a node", "[perf][sharded]") {
    gpuplan::model::Parallelism parallel;
    parallel.hybridSharding = true;
    parallel.sharding = 3;
    CHECK(shardRanks(parallel, 16, 1, 8) == 8);
    CHECK(shardRanks(parallel, 6, 1, 8) == 6);  // one node holds them all
    CHECK(shardRanks(parallel, 12, 1, 8) == 4); // groups that no node boundary cuts
    CHECK(shardRanks(parallel, 16, 2, 8) == 4); // of a node 4 tensor pairs
    CHECK(shardRanks(parallel, 4, 16, 8) == 1);
    CHECK(shardRanks(parallel, 16, 1, 0) == 16);
    parallel.sharding = 1;
    CHECK(shardRanks(parallel, 16, 1, 8) == 16);
    parallel.sharding = 3;
    parallel.hybridSharding = false;
    CHECK(shardRanks(parallel, 16, 1, 8) == 16);
}

TEST_CASE("of hybrid sharding only gradients of shards cross the network", "[perf][sharded]") {
    // Two nodes of four: 10 GB/s between GPUs, 4 GB/s out of a node, 1 GB/s for each GPU.
    NodeRates node;
    node.gpus = node.islandGpus = 4;
    node.gpuLink = {0, 10e9};
    node.network = {0, 4e9};
    const Placement placement{8, 2, 1, 4};
    ComputeSide side;
    side.dataRanks = 8;
    side.layers = 5;
    side.microSteps = 3;
    side.gradientBytes = 8e9;
    gpuplan::model::Parallelism parallel;
    parallel.sharding = 3;
    parallel.overlap = false;
    parallel.hybridSharding = true;

    const Exchange hybrid = gradientExchange(side, parallel, node, placement);
    // In the node 3 micro-steps gather twice and scatter once, 3/4 of 8 GB at 10 GB/s each; then
    // two nodes all-reduce quarters of 2 GB: 2 x 1/2 of them at 1 GB/s.
    CHECK(hybrid.whole == Approx(3 * 3 * 0.75 * 0.8 + 2.0));
    CHECK(hybrid.exposed == Approx(hybrid.whole));
    CHECK(hybrid.networkBytes == Approx(8e9)); // four GPUs with 2 GB each

    // Beside a backward pass longer than everything only ends show: two gathers and a scatter of
    // a fifth, and the last bucket with what the network slows down.
    parallel.overlap = true;
    side.forward = 100;
    side.backward = 200;
    const auto buckets = static_cast<double>(bucketCount(2e9));
    const double each = 2.0 / buckets;
    CHECK(gradientExchange(side, parallel, node, placement).exposed ==
          Approx(3 * 3 * 0.12 + (buckets - 1) * each * 0.02 / 1.02 + each));

    parallel.overlap = false;
    parallel.hybridSharding = false;
    // Weights too go over the network, in every micro-step: 1.5 x 2 x 1/2 of 8 GB.
    CHECK(gradientExchange(side, parallel, node, placement).networkBytes == Approx(3 * 12e9));
}
