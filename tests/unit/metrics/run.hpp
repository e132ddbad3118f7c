#pragma once
/// Worlds of several alternatives, each with its own history, through pricing and metrics.

#include "../pricing/world.hpp"

#include <gpuplan/metrics/break_even.hpp>
#include <gpuplan/metrics/summary.hpp>

#include <memory>
#include <string>
#include <vector>

namespace gpuplan::testing {

/// A node of `gpus` GPUs over the whole plan, `used` hours of each month's every GPU in compute.
inline void alwaysOn(World& world, std::int64_t gpus, Duration usedPerMonth,
                     std::uint8_t poolIndex = 0) {
    world.pool(poolIndex).gpusPerNode = gpus;
    world.lease({}, {}, world.scenario.horizon(), poolIndex);
    for (int month = 0; month < world.scenario.horizonMonths; ++month) {
        const Duration length =
            addMonths(world.scenario.start, month + 1) - addMonths(world.scenario.start, month);
        const Duration used = std::min(usedPerMonth, length);
        world.reading(
            month,
            {{model::GpuState::Compute, GpuTime::of(GpuCount::whole(gpus), used)},
             {model::GpuState::Unallocated, GpuTime::of(GpuCount::whole(gpus), length - used)}},
            poolIndex);
    }
}

/// A node of `gpus` GPUs leased for the first `used` hours of each month alone.
inline void onlyWhenUsed(World& world, std::int64_t gpus, Duration used,
                         std::uint8_t poolIndex = 0) {
    world.pool(poolIndex).gpusPerNode = gpus;
    world.pool(poolIndex).supply = model::ElasticSupply{0, 1, {}, {}};
    for (int month = 0; month < world.scenario.horizonMonths; ++month) {
        const Duration from = addMonths(world.scenario.start, month) - world.scenario.start;
        world.lease(from, from, from + used, poolIndex);
        world.reading(month, {{model::GpuState::Compute, GpuTime::of(GpuCount::whole(gpus), used)}},
                      poolIndex);
    }
}

/// An owned node: `capital` paid at once, `kilowattHour` a kWh at 1 kW, idle or not.
inline model::Owned hardware(const char* capital, std::int64_t lifeMonths, const char* residual) {
    model::Owned owned;
    owned.lines.push_back({"server", decimal("1"), false, {usd(capital), {}}});
    owned.lifeMonths = lifeMonths;
    owned.residualShare = {decimal(residual), {}};
    owned.maintenancePerYear = {Decimal{}, {}};
    owned.idlePower = owned.fullPower = {kilowatts(1), {}};
    return owned;
}
inline model::Site siteAt(const char* energyPrice) {
    model::Site site;
    site.name = "home";
    site.energyPrice = price<per::KilowattHour>(energyPrice);
    site.pue = Sourced<Decimal>{decimal("1"), {}};
    return site;
}

inline metrics::AlternativeResult summary(const World& world, const workload::JobTable& jobs = {}) {
    return metrics::summarize(world.scenario, 0, jobs,
                              std::make_shared<const history::History>(world.history),
                              std::move(*world.priced()));
}

/// Joins worlds of one alternative each into a run; they are named `a`, `b`, ... in order.
inline metrics::RunResult comparison(std::vector<World> worlds,
                                     std::vector<model::BreakEvenQuestion> questions = {}) {
    metrics::RunResult run;
    run.scenario = worlds.front().scenario;
    run.scenario.alternatives.clear();
    run.scenario.breakEven = std::move(questions);
    char name = 'a';
    for (World& world : worlds) {
        world.alternative().name = std::string(1, name++);
        run.scenario.alternatives.push_back(world.alternative());
        run.alternatives.push_back(summary(world));
    }
    metrics::compareAlternatives(run);
    return run;
}

} // namespace gpuplan::testing
