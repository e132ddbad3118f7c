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
