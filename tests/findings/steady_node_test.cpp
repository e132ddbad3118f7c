/// scenarios/steady-8xh100.json by hand: claims A and M23, a node that never stands still.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

constexpr double planHours = 1096 * 24;
constexpr double hoursPerMonth = planHours / 36;
constexpr double busy = 0.42 + 0.28;

Bought owned() {
    Bought pool;
    pool.capital = 313'500;
    pool.residualShare = 0.25;
    pool.lifeYears = 4;
    pool.maintenanceShare = 0.05;
    pool.warrantyYears = 1;
    pool.idleKilowatts = 2.0;
    pool.fullKilowatts = 10.2;
    pool.pue = 1.42;
    pool.perKwh = 0.078;
    pool.colocationPerYear = 10.2 * 275 * 12;
    pool.staffPerYear = 25'000;
    return pool;
}

/// Months until the saved rent has paid for capital less residual.
double repaidAfter(double nodePerHour) {
    const Bought pool = owned();
    const double open = pool.capital * (1 - pool.residualShare);
    const double rent = nodePerHour * hoursPerMonth;
    const double early = rent - pool.runningPerMonth(busy, true, hoursPerMonth);
    const double late = rent - pool.runningPerMonth(busy, false, hoursPerMonth);
    return open <= 12 * early ? open / early : 12 + (open - 12 * early) / late;
}

} // namespace

TEST_CASE("at list prices the purchase is repaid within the first year", "[findings][M23]") {
    const metrics::RunResult result = runShipped(shipped("steady-8xh100.json"));

    // Months have 28 to 31 days: 3 % around the mean month of the hand calculation.
    const auto months = [&](const std::string& cloud) {
        return crossing(result, "owned", cloud, model::BreakEvenBy::Months);
    };
    CHECK(months("azure list") == Approx(repaidAfter(98.32)).epsilon(0.03));
    CHECK(months("aws list") == Approx(repaidAfter(55.04)).epsilon(0.03));
    CHECK(months("lambda") == Approx(repaidAfter(31.92)).epsilon(0.03));
    CHECK(repaidAfter(98.32) < 12);
    CHECK(repaidAfter(55.04) < 12);
    CHECK(repaidAfter(31.92) > 12);
}

TEST_CASE("at the market's price it is not repaid within the plan", "[findings][M23]") {
    const metrics::RunResult result = runShipped(shipped("steady-8xh100.json"));

    CHECK(crossing(result, "owned", "market", model::BreakEvenBy::Months) > 36);
    CHECK(repaidAfter(16.88) > 36);
}

TEST_CASE("the verdict turns at about 2.2 USD a GPU-hour", "[findings][M23]") {
    const model::Scenario scenario = shipped("steady-8xh100.json");
    const metrics::RunResult result = runShipped(scenario);

    const double hoursPerYear = planHours / 3;
    const double byHand =
        owned().fixedPerYear(0.09, hoursPerYear) / (8 * hoursPerYear) + owned().perHeldHour(busy);
    const double flip = crossing(result, "owned", "market", model::BreakEvenBy::Price);

    // The node waits for its first jobs and for lulls: under 1 % of its time.
    CHECK(flip == Approx(byHand).epsilon(0.01));
    CHECK(byHand > *scenario.finding->flipLeast);
    CHECK(byHand < *scenario.finding->flipMost);
    // With the money tied up, the market's 2.11 USD lies on the renting side.
    CHECK(named(result, "owned").equivalentAnnualCost >
          named(result, "market").equivalentAnnualCost);
}

TEST_CASE("a dearer market is on the owning side, a cheaper one on the renting side",
          "[findings][M23]") {
    const model::Scenario scenario = shipped("steady-8xh100.json");
    const double flip =
        crossing(runShipped(scenario), "owned", "market", model::BreakEvenBy::Price);
    const auto ownedIsDearer = [&](double perGpuHour) {
        const metrics::RunResult again = runShipped(withPrice(scenario, "market", 8 * perGpuHour));
        return *named(again, "owned").equivalentAnnualCost >
               *named(again, "market").equivalentAnnualCost;
    };

    CHECK(ownedIsDearer(flip * 0.98));
    CHECK_FALSE(ownedIsDearer(flip * 1.02));
}
