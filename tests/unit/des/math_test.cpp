#include <gpuplan/des/math.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

namespace des = gpuplan::des;

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon(); // 2^-52

/// Relative distance to the C library's value in extended precision, our measure of error.
double error(double ours, long double exact) {
    if (exact == 0.0L)
        return std::fabs(ours);
    return static_cast<double>(std::fabs((static_cast<long double>(ours) - exact) / exact));
}

/// The worst error over arguments from `from`, each `factor` times the one before, up to `to`.
template <typename Ours, typename Exact>
double worst(double from, double to, double factor, Ours ours, Exact exact) {
    double most = 0.0;
    for (double x = from; x <= to; x *= factor)
        most = std::max(most, error(ours(x), exact(static_cast<long double>(x))));
    return most;
}

} // namespace

TEST_CASE("the logarithm is within a unit in the last place of the true one", "[des][math]") {
    const auto exact = [](long double x) { return std::log(x); };

    CHECK(worst(1e-320, 1e-300, 1.37, des::log, exact) <= unit);
    CHECK(worst(1e-300, 1e300, 1.0137, des::log, exact) <= unit);
    CHECK(worst(0.5, 2.0, 1.00001371, des::log, exact) <= unit);
}

TEST_CASE("the exponential is within a unit in the last place of the true one", "[des][math]") {
    const auto exact = [](long double x) { return std::exp(x); };
    const auto negative = [](double x) { return des::exp(-x); };
    const auto exactNegative = [](long double x) { return std::exp(-x); };

    CHECK(worst(1e-20, 709.7, 1.00137, des::exp, exact) <= unit);
    CHECK(worst(1e-20, 708.3, 1.00137, negative, exactNegative) <= unit);
}

TEST_CASE("expm1 and log1p keep their digits near zero", "[des][math]") {
    const auto expm1 = [](long double x) { return std::expm1(x); };
    const auto log1p = [](long double x) { return std::log1p(x); };
    const auto minus = [](auto f) { return [f](auto x) { return f(-x); }; };

    CHECK(worst(1e-300, 700.0, 1.0137, des::expm1, expm1) <= 2 * unit);
    CHECK(worst(1e-300, 700.0, 1.0137, minus(des::expm1), minus(expm1)) <= 2 * unit);
    CHECK(worst(1e-300, 1e300, 1.0137, des::log1p, log1p) <= 2 * unit);
    CHECK(worst(1e-300, 0.999999, 1.00137, minus(des::log1p), minus(log1p)) <= 2 * unit);
}

TEST_CASE("the ends of the ranges are those of the C library", "[des][math]") {
    const double infinity = std::numeric_limits<double>::infinity();

    CHECK(des::log(0.0) == -infinity);
    CHECK(std::isnan(des::log(-1.0)));
    CHECK(des::log(infinity) == infinity);
    CHECK(des::log(1.0) == 0.0);
    CHECK(des::exp(0.0) == 1.0);
    CHECK(des::exp(-infinity) == 0.0);
    CHECK(des::exp(infinity) == infinity);
    CHECK(des::exp(709.79) == infinity);
    CHECK(des::exp(-745.0) == std::numeric_limits<double>::denorm_min());
    CHECK(std::isnan(des::exp(std::numeric_limits<double>::quiet_NaN())));
    CHECK(std::isnan(des::log1p(-1.5)));
    CHECK(des::log1p(-1.0) == -infinity);
    CHECK(des::expm1(-infinity) == -1.0);
    CHECK(des::expm1(infinity) == infinity);
}

TEST_CASE("whole powers of small integers are exact", "[des][math]") {
    CHECK(des::power(3.0, 5.0) == 243.0);
    CHECK(des::power(2.0, -3.0) == 0.125);
    CHECK(des::power(1.07, 0.0) == 1.0);
}

TEST_CASE("broken powers agree with the C library", "[des][math]") {
    for (const double base : {0.6, 1.0008, 1.09, 3.0})
        for (const double exponent : {1.0 / 12.0, 0.5, 2.54, 36.1, -7.3})
            CHECK(error(des::power(base, exponent), std::pow(static_cast<long double>(base),
                                                             static_cast<long double>(exponent))) <=
                  16 * unit);
}

TEST_CASE("the normal quantile undoes the normal distribution", "[des][math]") {
    // Phi(x) = erfc(-x/sqrt 2)/2. A step in x moves Phi by the density, so the error in x is that
    // in Phi over the density.
    for (double p = 1e-300; p < 0.5; p *= 1.3) {
        const long double x = des::inverseNormal(p);
        const long double back = std::erfc(-x / std::sqrt(2.0L)) / 2.0L;
        const long double density = std::exp(-x * x / 2.0L) / std::sqrt(2.0L * std::acos(-1.0L));
        CHECK(static_cast<double>(std::fabs((back - p) / density / x)) < 1e-15);
    }
}

TEST_CASE("the normal quantile has the table values", "[des][math]") {
    // Wichura 1988 gives these three as checks of PPND16.
    CHECK(std::fabs(des::inverseNormal(0.25) + 0.6744897501960817) < 1e-15);
    CHECK(std::fabs(des::inverseNormal(0.001) + 3.090232306167814) < 3e-15);
    CHECK(std::fabs(des::inverseNormal(1e-20) + 9.262340089798408) < 9e-15);
    CHECK(des::inverseNormal(0.5) == 0.0);
    CHECK(des::inverseNormal(0.0) == -std::numeric_limits<double>::infinity());
    CHECK(des::inverseNormal(1.0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(des::inverseNormal(1.5)));
}

TEST_CASE("the normal distribution keeps its digits in both tails", "[des][math]") {
    const auto exact = [](long double x) { return std::erfc(-x / std::sqrt(2.0L)) / 2.0L; };

    for (double x = -37.0; x <= 9.0; x += 0.0137)
        CHECK(error(des::normalDistribution(x), exact(x)) < 1e-14);
    CHECK(des::normalDistribution(0.0) == 0.5);
    CHECK(des::normalDistribution(-50.0) == 0.0);
    CHECK(des::normalDistribution(50.0) == 1.0);
}

TEST_CASE("gamma of whole numbers is a factorial", "[des][math]") {
    double factorial = 1.0;
    for (int n = 1; n <= 170; factorial *= n++)
        CHECK(error(des::gamma(n), factorial) < 2e-14);
    CHECK(error(des::gamma(0.5), std::sqrt(std::acos(-1.0L))) < 1e-14);
    CHECK(worst(0.01, 171.0, 1.0137, des::gamma, [](long double x) { return std::tgamma(x); }) <
          2e-14);
    CHECK(std::isnan(des::gamma(0.0)));
    CHECK(des::gamma(172.0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the arcsine is within two units in the last place", "[des][math]") {
    const auto exact = [](long double x) { return std::asin(x); };

    CHECK(worst(1e-10, 1.0, 1.000137, des::asin, exact) <= 2 * unit);
    CHECK(des::asin(-1.0) == -std::acos(-1.0) / 2);
    CHECK(std::isnan(des::asin(1.1)));
}
