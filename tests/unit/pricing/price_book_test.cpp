#include "world.hpp"

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using namespace gpuplan::testing;
namespace accounts = ledger::accounts;

TEST_CASE("the catalog's price of the price date is used, with its source", "[pricing][prices]") {
    World world;
    world.addPool(model::OnDemand{}).offer = "acme/gpu8/west";
    for (const auto& [date, amount] : {std::pair{"2025-01-01", "98.32 USD/h"},
                                       {"2026-06-01", "55.04 USD/h"},
                                       {"2026-12-01", "60 USD/h"}})
        world.catalogs.prices.push_back({.offer = "acme/gpu8/west",
                                         .validFrom = *parseInstant(date),
                                         .price = hourly(amount).value,
                                         .provenance = {.source = date}});
    world.catalogs.arrange();
    world.lease({}, {}, hours(10));

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::onDemand) == usd("550.4"));
    CHECK(priced.journal.transactions()[0].basis.source.source == "2026-06-01");
}

TEST_CASE("the scenario's price beats the catalog's and is the source", "[pricing][prices]") {
    World world;
    world.addOffer("acme/gpu8/west").onDemand = hourly("55.04 USD/h").value;
    model::Pool& pool = world.addPool(model::OnDemand{});
    pool.offer = "acme/gpu8/west";
    pool.price = hourly("36 USD/h", "our contract");
    world.lease({}, {}, hours(250));

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::onDemand) == usd("9000")); // 36 * 250
    CHECK(priced.journal.transactions()[0].basis.source.source == "our contract");
}

TEST_CASE("an unknown billing rule is listed as an assumption", "[pricing][prices]") {
    World world;
    world.addOffer("acme/gpu8/west").onDemand = hourly("36 USD/h").value;
    world.addPool(model::OnDemand{}).offer = "acme/gpu8/west";
    world.lease({}, {}, Duration(1)); // a microsecond is billed as a second

    const pricing::Priced priced = *world.priced();

    CHECK(total(priced, accounts::onDemand) == usd("0.01"));
    CHECK(assumptionKeys(priced) ==
          std::vector<std::string>{"pricing.assumption.granularity", "pricing.assumption.minimum"});
}

TEST_CASE("missing prices are all named, with the way to give them", "[pricing][prices]") {
    World world;
    world.addOffer("acme/gpu8/west").spot = hourly("9 USD/h").value;
    world.addPool(model::OnDemand{}).offer = "acme/gpu8/west";
    world.addPool(model::Spot{}).offer = "acme/gpu8/wets";
    world.addPool(model::OnDemand{});
    world.alternative().storage.push_back({.tier = "object", .capacity = Bytes(1)});

    const auto priced = world.priced();

    REQUIRE_FALSE(priced);
    REQUIRE(priced.diagnostics().size() == 4);
    CHECK(text(priced.diagnostics()[0].message) ==
          "no on-demand price of \"acme/gpu8/west\" is known on 2026-11-29; give the pool its own "
          "price, for example \"price\": \"55.04 USD/h\"");
    CHECK(priced.diagnostics()[1].candidates == std::vector<std::string>{"acme/gpu8/west"});
    CHECK(priced.diagnostics()[1].at.pointer == "/alternatives/0/pools/1");
    CHECK(priced.diagnostics()[2].message.key == "pricing.no_offer");
    CHECK(priced.diagnostics()[3].message.key == "pricing.storage.missing");
    CHECK(priced.diagnostics()[3].at.pointer == "/alternatives/0/storage/0");
}

TEST_CASE("amounts of two currencies never meet", "[pricing][prices]") {
    World world;
    world.scenario.currency = *Currency::parse("EUR");
    world.addPool(model::OnDemand{}).price = hourly("36 USD/h");
    world.lease({}, {}, hours(1));

    const auto priced = world.priced();

    REQUIRE_FALSE(priced);
    CHECK(priced.diagnostics()[0].message ==
          Message{"pricing.currency", {"36 USD/h", "USD", "EUR"}});
}

TEST_CASE("what a price includes or leaves out is listed", "[pricing][prices]") {
    World world;
    catalog::CloudOffer& offer = world.addOffer("acme/gpu8/west");
    offer.onDemand = hourly("36 USD/h").value;
    offer.taxIncluded = decimal("0.22");
    offer.gpuPartOnly = true;
    world.addPool(model::OnDemand{}).offer = "acme/gpu8/west";

    const std::vector<std::string> keys = assumptionKeys(*world.priced());

    CHECK(keys[0] == "pricing.assumption.tax");
    CHECK(keys[1] == "pricing.assumption.gpu_part");
}

TEST_CASE("costs past the range of money are the input's trouble", "[pricing][prices]") {
    World world;
    world.alternative().other.push_back({"moon", price<per::Month>("9000000000000 USD/month")});
    world.alternative().other.push_back({"mars", price<per::Month>("9000000000000 USD/month")});
    world.alternative().other.push_back({"sun", price<per::Month>("99000000000000 USD/month")});

    const auto priced = world.priced();

    REQUIRE_FALSE(priced);
    CHECK(priced.diagnostics()[0].message.key == "pricing.overflow");
}
