#include <gpuplan/selfcheck/queueing.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan::selfcheck;

TEST_CASE("Erlang B has its value for one and two servers", "[selfcheck][queueing]") {
    CHECK(erlangB(0.5, 0) == 1.0);
    CHECK(erlangB(0.5, 1) == Approx(0.5 / 1.5).epsilon(1e-15));         // a/(1+a)
    CHECK(erlangB(2.0, 2) == Approx(2.0 / (1 + 2 + 2)).epsilon(1e-15)); // (a^2/2)/(1+a+a^2/2)
    CHECK(erlangB(0.0, 5) == 0.0);
}

TEST_CASE("with one server the share that waits is the load", "[selfcheck][queueing]") {
    CHECK(erlangC(0.8, 1) == Approx(0.8).epsilon(1e-14));
}

TEST_CASE("more servers at equal load per server wait less", "[selfcheck][queueing]") {
    double before = 1.0;
    for (const std::int64_t servers : {1, 2, 4, 8, 64, 512}) {
        const double waiting = erlangC(0.9 * static_cast<double>(servers), servers);
        CHECK(waiting < before);
        before = waiting;
    }
}

TEST_CASE("the wait's tail and quantile are each other's inverse", "[selfcheck][queueing]") {
    const ManyServers queue{0.001, 7200.0, 8};

    CHECK(queue.waitBeyond(queue.waitQuantile(0.95)) == Approx(0.05).epsilon(1e-12));
    CHECK(queue.waitBeyond(0.0) == Approx(queue.waitProbability()).epsilon(1e-15));
    // Three jobs in ten do not wait at all.
    CHECK(queue.waitQuantile(0.25) == 0.0);
}

TEST_CASE("the mean wait is the integral of its tail", "[selfcheck][queueing]") {
    const ManyServers queue{0.001, 7200.0, 8};

    double integral = 0.0;
    constexpr double step = 10.0;
    for (double t = 0.0; t < 2e6; t += step)
        integral += step * queue.waitBeyond(t + step / 2.0); // midpoints
    CHECK(integral == Approx(queue.meanWait()).epsilon(1e-6));
}
