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
            if (source.alternative == alternative.name)
                sum += source.cost;
        CHECK(sum == alternative.cost.total);
    }
}

TEST_CASE("one price from one source is one line", "[report][sources]") {
    const auto sources = priceSources(test::sampleRun());

    REQUIRE(sources.size() == 2);
    CHECK(sources[1].priceLeast == "10 USD/h");
    CHECK(sources[1].priceMost == "10 USD/h");
    CHECK(sources[1].asOfLast == "2026-07-20");
    CHECK(sources[1].provenance.source == "price list, page 3");
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
