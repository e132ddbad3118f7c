/// The README's picture is that of the main scenario, byte for byte.
/// GPUPLAN_REWRITE_GOLDEN=1 draws it anew; the difference is then for review.

#include <gpuplan/base/file.hpp>
#include <gpuplan/planner/planner.hpp>
#include <gpuplan/report/chart_cost.hpp>
#include <gpuplan/report/chart_draw.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace gpuplan;

TEST_CASE("the picture in the docs shows what the main scenario gives", "[golden][chart]") {
    const std::string file = GPUPLAN_SOURCE_DIR "/docs/first-chart.svg";
    const planner::Planner planner = planner::Planner::load(GPUPLAN_SOURCE_DIR "/data").value();
    const auto scenario = std::make_shared<const model::Scenario>(
        planner.read(GPUPLAN_SOURCE_DIR "/scenarios/first.json").value());

    const auto outcome = planner.run({.scenario = scenario});
    REQUIRE(outcome.result);
    const std::string picture = report::svg(report::cumulativeCostChart(*outcome.result), 760, 430,
                                            report::ChartTheme::light());

    if (const char* rewrite = std::getenv("GPUPLAN_REWRITE_GOLDEN");
        rewrite != nullptr && std::string_view(rewrite) == "1")
        REQUIRE(writeWholeFile(file, picture).empty());
    CHECK(readWholeFile(file).value() == picture);
}
