#include <gpuplan/planner/market.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

catalog::CloudOffer offer(const std::string& id, std::int64_t gpus, const char* price,
                          Currency currency = Currency::usd()) {
    catalog::CloudOffer made;
    made.id = id;
    made.provider = id;
    made.gpu = "h100";
    made.gpuCount = gpus;
    made.onDemand = HourlyPrice{*Decimal::parse(price), currency};
    made.provenance.asOf = "2026-09";
    return made;
}

} // namespace

TEST_CASE("the market's price is the lowest for one GPU of the model", "[planner][market]") {
    catalog::Catalogs catalogs;
    catalogs.offers = {offer("single", 1, "3"), offer("node", 8, "20"), offer("part", 1, "1"),
                       offer("other", 1, "1")};
    catalogs.offers[2].gpuPartOnly = true;
    catalogs.offers[3].gpu = "a100";
    catalogs.arrange();
    model::Scenario scenario;
    scenario.priceDate = *parseInstant("2026-11-29");
    model::Pool pool;
    pool.gpu = "h100";
    scenario.alternatives.emplace_back().pools = {pool, pool};

    const auto found = marketPrices(scenario, catalogs);

    REQUIRE(found.size() == 1); // no spot price is known
    CHECK(found[0].offer == "node");
    CHECK(found[0].perGpu == *Decimal::parse("2.5")); // 20 / 8
    CHECK(found[0].asOf == "2026-09");
    CHECK_FALSE(found[0].isSpot);
}
