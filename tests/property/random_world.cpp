#include "random_world.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::testing {

namespace {

using model::GpuState;

Sourced<HourlyPrice> anyPrice(Dice& dice) {
    // Up to 5 places, so that charges do not come out even.
    return {{Decimal::scaled(1 + dice.roll(9'999'999), 5), Currency::usd()}, {}};
}
Money anyMoney(Dice& dice, std::int64_t below) {
    return {1 + dice.roll(below * 1'000'000), Currency::usd()};
}

model::PurchaseOption anyPurchase(Dice& dice) {
    switch (dice.roll(4)) {
    case 0:
        return model::OnDemand{};
    case 1: {
        model::Spot spot;
        spot.interruptionsPerHour = {Decimal::scaled(dice.roll(500), 3), {}};
        spot.checkpoint = seconds(dice.roll(120));
        spot.restart = seconds(dice.roll(900));
        return spot;
    }
    case 2: {
        model::Commitment commitment;
        commitment.termMonths = 1 + dice.roll(18);
        commitment.upfront = static_cast<model::Upfront>(dice.roll(3));
        if (commitment.upfront != model::Upfront::None)
            commitment.upfrontPerNode = Sourced<Money>{anyMoney(dice, 100'000), {}};
        return commitment;
    }
    default: {
        model::Owned owned;
        owned.lines.push_back(
            {"server", Decimal::integer(1), false, {anyMoney(dice, 500'000), {}}});
        owned.lines.push_back(
            {"spares", Decimal::scaled(dice.roll(100), 2), true, {anyMoney(dice, 9000), {}}});
        owned.lifeMonths = 1 + dice.roll(60);
        owned.residualShare = {Decimal::scaled(dice.roll(1001), 3), {}};
        owned.maintenancePerYear = {Decimal::scaled(dice.roll(100), 3), {}};
        owned.warrantyMonths = dice.roll(24);
        owned.idlePower = {Power(dice.roll(4'000'000)), {}};
        owned.fullPower = {Power(4'000'000 + dice.roll(8'000'000)), {}};
        return owned;
    }
    }
}

/// A few leases of one node after another, each asked for, ready and released in order.
void addLeases(World& world, Dice& dice, std::uint8_t pool, std::uint32_t node) {
    const history::Tick end = ticks(world.scenario.horizon());
    history::Tick now = 0;
    for (std::int64_t left = 1 + dice.roll(4); left > 0 && now < end; --left) {
        const history::Tick requested = now + dice.roll(end - now);
        const history::Tick released = requested + dice.roll(end - requested + 1);
        const history::Tick ready = std::min(requested + dice.roll(ticks(hours(2))), released);
        world.history.leases.push_back({pool, node, requested, ready, released});
        now = released;
    }
}

history::Tick overlap(history::Tick a, history::Tick b, history::Tick from, history::Tick to) {
    return std::max<history::Tick>(std::min(b, to) - std::max(a, from), 0);
}

/// Deals the time a machine was ready to the states at random.
void addReading(World& world, Dice& dice, std::uint8_t pool, int month) {
    world.reading(month, {}, pool);
    history::MeterReading& reading = world.history.readings.back();
    const GpuCount gpus = GpuCount::whole(world.pool(pool).gpusPerNode);
    GpuTime provisioning;
    GpuTime left;
    for (const history::Lease& lease : world.history.leases) {
        if (lease.pool != pool)
            continue;
        provisioning += GpuTime::of(
            gpus, Duration(overlap(lease.requested, lease.ready, reading.from, reading.to)));
        left += GpuTime::of(
            gpus, Duration(overlap(lease.ready, lease.released, reading.from, reading.to)));
    }
    reading.byState[static_cast<std::size_t>(GpuState::Provisioning)] = provisioning;
    for (const GpuState state : {GpuState::Unallocated, GpuState::Down, GpuState::IdleHeld,
                                 GpuState::Restart, GpuState::Fetch, GpuState::Comm}) {
        const GpuTime part(multiplyDivideHalfEven(left.base(), dice.roll(1000), 2000));
        reading.byState[static_cast<std::size_t>(state)] = part;
        left -= part;
    }
    reading.byState[static_cast<std::size_t>(GpuState::Compute)] = left;
}

void addPool(World& world, Dice& dice, std::uint8_t index) {
    const std::int64_t nodes = 1 + dice.roll(3);
    model::Pool& pool = world.addPool(anyPurchase(dice), nodes);
    pool.gpusPerNode = 1 + dice.roll(8);
    pool.price = anyPrice(dice);
    if (dice.coin()) {
        catalog::CloudOffer& offer = world.addOffer("acme/" + std::to_string(index) + "/west");
        offer.billingGranularity =
            seconds(std::array{1, 60, 3600}.at(static_cast<std::size_t>(dice.roll(3))));
        offer.billingMinimum = seconds(dice.roll(4000));
        pool.offer = offer.id;
    }
    const bool isFixed = dice.coin();
    if (!isFixed)
        pool.supply = model::ElasticSupply{0, nodes, {}, {}};
    for (std::uint32_t node = 0; node < nodes; ++node)
        if (isFixed)
            world.lease({}, {}, world.scenario.horizon(), index, node);
        else
            addLeases(world, dice, index, node);
}

void addJobs(RandomWorld& made, Dice& dice) {
    history::History& history = made.world.history;
    const history::Tick end = ticks(made.world.scenario.horizon());
    for (std::uint32_t job = 0; job < 30; ++job) {
        const history::Tick start = dice.roll(end);
        made.jobs.submit.push_back(0);
        made.jobs.duration.push_back(dice.roll(end - start));
        made.jobs.gpus.push_back(static_cast<std::int32_t>(dice.roll(8000)));
        made.jobs.team.push_back(made.jobs.teams.intern("team-" + std::to_string(dice.roll(4))));
        made.jobs.user.push_back(made.jobs.users.intern("user-" + std::to_string(dice.roll(9))));
        history.attempts.job.push_back(job);
        history.attempts.start.push_back(start);
        history.attempts.end.push_back(start + made.jobs.duration.back());
        history.firstStart.push_back(start);
        history.lastEnd.push_back(start + made.jobs.duration.back());
    }
}

} // namespace

std::int64_t Dice::roll(std::int64_t below) {
    m_state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    z ^= z >> 31U;
    return below <= 0 ? 0
                      : static_cast<std::int64_t>((z >> 1U) % static_cast<std::uint64_t>(below));
}

RandomWorld randomWorld(std::uint64_t seed) {
    Dice dice(seed);
    RandomWorld made{World(1 + dice.roll(30)), {}};
    World& world = made.world;
    const auto pools = static_cast<std::uint8_t>(dice.roll(4));
    for (std::uint8_t pool = 0; pool < pools; ++pool)
        addPool(world, dice, pool);
    for (int month = 0; month < world.scenario.horizonMonths; ++month)
        for (std::uint8_t pool = 0; pool < pools; ++pool)
            addReading(world, dice, pool, month);
    world.alternative().site = siteAt("0.0861 USD/kWh");
    world.alternative().site->pue = Sourced<Decimal>{Decimal::scaled(100 + dice.roll(120), 2), {}};
    if (dice.coin())
        world.alternative().other.push_back(
            {"support", {{Decimal::scaled(dice.roll(99'999'999), 4), Currency::usd()}, {}}});
    addJobs(made, dice);
    return made;
}

} // namespace gpuplan::testing
