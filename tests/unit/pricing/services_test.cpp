#include "world.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::testing;
namespace accounts = ledger::accounts;

namespace {

Bytes gigabytes(std::int64_t count) {
    return Bytes(count * 1'000'000'000);
}

model::EgressTier tier(std::optional<Bytes> size, const char* text) {
    return {size, price<per::Gigabyte>(text).value};
}

} // namespace

TEST_CASE("storage costs the same in a long month and a short one", "[pricing][storage]") {
    World world(2);
    world.alternative().storage.push_back(
        {"volume", gigabytes(2000), price<per::GigabyteMonth>("0.08 USD/GB-month")});

    const pricing::Priced priced = *world.priced();

    REQUIRE(priced.journal.size() == 2);
    for (const ledger::Transaction& charge : priced.journal.transactions())
        CHECK(charge.postings[0] == ledger::Posting{"Expenses:Storage", usd("160")}); // 2000 * 0.08
}

TEST_CASE("a storage tier's price comes from the catalog", "[pricing][storage]") {
    World world;
    catalog::StorageTier object;
    object.id = "s3-standard";
    object.price = price<per::GigabyteMonth>("0.023 USD/GB-month").value;
    object.provenance.source = "price page";
    world.catalogs.storage.push_back(object);
    world.alternative().storage.push_back({"s3-standard", gigabytes(50000), {}});

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::storage) == usd("1150")); // 50000 * 0.023, case E18
    CHECK(priced.journal.transactions()[0].basis.source.source == "price page");

    world.alternative().storage[0].tier = "s3-standart";
    CHECK(world.priced().diagnostics()[0].candidates == std::vector<std::string>{"s3-standard"});
}

TEST_CASE("data sent out fills the month's tiers in order", "[pricing][egress]") {
    // Validation case E07: 60,000 GB over tiers of 100, 10240, 40960 and 102400 GB.
    World world(2);
    world.alternative().egress.push_back(
        {gigabytes(60000),
         {tier(gigabytes(100), "0 USD/GB"), tier(gigabytes(10240), "0.09 USD/GB"),
          tier(gigabytes(40960), "0.085 USD/GB"), tier(gigabytes(102400), "0.07 USD/GB")},
         {}});

    const pricing::Priced priced = *world.priced();

    // 10240 * 0.09 + 40960 * 0.085 + 8700 * 0.07 = 5012.2; each month starts anew
    CHECK(total(priced, accounts::egress) == usd("10024.4"));
    CHECK(priced.journal.transactions()[0].basis.quantity == "10240 GB");
}

TEST_CASE("data past the last tier has no price", "[pricing][egress]") {
    World world;
    world.alternative().egress.push_back(
        {gigabytes(101), {tier(gigabytes(100), "0.09 USD/GB")}, {}});

    const auto refused = world.priced();

    REQUIRE_FALSE(refused);
    CHECK(refused.diagnostics()[0].message.key == "pricing.egress.no_tier");
    CHECK(refused.diagnostics()[0].at.pointer == "/alternatives/0/egress/0");

    world.alternative().egress[0].tiers.push_back(tier({}, "0.05 USD/GB"));
    CHECK(total(*world.priced(), accounts::egress) == usd("9.05"));
}

TEST_CASE("other lines are paid every month", "[pricing][other]") {
    World world(3);
    world.alternative().other.push_back({"support", price<per::Month>("4500 USD/month")});

    CHECK(total(*world.priced(), accounts::other) == usd("13500"));
}
