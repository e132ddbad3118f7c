#include <gpuplan/perf/loader_simulation.hpp>

#include <catch2/catch.hpp>

#include <array>

using namespace gpuplan::perf;
using gpuplan::model::Loader;

namespace {

LoaderSimulation aLoader(Loader loader, const LoaderTimes& times, double gpu) {
    LoaderSimulation simulation;
    simulation.loader = loader;
    simulation.times = times;
    simulation.gpu = gpu;
    simulation.steps = 4800; // whole rounds of 1, 2, 3, 4, 8 and 16 workers
    return simulation;
}

} // namespace

TEST_CASE("with constant times the simulation is the closed form", "[perf][loader]") {
    const std::array values{0.0, 0.02, 0.11};
    for (const Loader loader : {Loader::Synchronous, Loader::Workers, Loader::Staged})
        for (const double workers : {1.0, 3.0, 8.0})
            for (const double cores : {1.0, 2.0, 16.0})
                for (const double fetch : values)
                    for (const double prep : values)
                        for (const double storeLimit : {0.0, 0.05})
                            for (const bool overlaps : {true, false}) {
                                const LoaderTimes times{.fetch = fetch,
                                                        .prep = prep,
                                                        .copy = 0.015,
                                                        .storeLimit = storeLimit,
                                                        .workers = workers,
                                                        .cores = cores,
                                                        .copyOverlaps = overlaps};
                                const double expected = feedOf(loader, times).step(0.03);

                                const SimulatedSteps steps =
                                    simulateLoader(aLoader(loader, times, 0.03));

                                INFO(static_cast<int>(loader)
                                     << " W " << workers << " C " << cores << " f " << fetch
                                     << " g " << prep << " L " << storeLimit << " " << overlaps);
                                // Sums of 5,000 times.
                                REQUIRE(steps.mean == Approx(expected).epsilon(1e-9));
                                REQUIRE(steps.slowest >= steps.mean * (1 - 1e-9));
                            }
}

TEST_CASE("a simulation says the same each time, and seeds differ", "[perf][loader]") {
    LoaderSimulation simulation =
        aLoader(Loader::Workers, {.fetch = 0.1, .prep = 0.1, .workers = 4, .cores = 4}, 0.06);
    simulation.variation = {.fetch = 1.0, .prep = 0.3, .copy = 0, .gpu = 0.05};

    const SimulatedSteps first = simulateLoader(simulation);
    const SimulatedSteps again = simulateLoader(simulation);
    simulation.seed = 2;
    const SimulatedSteps other = simulateLoader(simulation);

    CHECK(first.mean == again.mean);
    CHECK(first.slowest == again.slowest);
    CHECK(first.mean != other.mean);
}

TEST_CASE("without workers variation leaves the mean and stretches the slowest", "[perf][loader]") {
    LoaderSimulation simulation =
        aLoader(Loader::Synchronous, {.fetch = 0.1, .prep = 0.05, .copy = 0.01}, 0.06);
    simulation.steps = 50'000;
    simulation.variation.fetch = 0.5;

    const SimulatedSteps steps = simulateLoader(simulation);

    // Independent lognormal times: standard error of the mean 0.05/sqrt(50,000) = 0.0002.
    CHECK(steps.mean == Approx(0.22).margin(0.001));
    CHECK(steps.slowest > 0.12 + 2.5 * 0.1);
}

TEST_CASE("variation costs time where stages wait for each other, more room wins it back",
          "[perf][loader]") {
    LoaderSimulation simulation =
        aLoader(Loader::Staged, {.fetch = 0.05, .prep = 0.05, .copy = 0.01, .cores = 1}, 0.05);
    simulation.steps = 20'000;
    simulation.variation = {.fetch = 0.5, .prep = 0.5, .copy = 0, .gpu = 0.5};

    simulation.prefetch = 1;
    const double tight = simulateLoader(simulation).mean;
    simulation.prefetch = 2;
    const double usual = simulateLoader(simulation).mean;
    simulation.prefetch = 16;
    const double roomy = simulateLoader(simulation).mean;

    CHECK(tight > usual);
    CHECK(usual > roomy);
    CHECK(roomy > 0.05 * 0.99);
}

TEST_CASE("one slow batch holds back those behind it", "[perf][loader]") {
    // Enough workers on average; rare long fetches still reach the GPU, as batches come in order.
    LoaderSimulation simulation =
        aLoader(Loader::Workers, {.fetch = 0.2, .prep = 0.0, .workers = 8, .cores = 8}, 0.03);
    simulation.steps = 20'000;
    simulation.variation.fetch = 3.0;

    const SimulatedSteps steps = simulateLoader(simulation);

    CHECK(steps.mean > 0.03);
    CHECK(steps.slowest > 5 * steps.mean);
}

TEST_CASE("the first batch of a simulation takes what the formula says", "[perf][loader]") {
    const LoaderTimes times{.fetch = 0.08, .prep = 0.03, .copy = 0.004, .workers = 4, .cores = 4};

    CHECK(simulateLoader(aLoader(Loader::Workers, times, 0.06)).firstBatch ==
          Approx(firstBatchTime(times)));
}

TEST_CASE("a simulation beyond its limits is refused", "[perf][loader]") {
    LoaderSimulation simulation = aLoader(Loader::Workers, {}, 0.06);
    simulation.steps = mostLoaderSteps + 1;
    CHECK_THROWS(simulateLoader(simulation));
    simulation.steps = 0;
    CHECK_THROWS(simulateLoader(simulation));
    simulation.steps = 10;
    simulation.times.workers = 1e12;
    CHECK_THROWS(simulateLoader(simulation));
    simulation.times.workers = 1;
    simulation.times.cores = 1e30;
    CHECK(simulateLoader(simulation).mean == Approx(0.06));
    simulation.prefetch = 0;
    CHECK_THROWS(simulateLoader(simulation));
}
