#include "one_offer.hpp"
#include "temporary_folder.hpp"

#include <gpuplan/planner/planner.hpp>
#include <gpuplan/planner/result_files.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

/// Two months of one job of eight GPUs for 24 h, on two nodes that are always paid and on nodes
/// leased while needed (10 minutes to start, released after an hour without work).
std::shared_ptr<model::Scenario> aScenario(const test::TemporaryFolder& folder,
                                           const std::string& jobs = "1,3600,86400,8\n") {
    test::writeContent(folder.path("jobs.csv"), "job_id,submit_s,duration_s,gpus\n" + jobs);
    auto scenario = std::make_shared<model::Scenario>();
    scenario->name = "two months";
    scenario->file = folder.path("scenario.json");
    scenario->start = *parseInstant("2027-01-01");
    scenario->priceDate = *parseInstant("2026-11-29");
    scenario->horizonMonths = 2;
    model::TraceWorkload trace{"jobs.csv", "gpuplan", 1, {}};
    trace.activity.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 750'000;
    trace.activity.shares[static_cast<std::size_t>(model::GpuState::IdleHeld)] = 250'000;
    scenario->workload = trace;
    model::Pool pool;
    pool.name = "p5";
    pool.offer = "aws/p5.48xlarge/us-east-1";
    pool.supply = model::FixedSupply{2};
    model::Alternative fixed;
    fixed.name = "always on";
    fixed.pools = {pool};
    model::Alternative elastic = fixed;
    elastic.name = "when needed";
    elastic.pools[0].supply = model::ElasticSupply{0, 2, seconds(600), hours(1)};
    scenario->alternatives = {fixed, elastic};
    return scenario;
}

Planner aPlanner() {
    return Planner(std::make_shared<const catalog::Catalogs>(test::oneOffer()));
}

Planner::Outcome runOf(const std::shared_ptr<const model::Scenario>& scenario,
                       unsigned threads = 1) {
    RunRequest request;
    request.scenario = scenario;
    request.threads = threads;
    return aPlanner().run(request);
}

} // namespace

TEST_CASE("a fixed pool is paid around the clock", "[planner][run]") {
    const test::TemporaryFolder folder;

    const auto outcome = runOf(aScenario(folder));

    REQUIRE(outcome.result);
    const metrics::AlternativeResult& fixed = outcome.result->alternatives[0];
    // Two nodes for the 59 days of January and February 2027 at 55.04 USD/h.
    CHECK(fixed.cost.total == Money::of(*Decimal::parse("155873.28"), Currency::usd()));
    CHECK(fixed.gpuHours.capacity == GpuTime::of(GpuCount::whole(16), hours(59 * 24)));
    CHECK(fixed.gpuHours.allocated == GpuTime::of(GpuCount::whole(8), hours(24)));
    CHECK(*fixed.gpuHours.useful == GpuTime::of(GpuCount::whole(6), hours(24)));
}

TEST_CASE("an elastic pool is paid from ready to release", "[planner][run]") {
    const test::TemporaryFolder folder;

    const auto outcome = runOf(aScenario(folder));

    REQUIRE(outcome.result);
    const metrics::AlternativeResult& elastic = outcome.result->alternatives[1];
    // 24 h of work and the hour until the idle machine is released: 25 h at 55.04 USD/h.
    CHECK(elastic.cost.total == Money::of(*Decimal::parse("1376"), Currency::usd()));
    CHECK(elastic.jobs.completed == 1);
    REQUIRE(elastic.wait);
    CHECK(elastic.wait->max == 600);
    CHECK(outcome.result->cheapest() == 1);
}

TEST_CASE("the number of threads shows nowhere in a result", "[planner][run][X06]") {
    const test::TemporaryFolder folder;
    std::string jobs;
    for (int i = 0; i < 400; ++i)
        jobs += std::to_string(i) + "," + std::to_string(i * 5000) + "," +
                std::to_string(600 + (i * 7919) % 40'000) + "," + std::to_string(1 << (i % 4)) +
                "\n";
    const auto scenario = aScenario(folder, jobs);

    const ResultTexts one = makeTexts(*runOf(scenario, 1).result, Language::English);
    const ResultTexts two = makeTexts(*runOf(scenario, 2).result, Language::English);
    const ResultTexts many = makeTexts(*runOf(scenario, 16).result, Language::English);

    CHECK(one.result == two.result);
    CHECK(one.ledger == two.ledger);
    CHECK(one.report == two.report);
    CHECK(one.result == many.result);
}

TEST_CASE("a job that can never fit misses the target and the run goes on", "[planner][run]") {
    const test::TemporaryFolder folder;

    const auto outcome = runOf(aScenario(folder, "1,0,60,8\nlarge,0,60,17\n"));

    REQUIRE(outcome.result);
    CHECK(outcome.result->alternatives[0].jobs.completed == 1);
    CHECK(outcome.result->alternatives[0].jobs.rejected == 1);
    std::size_t missed = 0;
    for (const Diagnostic& diagnostic : outcome.diagnostics)
        if (diagnostic.message.key == "planner.rejected") {
            CHECK(diagnostic.trouble == Trouble::Target);
            CHECK(diagnostic.message.arguments ==
                  std::vector<std::string>{outcome.result->alternatives[missed].name, "1", "large",
                                           "17", "16", "gpus"});
            ++missed;
        }
    CHECK(missed == 2);
}

TEST_CASE("prices missing in several alternatives are all reported", "[planner][run]") {
    const test::TemporaryFolder folder;
    const auto scenario = aScenario(folder);
    for (model::Alternative& alternative : scenario->alternatives)
        alternative.pools[0].purchase = model::Spot{};

    const auto outcome = runOf(scenario);

    CHECK_FALSE(outcome.result);
    CHECK_FALSE(outcome.stopped);
    std::vector<std::string> places;
    for (const Diagnostic& diagnostic : outcome.diagnostics)
        if (diagnostic.severity == Severity::Error)
            places.push_back(diagnostic.at.pointer.substr(0, 15));
    CHECK(places == std::vector<std::string>{"/alternatives/0", "/alternatives/1"});
}

TEST_CASE("a run that is stopped gives no result", "[planner][run]") {
    const test::TemporaryFolder folder;
    RunRequest request;
    request.scenario = aScenario(folder);
    request.stopRequested = [] { return true; };

    const auto outcome = aPlanner().run(request);

    CHECK(outcome.stopped);
    CHECK_FALSE(outcome.result);
}

TEST_CASE("progress never goes back and ends at the whole", "[planner][run]") {
    const test::TemporaryFolder folder;
    RunRequest request;
    request.scenario = aScenario(folder);
    request.threads = 2;
    std::vector<double> told;
    request.progress = [&](const Progress& progress) { told.push_back(progress.done); };

    const auto outcome = aPlanner().run(request);

    REQUIRE(outcome.result);
    REQUIRE_FALSE(told.empty());
    CHECK(std::is_sorted(told.begin(), told.end()));
    CHECK(told.back() == 1.0);
}

TEST_CASE("another seed is another digest, the same seed the same", "[planner][run]") {
    const test::TemporaryFolder folder;
    RunRequest request;
    request.scenario = aScenario(folder);

    const std::string digest = aPlanner().run(request).result->digest;
    request.seed = 2;

    CHECK(runOf(request.scenario).result->digest == digest);
    CHECK(aPlanner().run(request).result->digest != digest);
    CHECK(aPlanner().run(request).result->scenario.seed == 2);
}
