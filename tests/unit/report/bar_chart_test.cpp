#include "sample_run.hpp"

#include <gpuplan/report/canvas_text.hpp>
#include <gpuplan/report/chart_gpu_time.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numeric>

using namespace gpuplan;
using namespace gpuplan::report;
using Catch::Detail::Approx;

namespace {

BarChart twoBars() {
    BarChart chart;
    chart.title = "a uses what it has";
    chart.subtitle = "hours by what they were spent on";
    chart.axis = "hours";
    chart.parts = {{"work", 2, Hatch::None}, {"wait", std::nullopt, Hatch::Rising}};
    chart.bars = {{"a", "100 h", {75, 25}}, {"b", "50 h", {10, 40}}};
    chart.description = "a 75 of 100";
    return chart;
}

} // namespace

TEST_CASE("bars begin at 0 and are as long as their values, parts end to end", "[report][bars]") {
    const BarChart chart = twoBars();

    const BarLayout layout = layOut(chart, 800, 300);

    REQUIRE(layout.bars.size() == 2);
    const auto& a = layout.bars[0].parts;
    const auto& b = layout.bars[1].parts;
    CHECK(a[0].box.x == Approx(layout.plot.x));
    CHECK(a[1].box.x == Approx(a[0].box.right()));
    CHECK(a[1].box.right() == Approx(layout.plot.right()));
    CHECK(a[0].box.width == Approx(3 * a[1].box.width));
    // 50 of 100: half as long.
    CHECK(b[1].box.right() - b[0].box.x == Approx(layout.plot.width / 2));
    CHECK(a[0].label.text == "75 %");
    CHECK(b[1].label.text == "80 %");
    CHECK(b[0].box.y > a[0].box.bottom());
    CHECK(layout.xTicks.values.front() == 0);
}

TEST_CASE("a part without a value is no box, one too small has no figure", "[report][bars]") {
    BarChart chart = twoBars();
    chart.bars[0].values = {100, 0};
    chart.bars[1].values = {49.9, 0.1};

    const BarLayout layout = layOut(chart, 800, 300);

    CHECK(layout.bars[0].parts.size() == 1);
    REQUIRE(layout.bars[1].parts.size() == 2);
    CHECK(layout.bars[1].parts[1].label.text.empty());
}

TEST_CASE("nothing is laid out beyond the picture, whatever its size and texts", "[report][bars]") {
    BarChart chart = twoBars();
    chart.bars[0].name = std::string(200, 'n');
    chart.bars[1].endLabel = std::string(200, 'e');
    for (int i = 0; i < 30; ++i)
        chart.parts.push_back(
            {"another part with a long name " + std::to_string(i), 3, Hatch::None});
    for (const auto& [width, height] :
         {std::pair{860.0, 300.0}, {860.0, 40.0}, {90.0, 300.0}, {5.0, 5.0}, {0.0, -1.0}}) {
        INFO(width << " x " << height);
        const BarLayout layout = layOut(chart, width, height);
        for (const PlacedBar& bar : layout.bars)
            for (const PlacedPart& part : bar.parts) {
                CHECK(part.box.x >= 0);
                CHECK(part.box.right() <= layout.width + 1e-9);
                CHECK(std::isfinite(part.box.height));
            }
        for (const PlacedSwatch& swatch : layout.legend)
            CHECK(swatch.text.at.x + textWidth(swatch.text.text, ChartType::small) <=
                  layout.width + 1);
        CHECK_FALSE(svg(chart, width, height, ChartTheme::light()).empty());
    }
}

TEST_CASE("values that are no lengths count as nothing", "[report][bars]") {
    BarChart chart = twoBars();
    chart.bars[0].values = {std::numeric_limits<double>::quiet_NaN(), -5};
    chart.bars[1].values = {};

    const BarLayout layout = layOut(chart, 800, 300);

    CHECK(layout.bars[0].parts.empty());
    CHECK(layout.bars[1].parts.empty());
    CHECK(svg(chart, 800, 300, ChartTheme::dark()).find("nan") == std::string::npos);
}

TEST_CASE("more bars make a higher picture, and equal charts equal bytes", "[report][bars]") {
    BarChart chart = twoBars();
    const double two = heightFor(chart, 800);
    chart.bars.push_back(chart.bars[0]);
    CHECK(heightFor(chart, 800) - two == Approx(44));
    CHECK(svg(chart, 800, 300, ChartTheme::light()) == svg(chart, 800, 300, ChartTheme::light()));
    CHECK(svg(chart, 800, 300, ChartTheme::light()).find("<desc id=\"bars-text\">a 75 of 100") !=
          std::string::npos);
}

TEST_CASE("every figure inside a part is readable on its colour", "[report][bars]") {
    for (const ChartTheme& theme : {ChartTheme::light(), ChartTheme::dark()})
        for (std::size_t i = 0; i <= theme.series.size(); ++i) {
            const Color fill = i == theme.series.size() ? theme.axis : theme.series[i];
            // 4.5 is asked of small text; the bold of these figures counts as large: 3.
            CHECK(std::max(contrast(fill, theme.ground), contrast(fill, theme.text)) >= 3);
        }
}

TEST_CASE("paid GPU time is shown whole: useful, wasted by cause, and not known",
          "[report][bars]") {
    const metrics::RunResult run = test::sampleRun();

    const BarChart chart = gpuTimeChart(run);

    // owned: 1,000 paid, 500 useful, 100 communication, 200 held idle, 200 without a job.
    REQUIRE(chart.parts.size() == 4);
    CHECK(chart.parts[0].name == "computing");
    CHECK(chart.parts[1].name == "communication");
    CHECK(chart.parts[2].name == "held but idle");
    CHECK(chart.parts[3].name == "no job");
    CHECK(chart.bars[0].values == std::vector<double>{500, 100, 200, 200});
    CHECK(chart.bars[0].endLabel == "1,000 GPU-h");
    CHECK(chart.axis == "GPU-hours");
    CHECK(chart.title == "owned computes in 50 % of the GPU time it pays for");
    CHECK(chart.description.find("owned, 1,000 GPU-h: computing 50 %, communication 10 %, held but "
                                 "idle 20 %, no job 20 %.") != std::string::npos);
    // Paid for, but nobody knows what happened: a part of its own.
    metrics::RunResult unknown = run;
    unknown.alternatives[1].gpuHours.paid = test::gpuHoursOf(20'000);
    const BarChart more = gpuTimeChart(unknown);
    CHECK(more.parts.back().name == "not known");
    CHECK(more.bars[1].values == std::vector<double>{0, 0, 0, 0, 20});
    CHECK(more.axis == "thousand GPU-hours");
}

TEST_CASE("the finding names the fullest and the emptiest fleet", "[report][bars]") {
    metrics::RunResult run = test::sampleRun();
    run.alternatives[1].gpuHours.paid = test::gpuHoursOf(100);
    run.alternatives[1].gpuHours.useful = test::gpuHoursOf(25);
    CHECK(gpuTimeChart(run).title ==
          "owned computes in 50 % of the GPU time it pays for, rented, \"spot\" free in 25 %");
    run.alternatives[0].gpuHours.useful = run.alternatives[1].gpuHours.useful = std::nullopt;
    CHECK(gpuTimeChart(run).title ==
          "What jobs do with the GPU time that is paid for is not known");
}
