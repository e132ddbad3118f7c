#include "../report/sample_run.hpp"

#include <gpuplan/planner/digest.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

workload::JobTable oneJob() {
    workload::JobTable jobs;
    jobs.ids.append("1");
    jobs.submit = {0};
    jobs.duration = {1'000'000};
    jobs.gpus = {1000};
    return jobs;
}

std::string digestOf(const model::Scenario& scenario, const std::string& catalogDigest = "c",
                     const workload::JobTable& jobs = {}) {
    catalog::Catalogs catalogs;
    catalogs.digest = catalogDigest;
    return runDigest(scenario, catalogs, jobs);
}

} // namespace

TEST_CASE("the digest changes with all that a result depends on", "[planner][digest]") {
    const model::Scenario scenario = test::sampleRun().scenario;
    const std::string digest = digestOf(scenario);
    model::Scenario otherSeed = scenario;
    otherSeed.seed += 1;
    model::Scenario otherHorizon = scenario;
    otherHorizon.horizonMonths += 1;

    CHECK(digest.size() == 64);
    CHECK(digestOf(scenario) == digest);
    CHECK(digestOf(otherSeed) != digest);
    CHECK(digestOf(otherHorizon) != digest);
    CHECK(digestOf(scenario, "d") != digest);
}

TEST_CASE("where the scenario stands does not matter", "[planner][digest]") {
    model::Scenario scenario = test::sampleRun().scenario;
    const std::string digest = digestOf(scenario);

    scenario.file = "/elsewhere/two.json";

    CHECK(digestOf(scenario) == digest);
}

TEST_CASE("the jobs of a trace are part of the digest", "[planner][digest]") {
    model::Scenario scenario = test::sampleRun().scenario;
    scenario.workload = model::TraceWorkload{"jobs.csv", "gpuplan", 1, {}};
    workload::JobTable changed = oneJob();
    changed.duration[0] += 1;

    CHECK(digestOf(scenario, "c", oneJob()) != digestOf(scenario, "c", changed));
    CHECK(digestOf(scenario, "c", oneJob()) == digestOf(scenario, "c", oneJob()));
}
