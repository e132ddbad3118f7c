#include <gpuplan/finance/annuity.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan::finance;

TEST_CASE("a loan's payments repay it with interest to the last cent", "[finance][annuity]") {
    const double rate = 0.08 / 12.0;
    const double payment = loanPayment(300'000.0, rate, 36, 50'000.0);

    double debt = 300'000.0;
    for (int month = 0; month < 36; ++month)
        debt = debt * (1.0 + rate) - payment;

    CHECK(debt == Approx(50'000.0).epsilon(1e-12));
}

TEST_CASE("a loan without interest is paid in even parts", "[finance][annuity]") {
    CHECK(loanPayment(1200.0, 0.0, 12) == 100.0);
    CHECK(loanPayment(1200.0, 0.0, 12, 600.0) == 50.0);
}

TEST_CASE("a tiny rate meets the one without interest", "[finance][annuity]") {
    // First order: P/n + P r (n+1)/(2n) = 100 + 1200 * 1e-12 * 13/24.
    CHECK(loanPayment(1200.0, 1e-12, 12) - 100.0 == Approx(6.5e-10).epsilon(1e-3));
}

TEST_CASE("recovery and sinking fund factors differ by the rate", "[finance][annuity]") {
    for (const double rate : {0.01, 0.09, 0.4})
        for (const double years : {1.0, 3.5, 10.0})
            CHECK(capitalRecoveryFactor(rate, years) - sinkingFundFactor(rate, years) ==
                  Approx(rate).epsilon(1e-12));
}

TEST_CASE("one year's equivalent cost is capital with interest less resale", "[finance][annuity]") {
    CHECK(equivalentAnnualCost(1000.0, 400.0, 1.0, 0.1, 50.0) ==
          Approx(1000.0 * 1.1 - 400.0 + 50.0).epsilon(1e-14));
}
