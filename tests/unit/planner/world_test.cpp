#include "temporary_folder.hpp"

#include <gpuplan/planner/world.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

model::Scenario traceScenario(const std::string& folder) {
    model::Scenario scenario;
    scenario.file = folder + "/scenario.json";
    scenario.start = *parseInstant("2027-01-01");
    scenario.horizonMonths = 3;
    scenario.workload = model::TraceWorkload{"jobs.csv", "gpuplan", 1, {}};
    model::Alternative alternative;
    alternative.name = "rent";
    alternative.queue = model::QueueRule::Fifo;
    model::Pool pool;
    pool.name = "p";
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.supply = model::FixedSupply{2};
    alternative.pools = {pool};
    scenario.alternatives = {alternative};
    return scenario;
}

catalog::Catalogs someCatalogs() {
    catalog::Catalogs catalogs;
    catalog::CloudOffer offer;
    offer.id = "aws/p5.48xlarge/us-east-1";
    offer.gpu = "h100-sxm-80";
    offer.gpuCount = 8;
    catalogs.offers = {offer};
    return catalogs;
}

} // namespace

TEST_CASE("offers tell what a node is", "[planner][world]") {
    const model::Scenario scenario = resolved(traceScenario("."), someCatalogs());

    CHECK(scenario.alternatives[0].pools[0].gpu == "h100-sxm-80");
    CHECK(scenario.alternatives[0].pools[0].gpusPerNode == 8);
}

TEST_CASE("a world ends with the plan and is metered by calendar month", "[planner][world]") {
    const sim::World world =
        makeWorld(resolved(traceScenario("."), someCatalogs()), 0, someCatalogs());

    REQUIRE(world.pools.size() == 1);
    CHECK(world.pools[0].gpusPerNode == 8);
    CHECK(world.queue == model::QueueRule::Fifo);
    // January 31, February 28, March 31 days in 2027.
    CHECK(world.meterAt ==
          std::vector<history::Tick>{hours(31 * 24).count(), hours((31 + 28) * 24).count()});
    CHECK(world.horizon == hours((31 + 28 + 31) * 24).count());
    CHECK(world.activities.size() == 1);
}

TEST_CASE("a trace is read from the scenario's folder", "[planner][world]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("jobs.csv"),
                       "job_id,submit_s,duration_s,gpus\n1,0,60,1\n2,10,30,2\n");

    const Result<workload::JobTable> jobs =
        makeJobs(traceScenario(folder.path()), someCatalogs(), {});

    REQUIRE(jobs);
    CHECK(jobs->size() == 2);
}

TEST_CASE("rows set aside are told, not dropped in silence", "[planner][world]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("jobs.csv"),
                       "job_id,submit_s,duration_s,gpus\n1,0,60,1\n2,10,-5,2\n3,10,5,0\n");

    const Result<workload::JobTable> jobs =
        makeJobs(traceScenario(folder.path()), someCatalogs(), {});

    REQUIRE(jobs);
    std::vector<std::string> keys;
    for (const Diagnostic& diagnostic : jobs.diagnostics())
        keys.push_back(diagnostic.message.key);
    CHECK(std::find(keys.begin(), keys.end(), "planner.quarantined") != keys.end());
    CHECK(std::find(keys.begin(), keys.end(), "planner.without_gpus") != keys.end());
}

TEST_CASE("a missing trace is trouble with a file", "[planner][world]") {
    const test::TemporaryFolder folder;

    const Result<workload::JobTable> jobs =
        makeJobs(traceScenario(folder.path()), someCatalogs(), {});

    REQUIRE_FALSE(jobs);
    CHECK(jobs.diagnostics()[0].trouble == Trouble::Outside);
}
