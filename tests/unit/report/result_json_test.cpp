#include "sample_run.hpp"

#include <gpuplan/base/hash.hpp>
#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/result_json.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace gpuplan;
using namespace gpuplan::report;
using Catch::Detail::Approx;
using nlohmann::json;

namespace {

json parsed(const metrics::RunResult& run) {
    return json::parse(resultJson(run, ledgerCsv(run)));
}

std::set<std::string> keys(const json& object) {
    std::set<std::string> names;
    for (const auto& [name, value] : object.items())
        names.insert(name);
    return names;
}

} // namespace

TEST_CASE("an alternative has the keys of the public contract", "[report][json]") {
    const json alternative = parsed(test::sampleRun())["alternatives"][0];

    for (const char* key :
         {"name", "kind", "currency", "cost", "gpu_hours", "utilization", "waste", "wait_s", "jobs",
          "cost_per_gpu_hour", "npv", "irr", "payback_months", "equivalent_annual_cost",
          "energy_kwh", "carbon_kg", "by_tag", "event_hash", "estimated"})
        CHECK(alternative.contains(key));
    CHECK(keys(alternative["cost"]) ==
          std::set<std::string>{"total", "billed", "effective", "by_account", "by_month"});
    CHECK(keys(alternative["gpu_hours"]) == std::set<std::string>{"capacity", "paid", "allocated",
                                                                  "busy", "tensor_active",
                                                                  "useful"});
    CHECK(keys(alternative["utilization"]) ==
          std::set<std::string>{"allocated", "busy", "tensor_active"});
    CHECK(keys(alternative["waste"][0]) == std::set<std::string>{"cause", "gpu_hours", "cost"});
    CHECK(keys(alternative["cost_per_gpu_hour"]) ==
          std::set<std::string>{"available", "allocated", "busy", "useful"});
    CHECK(keys(alternative["payback_months"]) == std::set<std::string>{"simple", "discounted"});
    CHECK(keys(alternative["by_tag"]) == std::set<std::string>{"team", "user", "model"});
}

TEST_CASE("money is a decimal string, GPU-hours are numbers", "[report][json]") {
    const json alternative = parsed(test::sampleRun())["alternatives"][0];

    CHECK(alternative["cost"]["total"] == "4000.00");
    CHECK(alternative["cost"]["billed"]["Assets:Hardware"] == "48000.00");
    CHECK(alternative["cost"]["by_month"][1]["effective_so_far"] == "4000.00");
    CHECK(alternative["cost_per_gpu_hour"]["busy"] == "6.666667");
    CHECK(alternative["npv"] == "4100.50");
    CHECK(alternative["gpu_hours"]["useful"] == 500);
    CHECK(alternative["by_tag"]["team"]["vision"]["cost"] == "4000.00");
    CHECK(alternative["kind"] == "owned");
}

TEST_CASE("what is not known is null, never 0", "[report][json]") {
    const json alternative = parsed(test::sampleRun())["alternatives"][1];

    CHECK(alternative["gpu_hours"]["busy"].is_null());
    CHECK(alternative["gpu_hours"]["useful"].is_null());
    CHECK(alternative["gpu_hours"]["capacity"] == 0);
    CHECK(alternative["utilization"]["allocated"].is_null());
    CHECK(alternative["wait_s"].is_null());
    CHECK(alternative["cost_per_gpu_hour"]["available"].is_null());
    CHECK(alternative["npv"].is_null());
    CHECK(alternative["irr"].is_null());
    CHECK(alternative["payback_months"]["simple"].is_null());
    CHECK(alternative["energy_kwh"].is_null());
    CHECK(alternative["carbon_kg"].is_null());
}

TEST_CASE("shown waste sums to shown paid minus useful hours to the last place", "[report][json]") {
    metrics::RunResult run = test::sampleRun();
    metrics::AlternativeResult& a = run.alternatives[0];
    // Seven sevenths of an hour: no part and no difference has a finite decimal.
    a.gpuHours.paid = GpuTime(Int128{3'600'000'000'000} / 7 * 5);
    a.gpuHours.useful = GpuTime(Int128{3'600'000'000'000} / 7 * 2);
    a.waste = {{"idle_held", GpuTime(Int128{3'600'000'000'000} / 7), test::usd(1)},
               {"comm", GpuTime(Int128{3'600'000'000'000} / 7), test::usd(1)},
               {"sync", GpuTime(Int128{3'600'000'000'000} / 7), test::usd(1)}};

    const json alternative = parsed(run)["alternatives"][0];

    const auto millionths = [](const json& hours) {
        return std::llround(hours.get<double>() * 1e6);
    };
    long long sum = 0;
    for (const json& waste : alternative["waste"])
        sum += millionths(waste["gpu_hours"]);
    CHECK(sum == millionths(alternative["gpu_hours"]["paid"]) -
                     millionths(alternative["gpu_hours"]["useful"]));
}

TEST_CASE("a result explains itself: question, dates, seed, sources, ledger", "[report][json]") {
    const metrics::RunResult run = test::sampleRun();

    const json result = parsed(run);

    CHECK(result["format"] == "gpuplan.result/1");
    CHECK(result["digest"] == std::string(64, 'd'));
    CHECK(result["scenario"]["question"] == "buy or rent?");
    CHECK(result["scenario"]["price_date"] == "2026-11-29");
    CHECK(result["seed"] == 7);
    CHECK(result["scenario"]["file"] == "two.json");
    CHECK(result["cheapest"] == "owned");
    CHECK(result["break_even"][0]["by"] == "months");
    CHECK(result["break_even"][0]["status"] == "crosses");
    CHECK(result["break_even"][0]["at"] == json::array({1.25}));
    CHECK(result["sources"][2]["price"]["least"] == "10 USD/h");
    CHECK(result["sources"][2]["as_of"] == "2026-07-20");
    CHECK(result["ledger"]["sha256"] == sha256(ledgerCsv(run)));
}

TEST_CASE("the CSV of a run has a row an alternative, unknown figures empty", "[report][csv]") {
    const std::string csv = resultCsv(test::sampleRun());

    CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
    CHECK(csv.find("\nowned,owned,USD,4000.00,48000.00,1000,1000,800,600,,500,0.8,0.6,,60,5400,10,"
                   "8,0,4,5,6.666667,8,4100.5,,1.25,,,700,,00000000000000aa,2\n") !=
          std::string::npos);
}

TEST_CASE("a step tells its parts, groups, counterfactuals and memory", "[report][json][step]") {
    const json alternative = parsed(test::sampleStepRun())["alternatives"][0];
    const json& step = alternative["steps"][0];

    CHECK(step["class"] == "vision");
    CHECK(step["placement"]["gpus"] == 8);
    CHECK(step["layer"] == "stages");
    CHECK(step["basis"] == "estimated");
    CHECK(step["bound"] == "fetch");
    CHECK(step["step_s"] == 0.4);
    CHECK(step["cold_step_s"] == 1.6);
    CHECK(step["samples_per_s"] == 1280);
    double sum = 0;
    for (const json& part : step["parts_s"])
        sum += part.get<double>();
    CHECK(sum == Approx(0.4));
    CHECK(step["parts_s"]["fetch"].get<double>() == Approx(0.1));
    CHECK(step["cold_parts_s"]["fetch"].get<double>() == Approx(1.3)); // 1.6 - 0.3
    CHECK(step["groups_s"]["io"].get<double>() == Approx(0.14));       // 0.04 + 0.1
    CHECK(step["groups_s"]["copy"].get<double>() == Approx(0.03));
    CHECK(step["groups_s"]["math"].get<double>() == Approx(0.23));         // 0.2 + 0.02 + 0.01
    CHECK(step["speedup_without"]["fetch"].get<double>() == Approx(1.25)); // 0.4 / 0.32
    CHECK(step["utilization"]["busy"].get<double>() == Approx(0.5375));    // (0.2 + 0.015) / 0.4
    CHECK(step["utilization"]["tensor_active"].get<double>() == Approx(0.25));
    CHECK(step["memory"]["fits"] == false);
    CHECK(step["memory"]["fits_with"] == json::array({"micro_batch 32"}));
    CHECK(step["memory"]["filled"].get<double>() == Approx(26.0 / 22.0));
    CHECK(step["wall_s"]["queue"] == 1800.000001);
    CHECK(step["wall_s"]["fetch"] == 9000);
    CHECK_FALSE(step["wall_s"].contains("restart"));
    CHECK(step["traffic"]["model_flops"].is_null());
    CHECK(parsed(test::sampleStepRun())["alternatives"][1]["steps"] == json::array());
}

TEST_CASE("advice has money as text and its plan in order", "[report][json][step]") {
    const json advice = parsed(test::sampleStepRun())["alternatives"][0]["advice"];

    CHECK(advice["items"][0]["effort"] == "today");
    CHECK(advice["items"][0]["per_month"] == "41000.00");
    CHECK(advice["items"][0]["freed_gpu_hours"] == 90);
    CHECK(advice["items"][1]["class"].is_null());
    CHECK(advice["items"][1]["per_month"] == "-55000.00");
    CHECK(advice["items"][1]["cash_per_month"] == "-55000.00");
    CHECK(advice["items"][1]["wait_p95_s"].is_null());
    CHECK(advice["plan"][0]["ids"] == json::array({"workers"}));
    CHECK(parsed(test::sampleRun())["alternatives"][0]["advice"].is_null());
}

TEST_CASE("the bill's multiplier is paid over useful hours", "[report][json]") {
    // 1,000 paid, 500 useful: half is idle, 1 / (1 - 0.5).
    CHECK(parsed(test::sampleRun())["alternatives"][0]["bill_multiplier"] == 2);
    CHECK(parsed(test::sampleRun())["alternatives"][1]["bill_multiplier"].is_null());
}

TEST_CASE("the CSV of steps has the same columns in every row", "[report][csv][step]") {
    const std::string csv = resultCsv(test::sampleStepRun());
    CHECK(csv.find(",bill_multiplier,vision/step_s,vision/compute_s,vision/comm_s,vision/sync_s,"
                   "vision/h2d_s,vision/prep_s,vision/fetch_s,vision/samples_per_s,"
                   "vision/memory_need_bytes,vision/memory_usable_bytes\n") != std::string::npos);
    CHECK(csv.find(",2,0.4,0.2,") != std::string::npos);
    CHECK(csv.find(",1280,2.6e+10,2.2e+10\n") != std::string::npos);
    // The alternative without a step of the class, or a multiplier: eleven empty fields at the end.
    CHECK(csv.ends_with("00000000000000aa,,,,,,,,,,,\n"));
}
