#include <gpuplan/finance/checkpoint.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace gpuplan::finance;

TEST_CASE("no interval near the best one has a smaller expected time", "[finance][checkpoint]") {
    for (const double checkpoint : {0.001, 60.0, 3000.0, 50'000.0})
        for (const double mtbf : {600.0, 21'600.0, 1e7}) {
            const double best = bestInterval(checkpoint, mtbf);
            const double least = timeMultiplier({best, checkpoint, 300.0, mtbf});
            for (const double factor : {0.9, 0.99, 1.01, 1.1})
                CHECK(timeMultiplier({best * factor, checkpoint, 300.0, mtbf}) >=
                      least * (1.0 - 1e-13));
        }
}

TEST_CASE("the best interval solves its equation", "[finance][checkpoint]") {
    // d/dtau of (e^((tau+C)/M) - 1)/tau = 0: (1 - tau/M) e^((tau+C)/M) = 1.
    for (const double ratio : {1e-9, 1e-4, 0.02, 0.3, 2.0, 10.0}) {
        const double y = bestInterval(ratio, 1.0);
        CHECK(std::log1p(-y) + y == Approx(-ratio).epsilon(1e-9).margin(1e-15));
    }
}

TEST_CASE("with cheap checkpoints all three intervals agree", "[finance][checkpoint]") {
    const double young = youngInterval(1e-6, 1e6);

    CHECK(young == Approx(std::sqrt(2.0)).epsilon(1e-14));
    CHECK(dalyInterval(1e-6, 1e6) == Approx(young).epsilon(1e-5));
    CHECK(bestInterval(1e-6, 1e6) == Approx(young).epsilon(1e-5));
}

TEST_CASE("a checkpoint longer than twice the MTBF is taken once an MTBF",
          "[finance][checkpoint]") {
    CHECK(dalyInterval(200.0, 100.0) == 100.0);
    CHECK(dalyInterval(5000.0, 100.0) == 100.0);
    CHECK(bestInterval(5000.0, 100.0) == Approx(100.0));
    CHECK(bestInterval(0.0, 100.0) == 0.0);
}

TEST_CASE("without failures only the checkpoints cost time", "[finance][checkpoint]") {
    const double never = std::numeric_limits<double>::infinity();

    CHECK(mtbfFromLossesPerHour(0.0) == never);
    CHECK(timeMultiplier({540.0, 60.0, 300.0, never}) == Approx(600.0 / 540.0));
    CHECK(timeMultiplier({540.0, 60.0, 300.0, 1e15}) == Approx(600.0 / 540.0).epsilon(1e-10));
}

TEST_CASE("expected time is proportional to the work", "[finance][checkpoint]") {
    const CheckpointModel model{1000.0, 60.0, 300.0, 21'600.0};

    CHECK(expectedTime(5000.0, model) == 5000.0 * timeMultiplier(model));
    CHECK(mtbfFromLossesPerHour(0.5) == 7200.0);
}
