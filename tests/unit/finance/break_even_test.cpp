#include <gpuplan/finance/break_even.hpp>

#include <catch2/catch.hpp>

#include <vector>

using namespace gpuplan;
using namespace gpuplan::finance;

namespace {

Money usd(std::int64_t whole) {
    return {whole * 1'000'000, Currency::usd()};
}
HourlyPrice hourly(const char* text) {
    return HourlyPrice::parse(text).value();
}
using Curve = std::vector<double>;
const Curve months = {0, 1, 2, 3, 4};

} // namespace

TEST_CASE("a published server breaks even after the hours it says", "[finance][break_even]") {
    // Lenovo Press LP2225 (2025): 8 x H100 server of 833,806 USD, 0.87 USD/h to run, against one 8
    // x H100 cloud instance on demand, reserved for 1 year and for 3 years.
    const Money capital = usd(833'806);
    const HourlyPrice own = hourly("0.87 USD/h");

    CHECK(*breakEvenHours(capital, own, hourly("98.32 USD/h")) == Approx(8'556.2).margin(0.05));
    CHECK(*breakEvenHours(capital, own, hourly("77.43 USD/h")) == Approx(10'890.9).margin(0.05));
    CHECK(*breakEvenHours(capital, own, hourly("53.95 USD/h")) == Approx(15'708.5).margin(0.05));
}

TEST_CASE("at 720 hours a month the published server repays in 11.9 months",
          "[finance][break_even]") {
    const double cloudPerMonth = 98.32 * 720;
    const double ownPerMonth = 0.87 * 720;

    CHECK(*paybackMonths(833'806.0, cloudPerMonth, ownPerMonth) == Approx(11.9).margin(0.05));
}

TEST_CASE("an own hour that saves nothing never repays", "[finance][break_even]") {
    CHECK_FALSE(breakEvenHours(usd(1), hourly("2 USD/h"), hourly("2 USD/h")));
    CHECK_FALSE(paybackMonths(1000.0, 50.0, 60.0));
    const OwnAgainstCloud costs{1000.0, 1.0, 2.0, 0.5};
    CHECK_FALSE(breakEvenUtilization(costs, 8760.0));
    CHECK_FALSE(breakEvenHoursPerWeek(costs, 52.0));
}

TEST_CASE("at the break-even utilization both sides cost the same", "[finance][break_even]") {
    const OwnAgainstCloud costs{98'000.0, 0.12, 3.1, 1.15};
    const double capacity = 8 * 8760.0;

    const double share = *breakEvenUtilization(costs, capacity);

    const double own = 98'000.0 + 0.12 * share * capacity;
    const double cloud = 3.1 * 1.15 * share * capacity;
    CHECK(own == Approx(cloud).epsilon(1e-13));
    CHECK(breakEvenPrice(costs, share, capacity) == Approx(3.1).epsilon(1e-13));
    // The same work in hours a week of one GPU.
    CHECK(*breakEvenHoursPerWeek(costs, 52.0) == Approx(share * capacity / 52.0).epsilon(1e-13));
}

TEST_CASE("curves cross where straight lines between the points meet", "[finance][crossings]") {
    const Curve own = {100, 110, 120, 130, 140};
    const Curve cloud = {0, 40, 80, 120, 160};

    const Crossings found = crossings(months, own, cloud);

    CHECK(found.relation == CurveRelation::Crosses);
    REQUIRE(found.at.size() == 1);
    CHECK(found.at[0] == Approx(3.0 + 10.0 / 30.0).epsilon(1e-15)); // +10 at 3, -20 at 4
    CHECK(found.startsDearer);
}

TEST_CASE("a curve that is never reached and one never left are told apart",
          "[finance][crossings]") {
    const Curve low = {0, 1, 2, 3, 4};
    const Curve high = {5, 6, 7, 8, 9};

    CHECK(crossings(months, high, low).relation == CurveRelation::Never);
    CHECK(crossings(months, low, high).relation == CurveRelation::Always);
    CHECK(crossings(months, low, low).relation == CurveRelation::Always);
    CHECK(crossings(months, low, high).at.empty());
}

TEST_CASE("curves may cross several times", "[finance][crossings]") {
    const Curve zero = {0, 0, 0, 0, 0};

    const Crossings found = crossings(months, Curve{1, -1, 1, 1, -3}, zero);

    CHECK(found.relation == CurveRelation::Several);
    CHECK(found.at == Curve{0.5, 1.5, 3.25});
}

TEST_CASE("touching is no crossing, a common start is none either", "[finance][crossings]") {
    const Curve zero = {0, 0, 0, 0, 0};

    CHECK(crossings(months, Curve{2, 1, 0, 1, 2}, zero).relation == CurveRelation::Never);
    CHECK(crossings(months, Curve{0, 1, 2, 3, 4}, zero).relation == CurveRelation::Never);
    CHECK(crossings(months, Curve{0, -1, -2, -3, -4}, zero).relation == CurveRelation::Always);
}

TEST_CASE("curves that run together cross where the dearer reaches the other",
          "[finance][crossings]") {
    const Curve zero = {0, 0, 0, 0, 0};

    CHECK(crossings(months, Curve{1, 0, 0, 0, -1}, zero).at == Curve{1});
    CHECK(crossings(months, Curve{-1, 0, 0, 0, 1}, zero).at == Curve{3});
    CHECK_FALSE(crossings(months, Curve{-1, 0, 0, 0, 1}, zero).startsDearer);
    CHECK(crossings(months, Curve{3, 2, 1, 1, 0}, zero).at == Curve{4});
    CHECK(crossings(months, Curve{-3, -2, -1, -1, 0}, zero).relation == CurveRelation::Always);
}

TEST_CASE("exact amounts cross at exact points", "[finance][crossings]") {
    const std::vector<Money> own = {usd(900), usd(905), usd(910)};
    const std::vector<Money> cloud = {usd(0), usd(700), usd(1400)};

    const Crossings found = crossings(Curve{0, 1, 2}, own, cloud);

    REQUIRE(found.at.size() == 1);
    CHECK(found.at[0] == 1.0 + 205.0 / 695.0); // +205 after a month, -490 after two
}
