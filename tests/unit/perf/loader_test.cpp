#include <gpuplan/perf/loader.hpp>

#include <catch2/catch.hpp>

#include <array>

using namespace gpuplan::perf;
using gpuplan::model::CachePolicy;
using gpuplan::model::Loader;

namespace {

constexpr std::array loaders{Loader::Synchronous, Loader::Workers, Loader::Staged};

/// Fetch 80 ms, prepare 30 ms, copy 4 ms, 4 workers on 4 cores.
LoaderTimes aBatch() {
    return {.fetch = 0.08, .prep = 0.03, .copy = 0.004, .workers = 4, .cores = 4};
}

double step(Loader loader, const LoaderTimes& times, double gpu) {
    return feedOf(loader, times).step(gpu);
}

} // namespace

TEST_CASE("without workers everything adds up", "[perf][loader]") {
    CHECK(step(Loader::Synchronous, aBatch(), 0.06) == Approx(0.08 + 0.03 + 0.004 + 0.06));
    CHECK(boundOf(Loader::Synchronous, aBatch(), 0.06) == LoaderBound::None);
}

TEST_CASE("workers share the batches, stages each take them all", "[perf][loader]") {
    CHECK(step(Loader::Workers, aBatch(), 0.02) == Approx((0.08 + 0.03) / 4));
    CHECK(step(Loader::Workers, aBatch(), 0.06) == 0.06);
    CHECK(step(Loader::Staged, aBatch(), 0.06) == 0.08);
}

TEST_CASE("what limits a loader is named", "[perf][loader]") {
    LoaderTimes times = aBatch();
    CHECK(boundOf(Loader::Staged, times, 0.06) == LoaderBound::Fetch);
    CHECK(boundOf(Loader::Workers, times, 0.06) == LoaderBound::Compute);
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Fetch);
    times.cores = 1;
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Prep);
    times.copy = 0.2;
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Copy);
    times.copyOverlaps = false;
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Copy);
    times = aBatch();
    times.prep = 0.09; // one worker spends more on it than on fetching
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Prep);
    times.storeLimit = 0.3;
    CHECK(boundOf(Loader::Workers, times, 0.02) == LoaderBound::Fetch);
}

TEST_CASE("a blocking copy joins the time of the GPU", "[perf][loader]") {
    LoaderTimes times = aBatch();
    times.copyOverlaps = false;

    CHECK(step(Loader::Workers, times, 0.06) == Approx(0.064));
    CHECK(step(Loader::Staged, times, 0.06) == 0.08); // fetching takes longer still
}

TEST_CASE("the store's share holds back any number of workers", "[perf][loader]") {
    LoaderTimes times = aBatch();
    times.storeLimit = 0.07;
    times.workers = 1000;

    CHECK(step(Loader::Workers, times, 0.06) == 0.07);
}

TEST_CASE("a step never gets shorter when a stage takes longer or one is added", "[perf][loader]") {
    const std::array values{0.0, 0.01, 0.05, 0.3};
    for (const Loader loader : loaders)
        for (const bool overlaps : {true, false})
            for (const double fetch : values)
                for (const double prep : values)
                    for (const double copy : values) {
                        const LoaderTimes times{.fetch = fetch,
                                                .prep = prep,
                                                .copy = copy,
                                                .storeLimit = fetch / 2,
                                                .workers = 3,
                                                .cores = 2,
                                                .copyOverlaps = overlaps};
                        const double all = step(loader, times, 0.06);
                        const auto with = [&](LoaderStages stages) {
                            return step(loader, only(times, stages), 0.06);
                        };
                        REQUIRE(with({false, false, false}) == 0.06);
                        REQUIRE(with({false, false, true}) <= with({false, true, true}));
                        REQUIRE(with({false, true, true}) <= all);
                        REQUIRE(with({true, false, true}) <= all);
                        REQUIRE(with({true, true, false}) <= all);
                        LoaderTimes longer = times;
                        longer.fetch += 0.02;
                        REQUIRE(step(loader, longer, 0.06) >= all);
                        longer = times;
                        longer.prep += 0.02;
                        REQUIRE(step(loader, longer, 0.06) >= all);
                    }
}

TEST_CASE("the first batch waits for every stage", "[perf][loader]") {
    CHECK(firstBatchTime(aBatch()) == Approx(0.114));
}

TEST_CASE("stall shares sum to one and tell preparing from fetching", "[perf][stalls]") {
    const InputRates rates{
        .cache = 1e5, .storage = 4818, .prep = 9000, .copy = 20000, .gpu = 11000};

    const StallShares shares = stallShares(rates, 0.65);

    const double fetch = 1 / (0.35 / 1e5 + 0.65 / 4818);
    CHECK(shares.fetchPerSecond == Approx(fetch));
    CHECK(shares.compute == Approx(fetch / 11000));
    CHECK(shares.prep == Approx((1.0 / 9000 - 1.0 / 11000) * fetch));
    CHECK(shares.compute + shares.prep + shares.fetch == Approx(1).epsilon(1e-12));
}

TEST_CASE("rates that are not known do not bind", "[perf][stalls]") {
    const InputRates rates{.cache = {}, .storage = {}, .prep = {}, .copy = {}, .gpu = 100};

    CHECK(stallShares(rates, 1.0).trainPerSecond == 100);
    CHECK(stallShares(rates, 1.0).compute == 1);
    const InputRates copies{.cache = {}, .storage = {}, .prep = {}, .copy = 50, .gpu = 100};
    CHECK(stallShares(copies, 1.0).trainPerSecond == 50);
}

TEST_CASE("the smallest useful cache just takes the fetch stall away", "[perf][stalls]") {
    InputRates rates{.cache = {}, .storage = 1000, .prep = 2000, .copy = {}, .gpu = 5000};

    // Hits cost nothing: m/S = 1/2000, so m = 1/2.
    CHECK(smallestUsefulCache(rates, CachePolicy::Pinned).value() == Approx(0.5));
    const double cached = smallestUsefulCache(rates, CachePolicy::PageCache).value();
    CHECK(cached > 0.6); // the page cache still misses 0.54 there
    CHECK(cached < 0.75);
    CHECK(smallestUsefulCache(rates, CachePolicy::LruSequential).value() == 1.0);
    CHECK_FALSE(smallestUsefulCache(rates, CachePolicy::None));
    rates.storage = 2000;
    CHECK(smallestUsefulCache(rates, CachePolicy::None).value() == 0.0);
}

TEST_CASE("a store keeps so many accelerators busy", "[perf][au]") {
    // ResNet50 on an H100, MLPerf Storage 2.0: 400 x 114,660.07 B in 0.224 s.
    const double demand = acceleratorDemand(400, 114660.07, 0.224);

    CHECK(demand == Approx(204750125));
    CHECK(mostAccelerators(10e9, 0.9, demand) == 54);
    CHECK(10e9 / (54 * demand) >= 0.9);
    CHECK(10e9 / (55 * demand) < 0.9);
    CHECK(mostAccelerators(0.3, 0.1, 1.0) == 3); // 0.3/0.1 is a rounding error below
}

TEST_CASE("the first epoch is cold", "[perf][run-time]") {
    CHECK(trainingTime(3, 10, 2.0, 1.0) == 10 * (2.0 + 1.0 + 1.0));
    CHECK(trainingTime(1, 10, 2.0, 1.0) == 20);
    CHECK(trainingTime(0.5, 10, 2.0, 1.0) == 10);
}
