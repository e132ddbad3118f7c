#include "sample_run.hpp"

#include <gpuplan/report/sources.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::report;

TEST_CASE("what hung on the prices of an alternative sums to its effective cost",
          "[report][sources]") {
    const metrics::RunResult run = test::sampleRun();

    for (const metrics::AlternativeResult& alternative : run.alternatives) {
        Money sum(0, alternative.currency);
        for (const PriceSource& source : priceSources(run))
            if (source.alternative == alternative.name && !source.purchase)
                sum += source.cost;
        CHECK(sum == alternative.cost.total);
    }
}

TEST_CASE("one price from one source is one line", "[report][sources]") {
    const auto sources = priceSources(test::sampleRun());

    // Hardware bought, its depreciation, and two months of one rent at one price.
    REQUIRE(sources.size() == 3);
    CHECK(sources[2].priceLeast == "10 USD/h");
    CHECK(sources[2].priceMost == "10 USD/h");
    CHECK(sources[2].asOfLast == "2026-07-20");
    CHECK(sources[2].provenance.source == "price list, page 3");
}

TEST_CASE("what hardware was bought at is listed beside what it costs by use",
          "[report][sources]") {
    const auto sources = priceSources(test::sampleRun());

    CHECK(sources[0].purchase);
    CHECK(sources[0].account == "Assets:Hardware");
    CHECK(sources[0].cost == test::usd(48'000));
    CHECK_FALSE(sources[1].purchase);
    CHECK(sources[1].cost == test::usd(4'000));
}

TEST_CASE("every sourced value of the scenario is listed with its place", "[report][sources]") {
    const auto list = assumptions(test::sampleRun().scenario);

    const auto find = [&](const std::string& pointer) {
        const auto found = std::find_if(list.begin(), list.end(),
                                        [&](const Assumption& a) { return a.pointer == pointer; });
        REQUIRE(found != list.end());
        return *found;
    };
    CHECK(find("/discount_rate").value == "0.09");
    CHECK(find("/workload/profile/classes/0/arrivals/jobs_per_day").provenance.source == "a study");
    CHECK(find("/workload/profile/classes/0/duration").value ==
          "lognormal, median 874 s, mean 18006 s");
    CHECK(find("/alternatives/0/pools/0/purchase/owned/residual_share").value == "0");
}

TEST_CASE("files are named without their folders, so results do not depend on them",
          "[report][sources]") {
    CHECK(shownFile("/any/where/offers.json") == "offers.json");
    CHECK(shownFile("offers.json") == "offers.json");
    CHECK(shownFile("").empty());
}

TEST_CASE("the values of a step, a node and a tier are assumptions with their sources",
          "[report][sources][step]") {
    metrics::RunResult run = test::sampleRun();
    model::JobClass& job = std::get<model::ProfileWorkload>(run.scenario.workload).classes[0];
    job.duration = {};
    job.step.emplace();
    job.step->compute = model::AffineStep{
        Duration(8'000),        0.00285, 0.85,
        model::Precision::Fp32, "v100",  {"our log", "2026-11", "", Confidence::High, "", "", ""}};
    job.step->input.emplace();
    job.step->input->data = {1'281'167, 110'000, model::DataFormat::RawFiles, 1000, "hdd", {}};
    job.step->input->workers = 8;
    job.step->input->samplesPerCore = 140;
    model::Alternative& owned = run.scenario.alternatives[0];
    owned.pools[0].node.cores = Sourced{Decimal::integer(96), Provenance{"its sheet"}};
    owned.storage = {{"hdd", Bytes(1), {}, Sourced{Bandwidth(200'000'000), Provenance{}}}};

    const auto list = assumptions(run.scenario);

    const auto valueAt = [&](const std::string& pointer) {
        for (const Assumption& each : list)
            if (each.pointer == pointer)
                return each.value;
        return std::string("none");
    };
    const std::string step = "/workload/profile/classes/0/step";
    CHECK(valueAt(step + "/compute/affine") == "0.008 s + batch x 0.00285 s on v100");
    CHECK(valueAt(step + "/input/data") == "1,281,167 samples of 110 kB on hdd");
    CHECK(valueAt(step + "/input") == "8 workers a GPU, a core prepares 140 samples/s");
    CHECK(valueAt("/alternatives/0/pools/0/node/cores") == "96");
    CHECK(valueAt("/alternatives/0/storage/0/read") == "200 MB/s");
    // Nothing is assumed of what the class does not state.
    CHECK(valueAt("/workload/profile/classes/0/duration") == "none");
    CHECK(valueAt("/workload/profile/classes/0/activity") == "none");
    for (const Assumption& each : list)
        if (each.pointer == step + "/compute/affine")
            CHECK(each.provenance.source == "our log");
}
