#include "../../bench/bench_trace.hpp"
#include "one_offer.hpp"
#include "temporary_folder.hpp"

#include <gpuplan/planner/planner.hpp>
#include <gpuplan/planner/replay.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

/// Jobs of a busy 64-GPU cluster, as a CSV with users' limits.
std::string traceText() {
    const workload::JobTable jobs = bench::makeTrace(3000, 3, 1.1, 64);
    std::string text = "job_id,user,submit_s,gpus,duration_s,walltime_s\n";
    for (std::size_t row = 0; row < jobs.size(); ++row)
        text += std::to_string(row + 1) + ",u," + secondsText(Duration(jobs.submit[row])) + "," +
                std::to_string(jobs.gpus[row] / 1000) + "," +
                secondsText(Duration(jobs.duration[row])) + "," +
                secondsText(Duration(jobs.estimate[row])) + "\n";
    return text;
}

} // namespace

TEST_CASE("the same jobs through run and replay give one event hash", "[planner][replay]") {
    const auto queue =
        GENERATE(model::QueueRule::Fifo, model::QueueRule::Greedy, model::QueueRule::Easy,
                 model::QueueRule::Conservative, model::QueueRule::ShortestFirst);
    const auto estimates = GENERATE(model::EstimateRule::Exact, model::EstimateRule::Requested);
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("jobs.csv"), traceText());
    auto scenario = std::make_shared<model::Scenario>();
    scenario->name = "replayed";
    scenario->file = folder.path("scenario.json");
    scenario->start = *parseInstant("2027-01-01");
    scenario->priceDate = *parseInstant("2026-11-29");
    scenario->horizonMonths = 24; // long enough that every job ends
    model::TraceWorkload trace{"jobs.csv", "gpuplan", 1, {}};
    trace.activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    scenario->workload = trace;
    model::Pool pool;
    pool.name = "p5";
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.supply = model::FixedSupply{8};
    model::Alternative alternative;
    alternative.name = "always on";
    alternative.queue = queue;
    alternative.placement = model::PlacementRule::Pack;
    alternative.estimates = estimates;
    alternative.pools = {pool};
    scenario->alternatives = {alternative};
    ReplayRequest request;
    request.files = {folder.path("jobs.csv")};
    request.gpus = 64;
    request.gpusPerNode = 8;
    request.placement = model::PlacementRule::Pack;
    request.queue = queue;
    request.estimates = estimates;

    const Planner planner(std::make_shared<catalog::Catalogs>(test::oneOffer()));
    const Planner::Outcome run = planner.run({.scenario = scenario});
    const ReplayOutcome replayed = replay(request);

    REQUIRE(run.result);
    REQUIRE(replayed.result);
    CHECK(run.result->alternatives[0].jobs.completed == 3000);
    CHECK(replayed.result->jobs.completed == 3000);
    CHECK(run.result->alternatives[0].eventHash == hex64(replayed.result->eventHash));
}

TEST_CASE("another policy gives another event hash", "[planner][replay]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("jobs.csv"), traceText());
    ReplayRequest request;
    request.files = {folder.path("jobs.csv")};
    request.gpus = 64;
    const auto hashOf = [&](model::QueueRule queue) {
        request.queue = queue;
        return replay(request).result->eventHash;
    };

    CHECK(hashOf(model::QueueRule::Fifo) != hashOf(model::QueueRule::Easy));
    CHECK(hashOf(model::QueueRule::Fifo) == hashOf(model::QueueRule::Fifo));
}

TEST_CASE("rows a replay can not use are told, not dropped in silence", "[planner][replay]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("jobs.csv"), "job_id,submit_s,gpus,duration_s\n"
                                                "1,0,4,60\n"
                                                "2,0,nan,60\n"
                                                "3,0,99,60\n");
    ReplayRequest request;
    request.files = {folder.path("jobs.csv")};
    request.gpus = 8;

    const ReplayOutcome outcome = replay(request);

    REQUIRE(outcome.result);
    CHECK(outcome.result->jobs.total == 2);
    CHECK(outcome.result->jobs.rejected == 1);
    REQUIRE(outcome.diagnostics.size() == 2);
    CHECK(outcome.diagnostics[0].message.key == "planner.quarantined");
    CHECK(outcome.diagnostics[1].message ==
          Message{"cli.replay.rejected_job", {"\"3\"", "99", "8"}});
    CHECK(outcome.diagnostics[1].trouble == Trouble::Target);
}
