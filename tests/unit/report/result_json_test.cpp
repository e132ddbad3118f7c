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
                   "8,0,4,5,6.666667,8,4100.5,,1.25,,,700,,00000000000000aa\n") !=
          std::string::npos);
}
