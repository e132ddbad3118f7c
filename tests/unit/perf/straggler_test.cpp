#include <gpuplan/perf/straggler.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan::perf;

TEST_CASE("the expected maximum of normals meets its closed forms", "[perf][straggler]") {
    const double pi = std::acos(-1.0);

    CHECK(expectedMaximum(1) == 0.0);
    CHECK(std::fabs(expectedMaximum(2) - 1.0 / std::sqrt(pi)) < 1e-10);
    CHECK(std::fabs(expectedMaximum(3) - 1.5 / std::sqrt(pi)) < 1e-10);
    // (6/pi^1.5) atan(sqrt 2), (5/(4 sqrt pi)) (1 + (6/pi) asin(1/3)): David, Nagaraja 2003.
    CHECK(std::fabs(expectedMaximum(4) - 6.0 / std::pow(pi, 1.5) * std::atan(std::sqrt(2.0))) <
          1e-10);
    CHECK(std::fabs(expectedMaximum(5) -
                    1.25 / std::sqrt(pi) * (1.0 + 6.0 / pi * std::asin(1.0 / 3.0))) < 1e-10);
}

TEST_CASE("the expected maximum meets Harter's table", "[perf][straggler]") {
    // Harter, "Expected values of normal order statistics", Biometrika 48, 1961: five decimals.
    CHECK(std::fabs(expectedMaximum(10) - 1.53875) < 5.1e-6);
    CHECK(std::fabs(expectedMaximum(20) - 1.86748) < 5.1e-6);
    CHECK(std::fabs(expectedMaximum(100) - 2.50759) < 5.1e-6);
}

TEST_CASE("more ranks wait longer, below the bound sqrt(2 ln n)", "[perf][straggler]") {
    double before = 0.0;
    for (std::int64_t ranks = 2; ranks <= std::int64_t{1} << 40; ranks *= 4) {
        const double now = expectedMaximum(ranks);
        CHECK(now > before);
        CHECK(now < std::sqrt(2.0 * std::log(static_cast<double>(ranks))));
        before = now;
    }
}

TEST_CASE("a step is stretched by its jitter times the expected maximum", "[perf][straggler]") {
    CHECK(stragglerFactor(64, 0.0) == 1.0);
    CHECK(stragglerFactor(1, 0.1) == 1.0);
    CHECK(stragglerFactor(2, 0.1) == Approx(1.0 + 0.1 / std::sqrt(std::acos(-1.0))));
}
