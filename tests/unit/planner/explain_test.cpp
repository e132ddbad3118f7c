#include "../report/sample_run.hpp"
#include "temporary_folder.hpp"

#include <gpuplan/planner/explain.hpp>
#include <gpuplan/planner/result_files.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

ResultReading sampleReading(const metrics::RunResult& run = test::sampleRun()) {
    const test::TemporaryFolder folder;
    REQUIRE(writeResultFolder(folder.path(), makeTexts(run, Language::English)).empty());
    return readResult(folder.path()).value();
}

Explanation explained(const std::string& what) {
    const ResultReading reading = sampleReading();
    const Result<Explanation> explanation = explain(reading, what);
    REQUIRE(explanation);
    return *explanation;
}

} // namespace

TEST_CASE("a total is the sum of its postings", "[planner][explain]") {
    const Explanation explanation = explained("/alternatives/1/cost/total");

    CHECK(explanation.value == "5900.00");
    REQUIRE(explanation.sum);
    CHECK(*explanation.sum == test::usd(3'100 + 2'800));
    REQUIRE(explanation.postings.size() == 2);
    CHECK(explanation.postings[0].amount == test::usd(3'100));
    CHECK(explanation.postings[0].cause.starts_with("lease 0: node 1"));
    REQUIRE(explanation.prices.size() == 1);
    CHECK(explanation.prices[0].price == "10 USD/h");
    CHECK(explanation.prices[0].source == "price list, page 3");
    CHECK(explanation.prices[0].asOf == "2026-07-20");
    CHECK(explanation.prices[0].confidence == "high");
}

TEST_CASE("the views of a bought alternative have their own postings", "[planner][explain]") {
    CHECK(*explained("/alternatives/0/cost/billed/total").sum == test::usd(48'000));
    CHECK(*explained("/alternatives/0/cost/total").sum == test::usd(4'000));
    CHECK(*explained("/alternatives/0/cost/billed/Assets:Hardware").sum == test::usd(48'000));
    CHECK(*explained("/alternatives/0/cost/by_account/Expenses:OnPrem:Depreciation").sum ==
          test::usd(4'000));
}

TEST_CASE("a month has the postings of that month, a running sum those before",
          "[planner][explain]") {
    CHECK(*explained("/alternatives/1/cost/by_month/1/effective").sum == test::usd(2'800));
    CHECK(*explained("/alternatives/1/cost/by_month/1/effective_so_far").sum == test::usd(5'900));
    CHECK(*explained("/alternatives/1/cost/by_month/0/billed_so_far").sum == test::usd(3'100));
}

TEST_CASE("entries of a list can be named", "[planner][explain]") {
    const Explanation explanation =
        explained("/alternatives/owned/cost/by_month/2027-02/effective");

    CHECK(explanation.what == "/alternatives/0/cost/by_month/1/effective");
    CHECK(*explanation.sum == test::usd(2'000));
    CHECK(explained("/alternatives/owned/waste/comm/gpu_hours").value == "100");
}

TEST_CASE("an account covers those below it, in every alternative", "[planner][explain]") {
    // 4,000 depreciation and 5,900 on demand.
    CHECK(*explained("Expenses").sum == test::usd(4'000 + 5'900));
    CHECK(*explained("Expenses:OnPrem").sum == test::usd(4'000));
    CHECK(*explained("Assets:Cash").sum == -test::usd(48'000 + 5'900));
}

TEST_CASE("an entry shows its transaction", "[planner][explain]") {
    const Explanation explanation = explained("4");

    REQUIRE(explanation.postings.size() == 2);
    CHECK(explanation.value == "310 h x 10 USD/h");
    CHECK(explanation.sum->isZero());
    CHECK(explanation.method == "docs/method.md#on-demand");
}

TEST_CASE("a derived figure names what it is made from", "[planner][explain]") {
    const Explanation explanation = explained("/alternatives/0/cost_per_gpu_hour/useful");

    REQUIRE(explanation.parts.size() == 2);
    CHECK(explanation.parts[0].pointer == "/alternatives/0/cost/total");
    CHECK(explanation.parts[0].value == "4000.00");
    CHECK(explanation.parts[1].value == "500");
    CHECK(explanation.estimated);
    // The shares of the jobs, then what the cost rests on.
    REQUIRE(explanation.assumptions.size() > 1);
    CHECK(explanation.assumptions[0].pointer == "/workload/profile/classes/0/activity");
    for (std::size_t i = 1; i < explanation.assumptions.size(); ++i)
        CHECK_THAT(explanation.assumptions[i].pointer, Catch::StartsWith("/alternatives/0/"));
}

TEST_CASE("every figure of the contract has a meaning and a place in the method",
          "[planner][explain]") {
    const ResultReading reading = sampleReading(test::sampleStepRun());
    const std::string method = test::contentOf(GPUPLAN_SOURCE_DIR "/docs/method.md");

    for (const char* below : {"/cost/total",
                              "/cost/billed/total",
                              "/cost/effective/total",
                              "/gpu_hours/capacity",
                              "/gpu_hours/paid",
                              "/gpu_hours/allocated",
                              "/gpu_hours/busy",
                              "/gpu_hours/tensor_active",
                              "/gpu_hours/useful",
                              "/utilization/allocated",
                              "/utilization/busy",
                              "/utilization/tensor_active",
                              "/waste/0/gpu_hours",
                              "/waste/0/cost",
                              "/wait_s/p95",
                              "/jobs/completed",
                              "/cost_per_gpu_hour/available",
                              "/npv",
                              "/irr",
                              "/payback_months/simple",
                              "/payback_months/discounted",
                              "/equivalent_annual_cost",
                              "/energy_kwh",
                              "/carbon_kg",
                              "/by_tag/team/vision/cost",
                              "/bill_multiplier",
                              "/steps/0/step_s",
                              "/steps/0/cold_step_s",
                              "/steps/0/samples_per_s",
                              "/steps/0/parts_s/fetch",
                              "/steps/0/cold_parts_s/fetch",
                              "/steps/0/groups_s/io",
                              "/steps/0/timeline_s/open",
                              "/steps/0/speedup_without/prep",
                              "/steps/0/utilization/busy",
                              "/steps/0/wall_s/queue",
                              "/event_hash"}) {
        const Result<Explanation> explanation =
            explain(reading, std::string("/alternatives/0") + below);
        INFO(below);
        REQUIRE(explanation);
        CHECK_FALSE(explanation->meaning.empty());
        const std::string anchor = explanation->method.substr(explanation->method.find('#') + 1);
        CHECK(method.find("<a id=\"" + anchor + "\"></a>") != std::string::npos);
    }
}

TEST_CASE("an unknown name is refused with the nearest ones", "[planner][explain]") {
    const ResultReading reading = sampleReading();
    const auto candidates = [&](const std::string& what) {
        const Result<Explanation> explanation = explain(reading, what);
        REQUIRE_FALSE(explanation);
        CHECK(explanation.diagnostics()[0].trouble == Trouble::Input);
        return explanation.diagnostics()[0].candidates;
    };

    CHECK(candidates("/alternatives/0/cost/totla").front() == "/alternatives/0/cost/total");
    CHECK(candidates("Expenses:OnPrem:Deprecation").front() == "Expenses:OnPrem:Depreciation");
    candidates("6"); // entries run from 1 to 5
    candidates("0");
    candidates("");
    candidates("/alternatives/9");
    candidates("/alternatives/-1/cost");
    candidates("/alternatives/0/cost/total/x");
    candidates("/~2");
    candidates("99999999999999999999999999");
}

TEST_CASE("depreciation leads on to the purchase that it writes off", "[planner][explain]") {
    for (const char* what :
         {"/alternatives/0/cost/total",
          "/alternatives/0/cost/by_account/Expenses:OnPrem:Depreciation", "depreciation", "2"}) {
        INFO(what);
        const Explanation explanation = explained(what);

        REQUIRE(explanation.purchases.size() == 1);
        CHECK(explanation.purchases[0].amount == test::usd(48'000));
        CHECK(explanation.purchases[0].source == "vendor quote");
        REQUIRE(explanation.steps.size() == 1);
        // Written off in full, and no share is told.
        CHECK(text(explanation.steps[0]) == "pool rack: 48000.00 USD - 0.00 USD = 48000.00 USD");
    }
    // The bill holds the purchase itself.
    CHECK(explained("/alternatives/0/cost/billed/total").purchases.empty());
    CHECK(explained("/alternatives/1/cost/total").purchases.empty());
}

TEST_CASE("accounts can be named as tables print them", "[planner][explain]") {
    CHECK(explained("Depreciation").what == "Expenses:OnPrem:Depreciation");
    CHECK(explained("cloud, on demand").what == "Expenses:Cloud:OnDemand");
    CHECK(explained("/alternatives/owned/cost/by_account/depreciation").what ==
          "/alternatives/0/cost/by_account/Expenses:OnPrem:Depreciation");
}

TEST_CASE("a crossing shows its formula and both sides' inputs", "[planner][explain]") {
    const Explanation explanation = explained("/break_even/0/at/0");

    CHECK(explanation.value == "1.25");
    CHECK(explanation.formula == "the first T at which own(T) - resale(T) <= cloud(T)");
    CHECK(explanation.method == "docs/method.md#break-even");
    const auto valueOf = [&](const std::string& pointer) {
        for (const ExplainedPart& part : explanation.parts)
            if (part.pointer == pointer)
                return part.value;
        return std::string("absent");
    };
    CHECK(valueOf("/alternatives/0/cost/billed/total") == "48000.00");
    CHECK(valueOf("/alternatives/1/cost/billed/total") == "5900.00");
}

TEST_CASE("the cost of a cause has three factors", "[planner][explain]") {
    const Explanation explanation = explained("/alternatives/owned/waste/comm/cost");

    REQUIRE(explanation.parts.size() == 3);
    CHECK(explanation.parts[2].pointer == "/alternatives/0/waste/2/gpu_hours");
    CHECK(explanation.parts[2].value == "100");
}

TEST_CASE("held GPU-hours are told as a sum of meter readings", "[planner][explain]") {
    const Explanation explanation = explained("/alternatives/0/gpu_hours/allocated");
    CHECK_THAT(explanation.meaning, Catch::Contains("sum of the meter readings"));
    CHECK_THAT(explanation.formula, Catch::Contains("meter readings"));
}

TEST_CASE("an amount that is not the sum of its postings is refused", "[planner][explain]") {
    const test::TemporaryFolder folder;
    ResultTexts texts = makeTexts(test::sampleRun(), Language::English);
    const std::string told = "\"total\": \"5900.00\"";
    const std::size_t place = texts.result.find(told);
    REQUIRE(place != std::string::npos);
    texts.result.replace(place, told.size(), "\"total\": \"1.00\"");
    REQUIRE(writeResultFolder(folder.path(), texts).empty());
    const ResultReading reading = readResult(folder.path()).value();

    for (const char* what :
         {"/alternatives/1/cost/total", "/alternatives/1/cost_per_gpu_hour/available"}) {
        const Result<Explanation> explanation = explain(reading, what);
        REQUIRE_FALSE(explanation);
        CHECK(explanation.diagnostics()[0].trouble == Trouble::Input);
        const std::string problem = describe(explanation.diagnostics());
        CHECK_THAT(problem, Catch::Contains("\"1.00\"") && Catch::Contains("5900.00 USD"));
    }
    CHECK(explain(reading, "/alternatives/0/cost/total"));
}

TEST_CASE("without a ledger, entries and accounts are trouble with a file", "[planner][explain]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("result.json"),
                       makeTexts(test::sampleRun(), Language::English).result);
    const ResultReading reading = readResult(folder.path()).value();

    for (const char* what : {"4", "Expenses:OnPrem", "depreciation"}) {
        const Result<Explanation> explanation = explain(reading, what);
        REQUIRE_FALSE(explanation);
        CHECK(explanation.diagnostics()[0].trouble == Trouble::Outside);
        CHECK(explanation.diagnostics()[0].at.file == folder.path("ledger.csv"));
    }
}

TEST_CASE("a figure without postings keeps its value in CSV", "[planner][explain]") {
    CHECK(explanationCsv(explained("/alternatives/0/cost_per_gpu_hour/useful")) ==
          "figure,value\n/alternatives/0/cost_per_gpu_hour/useful,8.00\n"
          "/alternatives/0/cost/total,4000.00\n/alternatives/0/gpu_hours/useful,500\n");
}

TEST_CASE("without a ledger the figure is still explained", "[planner][explain]") {
    const test::TemporaryFolder folder;
    test::writeContent(folder.path("r.json"),
                       makeTexts(test::sampleRun(), Language::English).result);
    const ResultReading reading = readResult(folder.path("r.json")).value();

    const Result<Explanation> explanation = explain(reading, "/alternatives/0/cost/total");

    REQUIRE(explanation);
    CHECK(explanation->ledgerMissing);
    CHECK_THAT(explanationText(*explanation, 5, Language::English),
               Catch::Contains("No ledger.csv stands beside"));
}

TEST_CASE("an explanation leads from the figure to the source in one page", "[planner][explain]") {
    const std::string text =
        explanationText(explained("/alternatives/1/cost/total"), 12, Language::English);

    for (const char* part :
         {"/alternatives/1/cost/total = 5900.00", "2 postings sum to 5900.00 USD", "10 USD/h",
          "price list, page 3", "2026-07-20", "high", "lease 0", "docs/method.md#ledger"})
        CHECK_THAT(text, Catch::Contains(part));
}
