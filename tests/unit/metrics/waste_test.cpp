#include "run.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
using metrics::AlternativeResult;
using metrics::Waste;
using model::GpuState;

namespace {

const Waste* find(const AlternativeResult& result, std::string_view cause) {
    for (const Waste& row : result.waste)
        if (row.cause == cause)
            return &row;
    return nullptr;
}

GpuTime wasted(const AlternativeResult& result) {
    GpuTime sum;
    for (const Waste& row : result.waste)
        sum += row.gpuTime;
    return sum;
}

Money wasteCost(const AlternativeResult& result) {
    Money sum(0, result.currency);
    for (const Waste& row : result.waste)
        sum += row.cost;
    return sum;
}

} // namespace

TEST_CASE("paid hours are what is billed, not what is asked for", "[metrics][waste]") {
    World world;
    catalog::CloudOffer& offer = world.addOffer("acme/gpu8/west");
    offer.onDemand = hourly("8 USD/h").value;
    offer.billingGranularity = hours(1);
    offer.billingMinimum = hours(0);
    world.addPool(model::OnDemand{}).offer = "acme/gpu8/west";
    // Asked for at 0, ready after an hour, released after 5.5: 4.5 h used, 5 h billed.
    world.lease({}, hours(1), hours(5) + seconds(1800));
    world.reading(0, {{GpuState::Provisioning, gpuHours(8)},
                      {GpuState::Unallocated, gpuHours(12)},
                      {GpuState::Fetch, gpuHours(4)},
                      {GpuState::Compute, gpuHours(20)}});

    const AlternativeResult result = summary(world);

    CHECK(result.gpuHours.capacity == gpuHours(44));
    CHECK(result.gpuHours.paid == gpuHours(40));
    CHECK(find(result, "provisioning") == nullptr); // not billed
    CHECK(find(result, "unallocated")->gpuTime == gpuHours(12));
    CHECK(find(result, "fetch")->cost == usd("4"));
    CHECK(find(result, "rounding")->gpuTime == gpuHours(4));
    CHECK(wasted(result) == result.gpuHours.paid - *result.gpuHours.useful);
    CHECK(wasteCost(result) == usd("20")); // 40 paid, half of it useful
}

TEST_CASE("what nobody held of a reservation is unused commitment", "[metrics][waste]") {
    World world;
    model::Commitment commitment;
    commitment.recurring = hourly("1 USD/h");
    world.addPool(commitment, 1);
    world.lease({}, {}, hours(744));
    world.reading(0,
                  {{GpuState::Compute, gpuHours(4000)}, {GpuState::Unallocated, gpuHours(1952)}});

    const AlternativeResult result = summary(world);

    REQUIRE(result.waste.size() == 1);
    CHECK(result.waste[0].cause == "unused_commitment");
    CHECK(result.waste[0].gpuTime == gpuHours(1952));
    CHECK(result.waste[0].cost == usd("244")); // 1952 of 5952 at 744 USD
    CHECK(result.waste[0].cost == result.cost.byAccount.at("Expenses:Cloud:UnusedCommitment"));
}

TEST_CASE("reserved machines that were never leased are paid too", "[metrics][waste]") {
    World world;
    model::Commitment commitment;
    commitment.recurring = hourly("1 USD/h");
    world.addPool(commitment).supply = model::ElasticSupply{0, 2, {}, {}};
    world.lease({}, {}, hours(744));
    world.reading(0, {{GpuState::Compute, gpuHours(5952)}});

    const AlternativeResult result = summary(world);

    CHECK(result.gpuHours.capacity == gpuHours(5952));
    CHECK(result.gpuHours.paid == gpuHours(2 * 5952));
    CHECK(result.waste[0].gpuTime == gpuHours(5952));
}

TEST_CASE("expected rework on spot is restart time", "[metrics][waste]") {
    World world;
    model::Spot spot;
    spot.interval = seconds(600);
    spot.checkpoint = seconds(60); // a tenth more time
    world.addPool(spot).price = hourly("8 USD/h");
    world.lease({}, {}, hours(10));
    world.reading(0, {{GpuState::Compute, gpuHours(80)}});

    const AlternativeResult result = summary(world);

    CHECK(result.cost.total == usd("88"));
    CHECK(result.gpuHours.paid == gpuHours(88));
    REQUIRE(result.waste.size() == 1);
    CHECK(result.waste[0].cause == "restart");
    CHECK(result.waste[0].gpuTime == gpuHours(8));
    CHECK(result.waste[0].cost == usd("8"));
    CHECK(std::find(result.estimated.begin(), result.estimated.end(), "/gpu_hours/paid") !=
          result.estimated.end());
    CHECK(std::find(result.estimated.begin(), result.estimated.end(), "/waste/0") !=
          result.estimated.end());
}

TEST_CASE("a pool's waste is priced at its own cost", "[metrics][waste]") {
    World world;
    world.addPool(model::OnDemand{}).price = hourly("1 USD/h");
    world.addPool(model::OnDemand{}).price = hourly("9 USD/h");
    world.alternative().other.push_back({"shared", price<per::Month>("20 USD/month")});
    world.lease({}, {}, hours(10), 0, 0);
    world.lease({}, {}, hours(10), 1, 1);
    world.reading(0, {{GpuState::Compute, gpuHours(80)}}, 0);
    world.reading(0, {{GpuState::Unallocated, gpuHours(80)}}, 1);

    const AlternativeResult result = summary(world);

    REQUIRE(result.waste.size() == 1);
    CHECK(result.waste[0].cost == usd("100")); // 10 h * 9, and half of the shared 20
}

TEST_CASE("a history whose leases and readings disagree is a bug", "[metrics][waste]") {
    World world;
    world.addPool(model::OnDemand{}).price = hourly("1 USD/h");
    world.lease({}, {}, hours(10));
    world.reading(0, {{GpuState::Compute, gpuHours(79)}});

    CHECK_THROWS_AS(summary(world), ContractViolation);
}
