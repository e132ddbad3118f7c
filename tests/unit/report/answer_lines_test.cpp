#include "sample_run.hpp"

#include <gpuplan/report/answer_lines.hpp>
#include <gpuplan/report/verdict.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::report;

namespace {

/// The sample with all work done, and both present values known.
metrics::RunResult finished(double owned, double rented) {
    metrics::RunResult run = test::sampleRun();
    for (metrics::AlternativeResult& each : run.alternatives)
        each.jobs = {10, 10, 0, 0, 0, 0};
    run.alternatives[0].npv = owned;
    run.alternatives[1].npv = rented;
    return run;
}

} // namespace

TEST_CASE("the present value has its own line", "[report][answer]") {
    // 5,800 - 4,100 = 1,700; 1,700 / 5,800 = 29.3 %.
    CHECK(presentValueLine(finished(4'100, 5'800), Language::English) ==
          "present value at 9 % a year: owned costs least, 4,100.00 USD, 1,700.00 USD (29 %) less "
          "than rented, \"spot\" free");
    CHECK_FALSE(presentValueLine(test::sampleRun(), Language::English)); // one is not known
}

TEST_CASE("a headline that the present value contradicts says so", "[report][verdict]") {
    // 6,000 - 5,400 = 600, a tenth of 6,000.
    const std::string text = verdict(finished(6'000, 5'400), Language::English);

    CHECK(text ==
          "by total cost owned is cheapest: 4,000.00 USD over 2 months, 1,900.00 USD (32 %) "
          "less than rented, \"spot\" free; but by present value at 9 % a year, its "
          "hardware left at its book value, rented, \"spot\" free is cheaper by 600.00 USD "
          "(10 %)");
}

TEST_CASE("the cheapest one that left work undone is not called cheapest", "[report][verdict]") {
    metrics::RunResult run = finished(6'000, 5'400);
    run.alternatives[0].jobs = {10, 5, 0, 5, 0, 0};

    CHECK(verdict(run, Language::English) ==
          "owned costs least, 4,000.00 USD over 2 months, but finished only 5 of 10 jobs; among "
          "those that did their work: rented, \"spot\" free costs 5,900.00 USD over 2 months");
    CHECK_FALSE(presentValueLine(run, Language::English)); // nothing left to compare
}

TEST_CASE("the author's finding is passed on as such", "[report][answer]") {
    metrics::RunResult run = test::sampleRun();
    CHECK_FALSE(findingLine(run, Language::English));

    run.scenario.finding = model::Finding{"Buy.", "owned", {}, {}, {}};
    CHECK(findingLine(run, Language::English) == "The scenario's author found: Buy.");
}

TEST_CASE("the cheapest offer is held against the price at which the verdict turns",
          "[report][answer]") {
    metrics::RunResult run = finished(4'100, 5'800);
    run.market = {
        {"h100", "H100", false, "Cheap Cloud", "cheap/h100", "2026-09", *Decimal::parse("2.1")}};
    CHECK(
        marketLines(run, Language::English) ==
        std::vector<std::string>{
            "cheapest H100 on demand in the catalog: 2.10 USD a GPU-hour (Cheap Cloud, 2026-09)"});

    model::Pool pool;
    pool.gpu = "h100";
    pool.purchase = model::OnDemand{};
    run.scenario.alternatives[1].pools = {pool};
    run.alternatives[1].gpuHours.paid = test::gpuHoursOf(1'000);
    run.alternatives[1].gpuHours.allocated = test::gpuHoursOf(700);
    metrics::BreakEven price;
    price.a = "owned";
    price.b = run.alternatives[1].name;
    price.by = model::BreakEvenBy::Price;
    price.status = metrics::CrossingStatus::Crosses;
    price.at = {3.2};
    run.breakEven.push_back(price);

    // 2.10 / 0.7 = 3.00 for an hour that is used.
    CHECK_THAT(marketLines(run, Language::English).at(0),
               Catch::Contains("a used one costs 3.00 USD: below the 3.20"));
    run.breakEven.back().at = {2.9};
    CHECK_THAT(marketLines(run, Language::English).at(0),
               Catch::Contains("a used one costs 3.00 USD: not below the 2.90"));
}

TEST_CASE("replayed spot prices are told with their mean and their dates", "[report][answer]") {
    metrics::RunResult run = test::sampleRun();
    CHECK(replayLines(run, Language::English).empty());

    model::Pool pool;
    pool.purchase = model::Spot{model::SpotPriceRule::Replay, {}, {}, {}, {}};
    run.scenario.alternatives[1].pools = {pool};
    run.alternatives[1].gpuHours.paid = test::gpuHoursOf(2'000);
    run.alternatives[1].cost.byAccount = {{"Expenses:Cloud:Spot", test::usd(5'000)},
                                          {"Expenses:Cloud:SpotRework", test::usd(900)}};

    // 5,900 / 2,000; the plan's 59 days end on 2027-03-01, replayed to end on 2026-11-29.
    CHECK(replayLines(run, Language::English) ==
          std::vector<std::string>{"rented, \"spot\" free paid 2.95 USD a GPU-hour on average: it "
                                   "replays the prices recorded from 2026-10-01 to 2026-11-29, "
                                   "before the oldest record that one"});
}
