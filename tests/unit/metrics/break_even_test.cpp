#include "run.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan;
using namespace gpuplan::testing;
using metrics::BreakEven;
using metrics::CrossingStatus;
using model::BreakEvenBy;

namespace {

World owned(std::int64_t months, const char* capital, const char* energyPrice,
            std::int64_t lifeMonths = 60, const char* residual = "0") {
    World world(months);
    world.addPool(hardware(capital, lifeMonths, residual));
    world.alternative().site = siteAt(energyPrice);
    alwaysOn(world, 8, hours(744));
    return world;
}

World rented(std::int64_t months, const char* hourlyPrice) {
    World world(months);
    world.addPool(model::OnDemand{}).price = hourly(hourlyPrice);
    alwaysOn(world, 8, hours(744));
    return world;
}

/// A bill of so much a month and nothing else.
World monthly(std::int64_t months, const char* monthlyPrice) {
    World world(months);
    world.alternative().other.push_back({"bill", price<per::Month>(monthlyPrice)});
    return world;
}

/// Bought at once, then a bill of so much a month: no machines, so that months alone matter.
World boughtWith(std::int64_t months, const char* capital, const char* monthlyPrice,
                 std::int64_t lifeMonths, const char* residual = "0") {
    World world = monthly(months, monthlyPrice);
    world.addPool(hardware(capital, lifeMonths, residual), 1);
    world.alternative().site = siteAt("0 USD/kWh");
    return world;
}

BreakEven firstAnswer(std::vector<World> worlds) {
    return comparison(std::move(worlds)).breakEven.front();
}

} // namespace

TEST_CASE("a published server repays at the published hours of use", "[metrics][break-even]") {
    // 833,806 USD and 0.87 USD/h against the hourly prices of one cloud instance: on demand,
    // reserved for one and for three years. Published: 8,556.2, 10,890.9 and 15,708.5 h.
    const auto hoursAgainst = [](const char* cloud) {
        const metrics::RunResult run =
            comparison({owned(36, "833806", "0.87 USD/kWh"), rented(36, cloud)},
                       {{"a", "b", BreakEvenBy::Hours}});
        REQUIRE(run.breakEven.size() == 2);
        CHECK(run.breakEven[1].status == CrossingStatus::Crosses);
        return run.breakEven[1].at.front();
    };

    CHECK(hoursAgainst("98.32 USD/h") == Approx(833806 / (98.32 - 0.87)).epsilon(1e-9));
    CHECK(hoursAgainst("98.32 USD/h") == Approx(8556.2).margin(0.05));
    CHECK(hoursAgainst("77.43 USD/h") == Approx(10890.9).margin(0.05));
    CHECK(hoursAgainst("53.95 USD/h") == Approx(15708.5).margin(0.05));
}

TEST_CASE("months are shown by the scenario's rule", "[metrics][break-even]") {
    std::vector<World> worlds{owned(36, "833806", "0.87 USD/kWh"), rented(36, "98.32 USD/h")};

    // 8556.2 h: eleven months of 2027 have 8,016 h, December 744.
    CHECK(firstAnswer(worlds).at.front() == Approx(11 + (833806 / 97.45 - 8016) / 744));
    for (World& world : worlds)
        world.scenario.month = model::MonthRule::Hours720;
    CHECK(firstAnswer(worlds).at.front() == Approx(11.9).margin(0.05)); // published
    for (World& world : worlds)
        world.scenario.month = model::MonthRule::Hours730;
    CHECK(firstAnswer(worlds).at.front() == Approx(833806 / 97.45 / 730));
}

TEST_CASE("the residual value counts in favour of hardware", "[metrics][break-even]") {
    // 12,000 less 2,400 against 800 a month: even after 12 months, with 200 a month after 16.
    CHECK(firstAnswer(
              {boughtWith(36, "12000", "0 USD/month", 36, "0.2"), monthly(36, "800 USD/month")})
              .at == std::vector<double>{12});
    const BreakEven slower = firstAnswer(
        {boughtWith(36, "12000", "200 USD/month", 36, "0.2"), monthly(36, "800 USD/month")});
    CHECK(slower.at == std::vector<double>{16});
    CHECK(slower.explanation ==
          "a costs 12,000 USD at once, b 0 USD; it has made up for that after 16.0 months, its "
          "hardware counted at its residual value of 2,400 USD");
}

TEST_CASE("the pair is told from the dearer start", "[metrics][break-even]") {
    const BreakEven answer =
        firstAnswer({monthly(36, "800 USD/month"), boughtWith(36, "12000", "200 USD/month", 36)});

    CHECK(answer.a == "b");
    CHECK(answer.b == "a");
    CHECK(answer.at == std::vector<double>{20});
}

TEST_CASE("a crossing past the plan's end is carried on, and says so", "[metrics][break-even]") {
    const auto against = [](std::int64_t lifeMonths, const char* cloud) {
        return firstAnswer(
            {boughtWith(12, "12000", "200 USD/month", lifeMonths), monthly(12, cloud)});
    };

    const BreakEven later = against(36, "800 USD/month");
    CHECK(later.status == CrossingStatus::Crosses);
    CHECK(later.at.front() == Approx(20)); // 12000 / 600
    CHECK(later.explanation.find("past the plan's 12") != std::string::npos);
    const BreakEven tooLate = against(18, "800 USD/month");
    CHECK(tooLate.status == CrossingStatus::AfterLife);
    CHECK(tooLate.at.front() == Approx(20));
    const BreakEven never = against(36, "200 USD/month");
    CHECK(never.status == CrossingStatus::Never);
    CHECK(never.at.empty());
}

TEST_CASE("a crossing inside the plan can come after the hardware's life",
          "[metrics][break-even]") {
    const BreakEven answer =
        firstAnswer({boughtWith(36, "12000", "200 USD/month", 12), monthly(36, "800 USD/month")});

    CHECK(answer.status == CrossingStatus::AfterLife);
    CHECK(answer.at == std::vector<double>{20});
}

TEST_CASE("an alternative that is cheaper all along always wins", "[metrics][break-even]") {
    CHECK(firstAnswer({monthly(6, "100 USD/month"), monthly(6, "200 USD/month")}).status ==
          CrossingStatus::Always);
    const BreakEven dearer =
        firstAnswer({monthly(6, "200 USD/month"), monthly(6, "100 USD/month")});
    CHECK(dearer.status == CrossingStatus::Never);
    CHECK(dearer.explanation ==
          "a has cost more than b all along: 1,200 USD against 600.00 USD by the plan's end");
}

TEST_CASE("upfront payments of later terms can cross back", "[metrics][break-even]") {
    World reserved(24);
    model::Commitment commitment;
    commitment.upfront = model::Upfront::All;
    commitment.upfrontPerNode = Sourced<Money>{usd("9000"), {}};
    reserved.addPool(commitment);
    alwaysOn(reserved, 8, hours(744));

    // 9,000 a year at once against 1,000 a month: even at 9 months, behind again from 12 on until
    // 18,000 are reached at 18.
    const BreakEven answer = firstAnswer({reserved, monthly(24, "1000 USD/month")});

    CHECK(answer.status == CrossingStatus::Several);
    CHECK(answer.at == std::vector<double>{9, 12, 18});
}

TEST_CASE("hours a week follow the formula with the run's figures", "[metrics][break-even]") {
    // Validation case E10: 3,000 USD, 20 % residual after 3 years at 8 %, 300 a year, 0.55 kW at
    // 0.15 USD/kWh, against 1.1 USD an hour.
    World workstation(36);
    model::Owned machine = hardware("3000", 36, "0.2");
    machine.idlePower = {Power(0), {}};
    machine.fullPower = {Power(550'000), {}};
    workstation.addPool(machine);
    workstation.alternative().site = siteAt("0.15 USD/kWh");
    workstation.alternative().other.push_back({"upkeep", price<per::Month>("25 USD/month")});
    alwaysOn(workstation, 1, hours(100));
    World cloud(36);
    cloud.addPool(model::OnDemand{}).price = hourly("1.1 USD/h");
    onlyWhenUsed(cloud, 1, hours(100));
    for (World* const world : {&workstation, &cloud})
        world->scenario.discountRate = {decimal("0.08"), {}};

    const metrics::RunResult run =
        comparison({workstation, cloud}, {{"a", "b", BreakEvenBy::HoursPerWeek},
                                          {"a", "b", BreakEvenBy::Utilization},
                                          {"a", "b", BreakEvenBy::Price}});

    const double growth = 1.08 * 1.08 * 1.08;
    const double fixed = 3000 * 0.08 / (1 - 1 / growth) - 600 * 0.08 / (growth - 1) + 300;
    const double weeks = 8760.0 / 168;
    const auto& answers = run.breakEven;
    CHECK(answers[1].status == CrossingStatus::Crosses);
    CHECK(answers[1].at.front() == Approx(fixed / weeks / (1.1 - 0.0825)).epsilon(1e-9));
    // The case counts 52.17857142857143 weeks a year.
    CHECK(answers[1].at.front() * weeks / 52.17857142857143 ==
          Approx(24.095678227805493).epsilon(1e-9));
    CHECK(answers[2].at.front() == Approx(fixed / 8760 / (1.1 - 0.0825)).epsilon(1e-9));
    // At the hours used: 3,600 of the plan's.
    const double used = 3600 / inHours(workstation.scenario.horizon()) * 8760;
    CHECK(answers[3].at.front() == Approx(fixed / used + 0.0825).epsilon(1e-9));
}

TEST_CASE("no use repays a machine whose hours cost no less", "[metrics][break-even]") {
    World machine = owned(12, "1000", "0.1 USD/kWh");
    std::get<model::Owned>(machine.pool().purchase).idlePower = {Power(0), {}};
    const std::vector<model::BreakEvenQuestion> questions{{"a", "b", BreakEvenBy::Utilization}};

    // 1 kW for 8 GPUs at 0.1 USD/kWh: 0.0125 USD a GPU-hour on both sides.
    const BreakEven even =
        comparison({machine, rented(12, "0.1 USD/h")}, questions).breakEven.back();
    CHECK(even.status == CrossingStatus::Never);
    CHECK(even.explanation == "no use repays a: a used GPU-hour costs 0.0125 USD there and 0.0125 "
                              "USD on b for the same work");
    // 200 a year over 8 * 8760 * 0.0001 saved an hour: 28 times what it has.
    const BreakEven beyond =
        comparison({machine, rented(12, "0.1008 USD/h")}, questions).breakEven.back();
    CHECK(beyond.status == CrossingStatus::Never);
    CHECK(beyond.explanation.find("more than it has") != std::string::npos);
}

TEST_CASE("each answer by use has its own sentence", "[metrics][break-even]") {
    const auto answer = [](World a, World b, BreakEvenBy by) {
        return comparison({std::move(a), std::move(b)}, {{"a", "b", by}}).breakEven.back();
    };

    const BreakEven unused =
        answer(monthly(12, "100 USD/month"), rented(12, "1 USD/h"), BreakEvenBy::Utilization);
    CHECK(unused.status == CrossingStatus::Never);
    CHECK(unused.explanation ==
          "no job ran on a or on b, so there is no cost of a used GPU-hour to compare");

    // 87,600 a year for 8 GPUs against 1 USD an hour of all: 1.25 against 0.125 a GPU-hour.
    const BreakEven weeks = answer(owned(12, "87600", "0 USD/kWh", 12), rented(12, "1 USD/h"),
                                   BreakEvenBy::HoursPerWeek);
    CHECK(weeks.status == CrossingStatus::Never);
    CHECK(weeks.explanation ==
          "each GPU of a would have to work 1680.0 hours a week, more than the 168 there are: it "
          "costs 87,600 USD a year whatever it does and 0.0000 USD a used GPU-hour, against 0.1250 "
          "USD on b for the same work");

    // The cloud's own storage costs more than the machine.
    World stored = rented(12, "1 USD/h");
    stored.alternative().other.push_back({"storage", price<per::Month>("100 USD/month")});
    const BreakEven always =
        answer(owned(12, "120", "0 USD/kWh", 12), stored, BreakEvenBy::Utilization);
    CHECK(always.status == CrossingStatus::Always);
    CHECK(always.explanation ==
          "a has no fixed cost to earn back against b (-1,080 USD a year): a used GPU-hour costs "
          "0.0000 USD there and 0.1250 USD on b for the same work");
}

TEST_CASE("a fixed cost names what is in it and what is taken off", "[metrics][break-even]") {
    World stored = rented(12, "1 USD/h");
    stored.alternative().other.push_back({"storage", price<per::Month>("10 USD/month")});
    const BreakEven price =
        comparison({owned(12, "8760", "0 USD/kWh", 12), stored}, {{"a", "b", BreakEvenBy::Price}})
            .breakEven.back();

    CHECK(price.explanation.find("less the 120.00 USD a year that b costs beside its machines") !=
          std::string::npos);
    CHECK(price.explanation.find("a used GPU-hour on b, its machines alone, costs more than") !=
          std::string::npos);
}

TEST_CASE("a cheap start can be lost with time", "[metrics][break-even]") {
    // Asked the other way round: renting at 800 a month against 12,000 and 200 a month.
    const BreakEven answer =
        comparison({monthly(36, "800 USD/month"), boughtWith(36, "12000", "200 USD/month", 36)},
                   {{"a", "b", BreakEvenBy::Months}})
            .breakEven.back();

    CHECK(answer.a == "a");
    CHECK(answer.status == CrossingStatus::Crosses);
    CHECK(answer.at == std::vector<double>{20});
    CHECK(answer.explanation == "a has cost less than b for the first 20.0 months; by the plan's "
                                "end it has cost 28,800 USD against 19,200 USD");
}

TEST_CASE("faster hardware replaces more cloud hours", "[metrics][break-even]") {
    World machine = owned(12, "70080", "0 USD/kWh", 12); // 1 USD an hour of 8 GPUs
    machine.pool().speed = {decimal("2"), {}};

    const BreakEven answer =
        comparison({machine, rented(12, "8 USD/h")}, {{"a", "b", BreakEvenBy::Utilization}})
            .breakEven.back();

    CHECK(answer.at.front() == Approx(0.5)); // 1 / (2 * 1)
}

TEST_CASE("buying is judged against the cheapest that buys nothing", "[metrics][returns]") {
    // 12,000 saves 1,000 a month for a year and is then worth nothing.
    const metrics::RunResult run =
        comparison({monthly(12, "2500 USD/month"), monthly(12, "1500 USD/month"),
                    boughtWith(12, "6000", "500 USD/month", 12)});

    const metrics::AlternativeResult& bought = run.alternatives[2];
    CHECK(*bought.paybackSimple == Approx(6));     // against 1,500 a month
    CHECK(*bought.paybackDiscounted == Approx(6)); // at a rate of 0
    // 6000 = 1000 * (1 - v^12)/i has its root at i = 12.69... % a month.
    const double monthRate = std::pow(1 + *bought.irr, 1.0 / 12) - 1;
    CHECK(1000 * (1 - std::pow(1 + monthRate, -12)) / monthRate == Approx(6000).epsilon(1e-9));
    CHECK_FALSE(run.alternatives[0].irr);
    CHECK_FALSE(run.alternatives[0].paybackSimple);
    CHECK(run.cheapest() == 2);
}

TEST_CASE("of equal totals the first is the cheapest", "[metrics]") {
    CHECK(comparison(
              {monthly(2, "5 USD/month"), monthly(2, "4 USD/month"), monthly(2, "4 USD/month")})
              .cheapest() == 1);
}
