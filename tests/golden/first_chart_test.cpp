/// The README's pictures are those of its scenarios, byte for byte.
/// GPUPLAN_REWRITE_GOLDEN=1 draws them anew; the difference is then for review.

#include <gpuplan/base/file.hpp>
#include <gpuplan/planner/planner.hpp>
#include <gpuplan/report/chart_cost.hpp>
#include <gpuplan/report/chart_draw.hpp>
#include <gpuplan/report/chart_gpu_time.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace gpuplan;

namespace {

std::shared_ptr<const metrics::RunResult> resultOf(const std::string& scenario) {
    const planner::Planner planner = planner::Planner::load(GPUPLAN_SOURCE_DIR "/data").value();
    const auto read = std::make_shared<const model::Scenario>(
        planner.read(GPUPLAN_SOURCE_DIR "/scenarios/" + scenario).value());
    return planner.run({.scenario = read}).result;
}

void checkPicture(const std::string& name, const std::string& picture) {
    const std::string file = GPUPLAN_SOURCE_DIR "/docs/" + name;
    if (const char* rewrite = std::getenv("GPUPLAN_REWRITE_GOLDEN");
        rewrite != nullptr && std::string_view(rewrite) == "1")
        REQUIRE(writeWholeFile(file, picture).empty());
    CHECK(readWholeFile(file).value() == picture);
}

} // namespace

TEST_CASE("the picture in the docs shows what the main scenario gives", "[golden][chart]") {
    const auto result = resultOf("first.json");
    REQUIRE(result);
    checkPicture("first-chart.svg", report::svg(report::cumulativeCostChart(*result), 760, 430,
                                                report::ChartTheme::light()));
}

TEST_CASE("the picture of GPU time in the docs shows what its scenario gives", "[golden][chart]") {
    const auto result = resultOf("untuned-cluster.json");
    REQUIRE(result);
    checkPicture("gpu-time.svg", report::gpuTimeSvg(*result));
}
