#include "run.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan;
using namespace gpuplan::testing;
using metrics::AlternativeResult;

namespace {

/// Jobs of one GPU submitted at 0; job i starts after i hours and runs for one.
struct Queue {
    workload::JobTable jobs;
    history::History history;

    void add(std::int64_t waitHours, std::int64_t gpus, const char* team) {
        jobs.submit.push_back(0);
        jobs.gpus.push_back(static_cast<std::int32_t>(gpus * 1000));
        jobs.team.push_back(jobs.teams.intern(team));
        const auto row = static_cast<std::uint32_t>(history.attempts.size());
        history.attempts.job.push_back(row);
        history.attempts.start.push_back(ticks(hours(waitHours)));
        history.attempts.end.push_back(ticks(hours(waitHours + 1)));
        history.firstStart.push_back(ticks(hours(waitHours)));
        history.lastEnd.push_back(ticks(hours(waitHours + 1)));
        jobs.duration.push_back(ticks(hours(1)));
    }
};

} // namespace

TEST_CASE("a purchase is billed at once and effective over its life", "[metrics][cost]") {
    World world(2);
    world.addPool(hardware("24000", 24, "0"));
    world.alternative().site = siteAt("0.1 USD/kWh");
    alwaysOn(world, 8, hours(744));

    const AlternativeResult result = summary(world);

    CHECK(result.cost.billed.at("total") == usd("24141.6")); // 24000 + 1 kW * 1416 h * 0.1
    CHECK(result.cost.billed.at("Assets:Hardware") == usd("24000"));
    CHECK(result.cost.billed.at("Expenses:OnPrem:Power") == usd("141.6"));
    CHECK(result.cost.billed.count("Expenses:OnPrem:Depreciation") == 0);
    CHECK(result.cost.effective.at("total") == usd("2141.6"));
    CHECK(result.cost.total == usd("2141.6"));
    CHECK(result.cost.byAccount.at("Expenses:OnPrem:Depreciation") == usd("2000"));
    CHECK(result.cost.byAccount.size() == 2);
    REQUIRE(result.cost.byMonth.size() == 2);
    CHECK(result.cost.byMonth[0].billed == usd("24074.4"));
    CHECK(result.cost.byMonth[0].effective == usd("1074.4"));
    CHECK(result.cost.byMonth[0].bookValue == usd("23000"));
    CHECK(result.cost.byMonth[0].resale == usd("0"));
    CHECK(result.cost.byMonth[1].month == *parseInstant("2027-02-01"));
    CHECK(result.cost.byMonth[1].billedSoFar == usd("24141.6"));
    CHECK(result.cost.byMonth[1].effectiveSoFar == usd("2141.6"));
    CHECK(*result.energyKwh == Approx(1416));
    CHECK_FALSE(result.carbonKg);
}

TEST_CASE("cost per GPU-hour has six places, half to even", "[metrics][cost]") {
    World world;
    world.addPool(model::OnDemand{}).price = hourly("1 USD/h");
    world.pool().gpusPerNode = 8;
    world.lease({}, {}, hours(10));
    world.reading(0, {{model::GpuState::Compute, gpuHours(30)},
                      {model::GpuState::Comm, gpuHours(15)},
                      {model::GpuState::Prep, gpuHours(19)},
                      {model::GpuState::Unallocated, gpuHours(16)}});

    const AlternativeResult result = summary(world);

    CHECK(result.perAvailable == decimal("0.125"));   // 10 / 80
    CHECK(result.perAllocated == decimal("0.15625")); // 10 / 64
    CHECK(result.perBusy == decimal("0.222222"));     // 10 / 45
    CHECK(result.perUseful == decimal("0.333333"));   // 10 / 30
    CHECK(*result.allocatedShare == 0.8);
    CHECK(*result.busyShare == 0.5625); // a stall for preparation is not busy
    CHECK(result.gpuHours.paid == gpuHours(80));
}

TEST_CASE("what is not known is left open, not 0", "[metrics][gpu-hours]") {
    World world;
    world.addPool(model::OnDemand{}).price = hourly("1 USD/h");
    world.lease({}, {}, hours(10));
    world.reading(0, {{model::GpuState::Compute, gpuHours(80)}});
    world.history.readings[0].allocatedByClass = {gpuHours(80)};
    model::JobClass batch;
    batch.activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    world.scenario.workload = model::ProfileWorkload{{batch}};

    CHECK(summary(world).gpuHours.useful == gpuHours(80));
    CHECK_FALSE(summary(world).gpuHours.tensorActive); // no class says
    world.history.readings[0].tensorActiveKnown = true;
    world.history.readings[0].tensorActive = gpuHours(20);
    CHECK(*summary(world).tensorActiveShare == 0.25);

    std::get<model::ProfileWorkload>(world.scenario.workload).classes[0].activity = {};
    const AlternativeResult unknown = summary(world);
    CHECK_FALSE(unknown.gpuHours.useful);
    CHECK_FALSE(unknown.busyShare);
    CHECK_FALSE(unknown.perUseful);
    CHECK(unknown.waste.empty());
    CHECK_FALSE(unknown.energyKwh); // rented machines: nobody meters them

    World empty;
    CHECK_FALSE(summary(empty).allocatedShare);
    CHECK_FALSE(summary(empty).perAvailable);
    CHECK_FALSE(summary(empty).wait);
}

TEST_CASE("waits are taken by nearest rank", "[metrics][wait]") {
    World world;
    Queue queue;
    for (int i = 1; i <= 200; ++i)
        queue.add(i, 1, "x");
    queue.add(0, 1, "x");
    queue.history.firstStart.back() = queue.history.lastEnd.back() = -1; // never started
    world.history = queue.history;

    const auto wait = summary(world, queue.jobs).wait;

    CHECK(wait->p50 == 100 * 3600.0);
    CHECK(wait->p95 == 190 * 3600.0);
    CHECK(wait->p99 == 198 * 3600.0);
    CHECK(wait->max == 200 * 3600.0);
    CHECK(wait->mean == 100.5 * 3600);
}

TEST_CASE("tags share out the whole cost", "[metrics][tags]") {
    World world;
    world.alternative().other.push_back({"bill", price<per::Month>("100 USD/month")});
    Queue queue;
    queue.add(0, 1, "vision");
    queue.add(0, 1, "speech");
    queue.add(0, 1, "vision");
    queue.add(5, 0, "nobody"); // ran without GPUs
    queue.add(5, 0, "");
    world.history = queue.history;

    const auto byTag = summary(world, queue.jobs).byTag;

    const auto& teams = byTag.at("team");
    REQUIRE(teams.size() == 4);
    CHECK(teams.at("vision").allocated == gpuHours(2));
    CHECK(teams.at("vision").cost == usd("66.666667")); // the larger remainder
    CHECK(teams.at("speech").cost == usd("33.333333"));
    CHECK(teams.at("nobody").cost == usd("0"));
    CHECK(byTag.at("user").empty());
    CHECK(byTag.at("model").empty());
}

TEST_CASE("present value takes capital at once and months at their ends", "[metrics][value]") {
    World world(12);
    world.alternative().other.push_back({"bill", price<per::Month>("100 USD/month")});
    world.addPool(hardware("1200", 24, "0"));
    world.alternative().site = siteAt("0 USD/kWh");

    CHECK(*summary(world).npv == Approx(1800)); // at rate 0: what is used, 1200 + 600

    world.scenario.discountRate = {decimal("0.126825030131969721"), {}}; // 1.01^12 - 1
    const double end = std::pow(1.01, -12);
    CHECK(*summary(world).npv == Approx(1200 + 100 * (1 - end) / 0.01 - 600 * end));
}

TEST_CASE("equivalent annual cost spreads capital over the life", "[metrics][value]") {
    // Validation case E09: 250,000, 40,000 left after 4 years at 9 %, 30,000 a year.
    World world(12);
    world.addPool(hardware("250000", 48, "0.16"));
    world.alternative().site = siteAt("0 USD/kWh");
    world.alternative().other.push_back({"running", price<per::Month>("2500 USD/month")});
    world.scenario.discountRate = {decimal("0.09"), {}};

    const AlternativeResult result = summary(world);

    CHECK(*result.equivalentAnnualCost == Approx(98420.4190391305).epsilon(1e-12));
    CHECK(result.cost.byMonth.front().resale == usd("40000"));     // prudent: at any age
    CHECK(result.cost.byMonth.front().bookValue == usd("245625")); // 250000 - 210000/48
}

TEST_CASE("figures that rest on assumptions are pointed at", "[metrics][estimated]") {
    World world;
    world.addPool(hardware("24000", 24, "0"));
    world.alternative().site = siteAt("0.1 USD/kWh");
    alwaysOn(world, 8, hours(100));

    CHECK(summary(world).estimated ==
          std::vector<std::string>{"/cost/total", "/cost/by_account/Expenses:OnPrem:Power",
                                   "/gpu_hours/busy", "/gpu_hours/useful", "/utilization/busy",
                                   "/cost_per_gpu_hour/available", "/cost_per_gpu_hour/allocated",
                                   "/cost_per_gpu_hour/busy", "/cost_per_gpu_hour/useful", "/npv",
                                   "/equivalent_annual_cost", "/energy_kwh"});
}

TEST_CASE("every price is listed once with its source", "[metrics][assumptions]") {
    World world(2);
    model::Pool& pool = world.addPool(model::OnDemand{});
    pool.price = hourly("36 USD/h", "quote 17");
    pool.price->provenance.asOf = "2026-11";
    pool.price->provenance.note = "net";
    world.alternative().other.push_back({"bill", price<per::Month>("5 USD/month", "")});
    alwaysOn(world, 8, hours(744));

    const std::vector<std::string> lines = summary(world).assumptions;

    CHECK(lines[0] == "36 USD/h: quote 17, as of 2026-11; net");
    CHECK(lines[1] == "5 USD/month: no source given");
    CHECK(lines.size() == 4); // and the two of the unknown billing rule
}
