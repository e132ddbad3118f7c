#include "sample_run.hpp"

#include <gpuplan/report/run_document.hpp>
#include <gpuplan/report/verdict.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::report;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the verdict names the cheapest, the difference and the month it turns",
          "[report][verdict]") {
    // 5,900 - 4,000 = 1,900; 1,900 / 5,900 = 32.2 %; crossing at month 1.25: cheaper from month 2.
    CHECK(verdict(test::sampleRun(), Language::English) ==
          "owned is cheapest: 4,000.00 USD over 2 months, 1,900.00 USD (32 %) less than "
          "rented, \"spot\" free; cheaper than rented, \"spot\" free from month 2 on; but owned "
          "finished only 8 of 10 jobs, and no alternative did all of its work");
}

TEST_CASE("without a single crossing the verdict names no month", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    run.breakEven[0].status = metrics::CrossingStatus::Several;
    run.breakEven[0].at = {0.5, 1.0, 1.5};

    CHECK_FALSE(has(verdict(run, Language::English), "from month"));
}

TEST_CASE("a crossing behind the plan's end is no month of it", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    run.breakEven[0].at = {2.5};

    CHECK_FALSE(has(verdict(run, Language::English), "from month"));
}

TEST_CASE("one alternative alone is not called cheapest", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    run.alternatives.pop_back();
    run.breakEven.clear();

    CHECK(verdict(run, Language::English) == "owned costs 4,000.00 USD over 2 months");

    run.scenario.horizonMonths = 1;
    CHECK(verdict(run, Language::English) == "owned costs 4,000.00 USD over 1 month");
}

TEST_CASE("equal costs are called equal", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    run.alternatives[1].cost.total = run.alternatives[0].cost.total;

    CHECK(has(verdict(run, Language::English), "cost the same: 4,000.00 USD over 2 months"));
}

TEST_CASE("a cheaper alternative that does less work is called out", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    run.alternatives[0].jobs.completed = 5;
    run.alternatives[0].jobs.queued = run.alternatives[1].jobs.queued = 0;
    run.alternatives[1].jobs.rejected = 3;

    const auto list = reservations(run, Language::English);

    REQUIRE(list.size() == 2);
    CHECK(has(list[0], "owned finished 5 jobs where 8 could be"));
    CHECK(has(list[1], "can never run 3 jobs"));
}

TEST_CASE("a fleet that leaves its work waiting is called too small", "[report][verdict]") {
    metrics::RunResult run = test::sampleRun();
    for (metrics::AlternativeResult& alternative : run.alternatives)
        alternative.jobs.queued = 0;
    CHECK(reservations(run, Language::English).empty());

    run.alternatives[1].jobs.total = 1'000;
    run.alternatives[1].jobs.queued = 11; // more than a hundredth

    CHECK(reservations(run, Language::English) ==
          std::vector<std::string>{"rented, \"spot\" free leaves 11 of 1,000 jobs waiting at the "
                                   "plan's end: it is too small for its work"});
}

TEST_CASE("the summary fits 110 columns and holds every part of an answer", "[report][summary]") {
    const std::string text = plainText(runSummary(test::sampleRun(), Language::English), 110);

    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        CHECK(end - begin <= 110);
        begin = end + 1;
    }
    for (const char* part :
         {"owned is cheapest", "n/a", "~8.00", "depreciation", "held but idle", "Break-even",
          "month 1.2", "10 USD/h", "2026-07-20", "Estimated, not measured",
          "owned: gpu_hours, utilization", "Not counted", "no staff is counted: owned"})
        CHECK_THAT(text, Catch::Contains(std::string(part)));
    // What an empty fleet wastes is not known.
    CHECK_THAT(text, Catch::Matches("(.|\n)*total +2,000.00 +n/a\n(.|\n)*"));
    CHECK_FALSE(has(text, "nan"));
    CHECK_FALSE(has(text, "-0.00"));
}

TEST_CASE("the report holds assumptions, cost by year, method and how to reproduce it",
          "[report][markdown]") {
    const std::string text = markdown(runReport(test::sampleRun(), Language::English));

    for (const char* part :
         {"## Question\n\nbuy or rent?", "## Answer", "## Assumptions",
          "lognormal, median 874 s, mean 18006 s", "a study", "## Cumulative cost by year",
          "| after 2 months | 4,000.00 | 5,900.00 |", "| after 2 months | 48,000 | 5,900 |",
          "24,000 USD once", "docs/method.md#depreciation", "gpuplan run two.json --seed 7",
          "dddddddddddddddd"})
        CHECK_THAT(text, Catch::Contains(std::string(part)));
}

TEST_CASE("a run with a single month and no costs still reports", "[report][summary]") {
    metrics::RunResult run = test::sampleRun();
    for (metrics::AlternativeResult& alternative : run.alternatives) {
        alternative.cost = {};
        alternative.cost.total = test::usd(0);
        alternative.journal = std::make_shared<const ledger::Journal>();
    }

    CHECK_NOTHROW(plainText(runSummary(run, Language::English)));
    CHECK_NOTHROW(markdown(runReport(run, Language::English)));
}
