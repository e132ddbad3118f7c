/// From jobs to money: whatever the simulator plays, pricing and metrics can account for.

#include "random_world.hpp"

#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::testing;

namespace {

constexpr std::uint64_t fleets = 150;

/// Jobs of a month, up to 12 GPUs and 40 hours, with a class, a team and a user.
workload::JobTable anyJobs(Dice& dice, history::Tick horizon) {
    workload::JobTable jobs;
    const std::int64_t count = dice.roll(200);
    std::vector<std::int64_t> submits;
    for (std::int64_t i = 0; i < count; ++i)
        submits.push_back(dice.roll(horizon));
    std::sort(submits.begin(), submits.end());
    for (std::int64_t i = 0; i < count; ++i) {
        jobs.ids.append(std::to_string(i + 1));
        jobs.submit.push_back(submits[static_cast<std::size_t>(i)]);
        jobs.duration.push_back(dice.roll(ticks(hours(40))));
        jobs.gpus.push_back(static_cast<std::int32_t>(dice.coin() ? 1000 * (1 + dice.roll(12))
                                                                  : 1 + dice.roll(1000)));
        jobs.jobClass.push_back(static_cast<std::uint8_t>(dice.roll(2)));
        jobs.team.push_back(jobs.teams.intern("team-" + std::to_string(dice.roll(3))));
        jobs.user.push_back(jobs.users.intern("user-" + std::to_string(dice.roll(7))));
    }
    return jobs;
}

model::JobClass aClass(std::int32_t computePpm, std::int32_t commPpm) {
    model::JobClass result;
    auto& shares = result.activity.shares;
    shares[static_cast<std::size_t>(model::GpuState::Compute)] = computePpm;
    shares[static_cast<std::size_t>(model::GpuState::Comm)] = commPpm;
    shares[static_cast<std::size_t>(model::GpuState::Fetch)] = 1'000'000 - computePpm - commPpm;
    return result;
}

model::Supply anySupply(Dice& dice) {
    if (dice.coin())
        return model::FixedSupply{1 + dice.roll(3)};
    const std::int64_t least = dice.roll(2);
    return model::ElasticSupply{least, least + 1 + dice.roll(3),
                                Duration(dice.roll(ticks(hours(1)))),
                                Duration(dice.roll(ticks(hours(3))))};
}

model::PurchaseOption anyRent(Dice& dice) {
    if (dice.coin())
        return model::OnDemand{};
    model::Spot spot;
    spot.interruptionsPerHour = {decimal("0.05"), {}};
    spot.checkpoint = seconds(30);
    spot.restart = seconds(300);
    return spot;
}

struct Fleet {
    World world;
    workload::JobTable jobs;
};

Fleet playedFleet(std::uint64_t seed) {
    Dice dice(seed);
    Fleet fleet{World(1 + dice.roll(3)), {}};
    World& world = fleet.world;
    const std::vector<model::JobClass> classes{aClass(600'000, 250'000), aClass(333'333, 0)};
    world.scenario.workload = model::ProfileWorkload{classes};
    const history::Tick horizon = ticks(world.scenario.horizon());
    fleet.jobs = anyJobs(dice, horizon);

    sim::World played;
    const std::int64_t pools = 1 + dice.roll(2);
    for (std::int64_t i = 0; i < pools; ++i) {
        model::Pool& pool = world.addPool(anyRent(dice));
        pool.supply = anySupply(dice);
        pool.price = hourly("17.123 USD/h");
        played.pools.push_back({pool.name, pool.gpusPerNode, pool.supply, Decimal::integer(1)});
    }
    played.placement = dice.coin() ? model::PlacementRule::FewestNodes : model::PlacementRule::Pack;
    played.queue = dice.coin() ? model::QueueRule::Easy : model::QueueRule::Greedy;
    for (const model::JobClass& each : classes)
        played.activities.push_back(each.activity);
    played.horizon = horizon;
    for (int month = 1; month < world.scenario.horizonMonths; ++month)
        played.meterAt.push_back(
            ticks(addMonths(world.scenario.start, month) - world.scenario.start));
    world.history = *sim::simulate(played, fleet.jobs);
    return fleet;
}

} // namespace

TEST_CASE("a played fleet's GPU time and money are accounted for", "[property][fleet]") {
    std::uint64_t ran = 0;
    for (std::uint64_t seed = 1; seed <= fleets; ++seed) {
        const Fleet fleet = playedFleet(seed);
        const metrics::AlternativeResult result = summary(fleet.world, fleet.jobs);

        GpuTime wasted;
        for (const metrics::Waste& row : result.waste)
            wasted += row.gpuTime;
        REQUIRE(wasted == result.gpuHours.paid - *result.gpuHours.useful);

        // Attempts, classes and states tell of the same allocated time.
        GpuTime byClass;
        for (const history::MeterReading& reading : fleet.world.history.readings)
            for (const GpuTime& part : reading.allocatedByClass)
                byClass += part;
        REQUIRE(byClass == result.gpuHours.allocated);
        GpuTime byTeam;
        Money shared(0, Currency::usd());
        for (const auto& [team, use] : result.byTag.at("team")) {
            byTeam += use.allocated;
            shared += use.cost;
        }
        REQUIRE(byTeam == result.gpuHours.allocated);
        if (byTeam != GpuTime()) {
            REQUIRE(shared == result.cost.total);
            ++ran;
        }
    }
    CHECK(ran > fleets / 2);
}
