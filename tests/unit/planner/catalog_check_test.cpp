#include "one_offer.hpp"

#include <gpuplan/planner/catalog_check.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

catalog::Catalogs someCatalogs() {
    catalog::Catalogs catalogs = test::oneOffer();
    catalog::StorageTier tier;
    tier.id = "s3-standard";
    catalogs.storage = {tier};
    catalog::BillOfMaterials bill;
    bill.system = "hgx-h100";
    catalogs.bills = {bill};
    return catalogs;
}

model::Scenario scenarioWith(const model::Pool& pool) {
    model::Scenario scenario;
    model::Alternative alternative;
    alternative.name = "one";
    alternative.pools = {pool};
    scenario.alternatives = {alternative};
    return scenario;
}

Diagnostics check(const model::Scenario& scenario) {
    return checkAgainstCatalogs(scenario, io::Locator(), someCatalogs());
}

} // namespace

TEST_CASE("what the catalogs know passes", "[planner][catalog]") {
    model::Pool pool;
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.gpu = "h100-sxm-80";
    pool.gpusPerNode = 8;

    CHECK(check(scenarioWith(pool)).empty());
}

TEST_CASE("an unknown offer is named with the nearest one", "[planner][catalog]") {
    model::Pool pool;
    pool.offer = "aws/p5.48xlarge/us-east-2";

    const Diagnostics problems = check(scenarioWith(pool));

    REQUIRE(problems.size() == 1);
    CHECK(problems[0].message.key == "planner.unknown_offer");
    CHECK(problems[0].at.pointer == "/alternatives/0/pools/0/offer");
    CHECK(problems[0].candidates == std::vector<std::string>{"aws/p5.48xlarge/us-east-1"});
}

TEST_CASE("every unknown id is reported at once, each at its place", "[planner][catalog]") {
    model::Pool pool;
    pool.gpu = "h100-sxm-8O";
    model::Owned owned;
    owned.billOfMaterials = "hgx-h10";
    pool.purchase = owned;
    model::Scenario scenario = scenarioWith(pool);
    scenario.alternatives[0].storage = {{"s3-standart", Bytes(1), {}}};

    const Diagnostics problems = check(scenario);

    REQUIRE(problems.size() == 3);
    CHECK(problems[0].at.pointer == "/alternatives/0/pools/0/gpu");
    CHECK(problems[1].at.pointer == "/alternatives/0/pools/0/purchase/owned/bill_of_materials");
    CHECK(problems[2].at.pointer == "/alternatives/0/storage/0/tier");
    CHECK(problems[2].candidates == std::vector<std::string>{"s3-standard"});
}

TEST_CASE("a pool that contradicts its offer is refused", "[planner][catalog]") {
    model::Pool pool;
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.gpu = "a100";
    pool.gpusPerNode = 4;

    const Diagnostics problems = check(scenarioWith(pool));

    REQUIRE(problems.size() == 2);
    CHECK(problems[0].message.key == "planner.offer_has_gpu");
    CHECK(problems[1].message.key == "planner.offer_has_gpus");
}
