#include "world.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
namespace accounts = ledger::accounts;

namespace {

/// A year (8,760 h) with one reserved node, its GPUs held by jobs half the time.
World reserved(model::Commitment commitment, std::int64_t months = 12) {
    World world(months);
    world.addPool(std::move(commitment));
    for (int month = 0; month < months; ++month) {
        const Duration length =
            addMonths(world.scenario.start, month + 1) - addMonths(world.scenario.start, month);
        const GpuTime half = GpuTime::of(GpuCount::whole(4), length);
        world.reading(month,
                      {{model::GpuState::Compute, half}, {model::GpuState::Unallocated, half}});
    }
    return world;
}

model::Commitment commitment(model::Upfront upfront, const char* payment, const char* recurring) {
    model::Commitment result;
    result.upfront = upfront;
    if (payment != nullptr)
        result.upfrontPerNode = Sourced<Money>{Money::parse(payment).value(), {}};
    if (recurring != nullptr)
        result.recurring = hourly(recurring);
    return result;
}

} // namespace

TEST_CASE("reserved hours cost the same, used or not", "[pricing][commitment]") {
    const World world = reserved(commitment(model::Upfront::None, nullptr, "2.6 USD/h"));

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::commitment) == usd("11388")); // 8760 * 2.6 / 2
    CHECK(total(priced, accounts::unusedCommitment) == usd("11388"));
    CHECK(total(priced, accounts::cash) == usd("-22776"));
    CHECK(priced.pools[0].unusedCommitment == gpuHours(8760 * 4));
    CHECK(priced.pools[0].unleased == GpuTime());
    CHECK(world.priced().diagnostics().empty());
}

TEST_CASE("upfront money is paid at once and used up evenly", "[pricing][commitment]") {
    // Validation case E05: 20,000 for 8,760 h is 2.2831050... an hour.
    const World world = reserved(commitment(model::Upfront::All, "20000 USD", nullptr));

    const pricing::Priced priced = *world.priced();

    const auto& first = priced.journal.transactions().front();
    CHECK(first.from == first.to);
    CHECK(first.postings[0] == ledger::Posting{"Assets:Prepaid", usd("20000")});
    CHECK(total(priced, accounts::cash) == usd("-20000"));
    CHECK(total(priced, accounts::prepaid) == usd("0"));
    CHECK(total(priced, "Expenses") == usd("20000"));
    const auto& january = priced.journal.transactions()[1];
    CHECK(january.postings.back() ==
          ledger::Posting{"Assets:Prepaid", usd("-1698.630137")}); // 20000 * 744 / 8760
}

TEST_CASE("partly upfront pays both ways", "[pricing][commitment]") {
    const World world = reserved(commitment(model::Upfront::Partial, "10000 USD", "1.2 USD/h"));

    const pricing::Priced priced = *world.priced();

    // E05: 10000/8760 + 1.2 = 2.341552... an hour, 20,512 a year.
    CHECK(total(priced, "Expenses") == usd("20512"));
    CHECK(total(priced, accounts::cash) == usd("-20512"));
}

TEST_CASE("a commitment renews at the same date, leap years or not", "[pricing][commitment]") {
    const World world = reserved(commitment(model::Upfront::All, "20000 USD", nullptr), 24);

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::cash) == usd("-40000")); // 2028 has 8,784 h, and no third term
    CHECK(total(priced, accounts::prepaid) == usd("0"));
}

TEST_CASE("a term past the plan's end leaves its rest prepaid, and says so",
          "[pricing][commitment]") {
    const World world = reserved(commitment(model::Upfront::Partial, "8760 USD", "1 USD/h"), 1);

    const auto result = world.priced();

    CHECK(total(*result, accounts::prepaid) == usd("8016")); // 8760 - 744
    CHECK(total(*result, "Expenses") == usd("1488"));
    REQUIRE(result.diagnostics().size() == 1);
    CHECK(result.diagnostics()[0].message ==
          Message{"pricing.commitment.past_end", {"\"pool-0\"", "8016 h", "16032.00 USD"}});
}

TEST_CASE("an elastic pool reserves the most it may launch", "[pricing][commitment]") {
    World world(1);
    world.addPool(commitment(model::Upfront::None, nullptr, "1 USD/h")).supply =
        model::ElasticSupply{0, 3, {}, {}};
    world.reading(0, {{model::GpuState::Compute, gpuHours(744 * 8)}});

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::commitment) == usd("744"));
    CHECK(total(priced, accounts::unusedCommitment) == usd("1488"));
    CHECK(priced.pools[0].unleased == gpuHours(2 * 744 * 8));
    CHECK(assumptionKeys(priced).front() == "pricing.assumption.most_nodes");
}

TEST_CASE("reserved prices of one and three years come from the catalog", "[pricing][commitment]") {
    World world = reserved(commitment(model::Upfront::None, nullptr, nullptr), 1);
    catalog::CloudOffer& offer = world.addOffer("acme/gpu8/west");
    offer.reserved1y = hourly("3 USD/h").value;
    offer.reserved3y = hourly("2 USD/h").value;
    world.pool().offer = "acme/gpu8/west";
    auto& terms = std::get<model::Commitment>(world.pool().purchase);

    CHECK(total(*world.priced(), "Expenses") == usd("2232")); // 744 * 3
    terms.termMonths = 36;
    CHECK(total(*world.priced(), "Expenses") == usd("1488"));
    terms.termMonths = 24;
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.commitment.term");
    terms.upfront = model::Upfront::Partial;
    const auto refused = world.priced();
    REQUIRE(refused.diagnostics().size() == 2);
    CHECK(refused.diagnostics()[0].message.key == "pricing.commitment.no_upfront");
    CHECK(refused.diagnostics()[1].message.key == "pricing.commitment.no_recurring");
}

TEST_CASE("a commitment that contradicts itself is refused", "[pricing][commitment]") {
    World world = reserved(commitment(model::Upfront::None, "1 USD", "1 USD/h"), 1);

    CHECK(world.priced().diagnostics()[0].message.key == "pricing.commitment.upfront_unasked");

    std::get<model::Commitment>(world.pool().purchase) =
        commitment(model::Upfront::None, nullptr, "1 USD/h");
    std::get<model::Commitment>(world.pool().purchase).termMonths = 0;
    CHECK(world.priced().diagnostics()[0].message.key == "pricing.commitment.no_term");
}
