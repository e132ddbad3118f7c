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

TEST_CASE("one server with exponential service is M/M/1", "[selfcheck][queueing]") {
    CHECK(oneServerWait(0.8, 1.0, 1.0) == Approx(4.0).epsilon(1e-14)); // rho/(mu - lambda)
    CHECK(oneServerWait(0.8, 1.0, 0.0) == Approx(2.0).epsilon(1e-14)); // half of it
}

TEST_CASE("one server fewer than the smallest pool misses the wait", "[selfcheck][queueing]") {
    for (const double load : {0.3, 20.0, 500.0}) {
        const std::int64_t servers = serversForWait(load, 600.0, 60.0, 0.05);
        CHECK(ManyServers{load / 600.0, 600.0, servers}.waitBeyond(60.0) <= 0.05);
        if (static_cast<double>(servers - 1) > load)
            CHECK(ManyServers{load / 600.0, 600.0, servers - 1}.waitBeyond(60.0) > 0.05);
    }
}

TEST_CASE("two balanced branches have the mean and variation asked for", "[selfcheck][queueing]") {
    const Hyperexponential law = balancedBranches(3.0, 6.0);
    const double q = 1.0 - law.firstShare;

    const double mean = law.firstShare / law.firstRate + q / law.secondRate;
    const double square = 2.0 * law.firstShare / (law.firstRate * law.firstRate) +
                          2.0 * q / (law.secondRate * law.secondRate);
    CHECK(mean == Approx(3.0).epsilon(1e-14));
    CHECK(square / (mean * mean) - 1.0 == Approx(6.0).epsilon(1e-13));
    CHECK(balancedBranches(2.0, 1.0).firstRate == 0.5);
}

TEST_CASE("overflow without waiting is Erlang's loss", "[selfcheck][queueing]") {
    const Overflow result = overflow({0.0077, 3600.0, 32}, 0.0);

    CHECK(result.fraction == Approx(erlangB(0.0077 * 3600.0, 32)).epsilon(1e-12));
    CHECK(result.meanQueue == 0.0);
    CHECK(result.noWait == Approx(1.0 - result.fraction).epsilon(1e-12));
}

TEST_CASE("with endless patience overflow becomes the plain queue", "[selfcheck][queueing]") {
    const ManyServers queue{0.001, 7200.0, 8};

    const Overflow result = overflow(queue, 1e7);

    CHECK(result.fraction < 1e-12);
    CHECK(result.meanQueue == Approx(queue.meanWait()).epsilon(1e-9));
    CHECK(result.noWait == Approx(1.0 - queue.waitProbability()).epsilon(1e-9));
    CHECK(result.ownUtilization == Approx(queue.utilization()).epsilon(1e-9));
}

TEST_CASE("overflow changes smoothly through the point of full load", "[selfcheck][queueing]") {
    const double full = 10.0 / 3600.0;
    const Overflow at = overflow({full, 3600.0, 10}, 1800.0);
    for (const double change : {-1e-4, -1e-7, 1e-7, 1e-4}) {
        const Overflow near = overflow({full * (1.0 + change), 3600.0, 10}, 1800.0);
        CHECK(near.fraction == Approx(at.fraction).epsilon(20 * std::fabs(change)));
        CHECK(near.meanQueue == Approx(at.meanQueue).epsilon(20 * std::fabs(change)));
    }
}

TEST_CASE("far above capacity the own servers are full and the rest overflows",
          "[selfcheck][queueing]") {
    const Overflow result = overflow({100.0, 1.0, 10}, 1000.0);

    CHECK(result.ownUtilization == Approx(1.0).epsilon(1e-9));
    CHECK(result.fraction == Approx(0.9).epsilon(1e-9));
    CHECK(result.meanQueue == Approx(1000.0).epsilon(1e-3));
}
