#include "world.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
namespace accounts = ledger::accounts;

namespace {

/// One on-demand pool at 4.1 USD/h, billed in steps of `granularity` and at least `minimum`.
World onDemand(Duration granularity, Duration minimum) {
    World world(2);
    catalog::CloudOffer& offer = world.addOffer("acme/gpu8/west");
    offer.billingGranularity = granularity;
    offer.billingMinimum = minimum;
    model::Pool& pool = world.addPool(model::OnDemand{});
    pool.offer = "acme/gpu8/west";
    pool.price = hourly("4.1 USD/h");
    return world;
}

Money billFor(Duration used, Duration granularity, Duration minimum) {
    World world = onDemand(granularity, minimum);
    world.lease({}, {}, used);
    return total(*world.priced(), accounts::onDemand);
}

model::Spot spot(const char* lossesPerHour) {
    model::Spot purchase;
    purchase.interruptionsPerHour = {decimal(lossesPerHour), {}};
    return purchase;
}

} // namespace

TEST_CASE("a machine held all the time pays every hour of each month", "[pricing][leases]") {
    World world = onDemand(seconds(1), seconds(60));
    world.lease({}, {}, hours(744 + 672));

    const pricing::Priced priced = *world.priced();

    REQUIRE(priced.journal.size() == 2);
    const auto& charges = priced.journal.transactions();
    CHECK(charges[0].postings[0] == ledger::Posting{"Expenses:Cloud:OnDemand", usd("3050.4")});
    CHECK(charges[1].postings[0].amount == usd("2755.2"));                           // 672 * 4.1
    CHECK(charges[0].postings[1] == ledger::Posting{"Assets:Cash", usd("-3050.4")}); // 744 * 4.1
    CHECK(charges[0].to == *parseInstant("2027-02-01"));
    CHECK(charges[0].pool == "pool-0");
    CHECK(charges[0].site == "west");
    CHECK(charges[0].cause == ledger::Cause{ledger::CauseKind::Lease, 0});
    CHECK(charges[0].basis.quantity == "744 h");
    CHECK(charges[0].basis.price == "4.1 USD/h");
    CHECK_FALSE(charges[0].basis.estimated);
}

TEST_CASE("billed time follows the offer's step and minimum", "[pricing][leases]") {
    // Validation case E06, at 4.1 USD/h: 60, 95, 3601, 120, 3660, 3600 and 7200 s.
    CHECK(billFor(seconds(30), seconds(1), seconds(60)) == usd("0.068333"));
    CHECK(billFor(seconds(95), seconds(1), seconds(60)) == usd("0.108194"));
    CHECK(billFor(seconds(3601), seconds(1), seconds(60)) == usd("4.101139"));
    CHECK(billFor(seconds(95), seconds(60), seconds(0)) == usd("0.136667"));
    CHECK(billFor(seconds(3601), seconds(60), seconds(0)) == usd("4.168333"));
    CHECK(billFor(seconds(30), seconds(3600), seconds(0)) == usd("4.1"));
    CHECK(billFor(seconds(3601), seconds(3600), seconds(0)) == usd("8.2"));
}

TEST_CASE("what is rounded up falls into a lease's last charge", "[pricing][leases]") {
    World world = onDemand(hours(1), seconds(0));
    const Duration released = hours(744) + seconds(1); // a second past the month's end
    world.lease({}, hours(743), released);

    const pricing::Priced priced = *world.priced();

    const auto& charges = priced.journal.transactions();
    REQUIRE(charges.size() == 2);
    CHECK(charges[0].basis.quantity == "1 h");
    CHECK(charges[1].basis.quantity == "1 h"); // a second, billed as an hour
    CHECK(charges[1].to == world.scenario.start + released);
    CHECK(priced.pools[0].billedBeyondUse == GpuTime::of(GpuCount::whole(8), seconds(3599)));
}

TEST_CASE("billing starts when the machine is ready", "[pricing][leases]") {
    World world = onDemand(seconds(1), seconds(60));
    world.lease(hours(1), hours(2), hours(5));
    world.lease(hours(6), hours(9), hours(8)); // given back before it was ready

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::onDemand) == usd("12.3")); // 3 * 4.1
    CHECK(priced.pools[0].unpaidStart == gpuHours(8 * (1 + 2)));
    CHECK(priced.pools[0].billedBeyondUse == GpuTime());
}

TEST_CASE("spot pays its constant price without interruptions", "[pricing][spot]") {
    World world;
    world.addPool(spot("0")).price = hourly("17.6 USD/h");
    world.lease({}, {}, hours(10));
    world.reading(0, {{model::GpuState::Compute, gpuHours(80)}});

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::spot) == usd("176"));
    CHECK(total(priced, accounts::spotRework) == usd("0"));
    CHECK(priced.pools[0].rework == GpuTime());
}

TEST_CASE("expected rework is paid for the hours that jobs held", "[pricing][spot]") {
    World world;
    model::Spot purchase = spot("0");
    purchase.interval = seconds(600);
    purchase.checkpoint = seconds(60); // 60/600: a tenth more time, without any interruption
    world.addPool(purchase).price = hourly("17.6 USD/h");
    world.lease({}, {}, hours(10));
    world.reading(0, {{model::GpuState::Compute, gpuHours(30)},
                      {model::GpuState::Fetch, gpuHours(10)},
                      {model::GpuState::Unallocated, gpuHours(40)}});

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::spotRework) == usd("8.8")); // 176 * (30 + 10)/80 * 0.1
    CHECK(priced.pools[0].rework == gpuHours(4));
    CHECK(priced.journal.transactions().back().basis.estimated);
    CHECK(priced.journal.transactions().back().cause ==
          ledger::Cause{ledger::CauseKind::MeterReading, 0});
}

TEST_CASE("rework follows the rate of interruptions", "[pricing][spot]") {
    // Validation case F08: 0.0951 losses an hour, checkpoints of 30 s, restarts of 600 s, Daly's
    // interval: work takes 1.057521526019767 times as long.
    World world;
    model::Spot purchase = spot("0.0951");
    purchase.checkpoint = seconds(30);
    purchase.restart = seconds(600);
    world.addPool(purchase).price = hourly("1000 USD/h");
    world.lease({}, {}, hours(1));
    world.reading(0, {{model::GpuState::Compute, gpuHours(8)}});

    CHECK(total(*world.priced(), accounts::spotRework) == usd("57.521526")); // 1000 * 0.057521526
}

TEST_CASE("spot on which work never ends is refused", "[pricing][spot]") {
    World world;
    model::Spot purchase = spot("3600"); // one loss a second
    purchase.checkpoint = seconds(30);
    purchase.restart = seconds(600);
    world.addPool(purchase).price = hourly("1 USD/h");

    const auto priced = world.priced();

    REQUIRE_FALSE(priced);
    CHECK(priced.diagnostics()[0].message.key == "pricing.spot.never_ends");
    CHECK(priced.diagnostics()[0].at.pointer == "/alternatives/0/pools/0");
}

TEST_CASE("a replayed spot price is integrated over its path", "[pricing][spot]") {
    World world;
    world.scenario.priceDate = *parseInstant("2026-12-31"); // a plan of 31 days, moved by 32 days
    model::Spot purchase = spot("0");
    purchase.rule = model::SpotPriceRule::Replay;
    world.addPool(purchase).offer = "acme/gpu8/west";
    const auto change = [&](const char* date, const char* amount) {
        world.catalogs.prices.push_back({.offer = "acme/gpu8/west",
                                         .kind = catalog::PriceKind::Spot,
                                         .validFrom = *parseInstant(date),
                                         .price = hourly(amount).value});
    };
    change("2026-11-01", "2 USD/h");
    change("2026-12-10", "3 USD/h"); // becomes 2027-01-11
    change("2026-12-31", "5 USD/h"); // becomes the plan's end
    world.catalogs.arrange();
    world.lease(hours(0), hours(0), hours(744));

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::spot) == usd("1992")); // 10 d * 24 * 2 + 21 d * 24 * 3
    REQUIRE(priced.journal.size() == 2);
    CHECK(priced.journal.transactions()[1].from == *parseInstant("2027-01-11"));
    CHECK(assumptionKeys(priced).front() == "pricing.assumption.replay_shifted");
}

TEST_CASE("a record shorter than the plan holds its oldest price before it", "[pricing][spot]") {
    World world;
    world.scenario.priceDate = *parseInstant("2027-02-01"); // the plan's end: nothing is moved
    model::Spot purchase = spot("0");
    purchase.rule = model::SpotPriceRule::Replay;
    world.addPool(purchase).offer = "acme/gpu8/west";
    for (const auto& [date, amount] :
         {std::pair{"2027-01-11", "2 USD/h"}, {"2027-01-21", "3 USD/h"}, {"2027-02-02", "9 USD/h"}})
        world.catalogs.prices.push_back({.offer = "acme/gpu8/west",
                                         .kind = catalog::PriceKind::Spot,
                                         .validFrom = *parseInstant(date),
                                         .price = hourly(amount).value});
    world.catalogs.arrange();
    world.lease(hours(0), hours(0), hours(744));

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::spot) == usd("1752")); // 20 d * 24 * 2 + 11 d * 24 * 3
    CHECK(assumptionKeys(priced).front() == "pricing.assumption.replay_short");
}
