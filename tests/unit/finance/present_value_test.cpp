#include <gpuplan/finance/present_value.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace gpuplan::finance;

namespace {
using Flows = std::vector<double>;
}

TEST_CASE("a present value discounts each flow by its period", "[finance][npv]") {
    CHECK(netPresentValue(Flows{-100.0, 60.0, 72.0}, 0.2) ==
          Approx(-100.0 + 60.0 / 1.2 + 72.0 / 1.44).epsilon(1e-15));
    CHECK(netPresentValue(Flows{}, 0.2) == 0.0);
}

TEST_CASE("twelve monthly rates compound to the annual one", "[finance][npv]") {
    double growth = 1.0;
    for (int month = 0; month < 12; ++month)
        growth *= 1.0 + periodRate(0.09, 12);

    CHECK(growth == Approx(1.09).epsilon(1e-14));
    CHECK(periodRate(0.0, 12) == 0.0);
}

TEST_CASE("the internal rate of one payment out and one in is their ratio", "[finance][irr]") {
    const auto rates = internalRates(Flows{-100.0, 0.0, 121.0});

    REQUIRE(rates.size() == 1);
    CHECK(rates[0] == Approx(0.1).epsilon(1e-14));
}

TEST_CASE("flows of one sign have no internal rate", "[finance][irr]") {
    CHECK(internalRates(Flows{-100.0, -5.0}).empty());
    CHECK(internalRates(Flows{0.0, 0.0}).empty());
    CHECK(internalRates(Flows{}).empty());
}

TEST_CASE("a rate outside -99 % to 1000 % is not reported", "[finance][irr]") {
    CHECK(internalRates(Flows{-1.0, 12.0}).empty());  // 1100 %
    CHECK(internalRates(Flows{-1.0, 0.005}).empty()); // -99.5 %
    REQUIRE(internalRates(Flows{-1.0, 11.0}).size() == 1);
    CHECK(internalRates(Flows{-1.0, 11.0})[0] == Approx(10.0));
}

TEST_CASE("flows that change sign twice have both internal rates", "[finance][irr]") {
    // 1000 (x - 1.1)(1.5 - x) in x = 1 + r, highest power first.
    const auto rates = internalRates(Flows{-1000.0, 2600.0, -1650.0});

    REQUIRE(rates.size() == 2);
    CHECK(rates[0] == Approx(0.1).epsilon(1e-12));
    CHECK(rates[1] == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("six hundred months keep the internal rate finite", "[finance][irr]") {
    Flows flows(601, 1.0);
    flows[0] = -100.0;

    const auto rates = internalRates(flows);

    REQUIRE(rates.size() == 1);
    // A perpetuity of 1 on 100 gives 1 %; 600 months of it a little less: 1 - 1.01^-600 = 0.9974.
    CHECK(rates[0] < 0.01);
    CHECK(rates[0] > 0.00995);
    CHECK(std::fabs(netPresentValue(flows, rates[0])) < 1e-9);
}

TEST_CASE("payback is linear inside its period", "[finance][payback]") {
    CHECK(*paybackPeriods(Flows{-300.0, 110.0, 120.0, 130.0, 60.0}) ==
          Approx(2.0 + 70.0 / 130.0).epsilon(1e-15));
    CHECK(*paybackPeriods(Flows{-100.0, 100.0}) == 1.0);
    CHECK(*paybackPeriods(Flows{5.0, -100.0}) == 0.0);
    CHECK_FALSE(paybackPeriods(Flows{-100.0, 50.0, 49.0}));
}

TEST_CASE("discounted payback comes later than simple payback", "[finance][payback]") {
    // 110/1.1 = 100 after one period, 121/1.21 = 100 more in the second: half of it is needed.
    CHECK(*discountedPaybackPeriods(Flows{-150.0, 110.0, 121.0}, 0.1) ==
          Approx(1.5).epsilon(1e-14));
    CHECK(*paybackPeriods(Flows{-150.0, 110.0, 121.0}) == Approx(1.0 + 40.0 / 121.0));
    CHECK_FALSE(discountedPaybackPeriods(Flows{-150.0, 80.0, 80.0}, 0.1));
}

TEST_CASE("a bill that neither grows nor is discounted adds up", "[finance][growth]") {
    CHECK(growingBillValue(100.0, 0.0, 0.0, 0.0, 36) == Approx(3600.0).epsilon(1e-15));
    // Growth of 25 % and a price fall of 20 % a year cancel: 1.25 * 0.8 = 1.
    CHECK(growingBillValue(100.0, 0.25, 0.2, 0.0, 36) == Approx(3600.0).epsilon(1e-14));
    CHECK(growingBillValue(100.0, 0.5, 0.0, 0.5, 24) == Approx(2400.0).epsilon(1e-14));
}

TEST_CASE("inflation and currency follow Fisher and purchasing power", "[finance][fx]") {
    CHECK(realRate(0.1, 0.1) == 0.0);
    CHECK(realRate(0.21, 0.1) == Approx(0.1).epsilon(1e-14));
    CHECK(parityRate(90.0, 0.1, 0.1, 7.0) == 90.0);
    CHECK(parityRate(90.0, 0.1, 0.0, 2.0) == Approx(108.9).epsilon(1e-15));
}
