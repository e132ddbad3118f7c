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
