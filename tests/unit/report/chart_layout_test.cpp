#include "chart_samples.hpp"

#include <gpuplan/report/canvas_text.hpp>
#include <gpuplan/report/chart_layout.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace gpuplan::report;

TEST_CASE("a value stands where its axes say", "[report][chart]") {
    const ChartLayout layout = layOut(samples::crossing(), 640, 400);

    // 36 months span the plot's width, 0 lies on the base line, 8 million is the topmost tick.
    CHECK(layout.yTicks.values.back() == 8);
    CHECK(layout.lines[1][0].x == layout.plot.x);
    CHECK(layout.lines[1][0].y == Approx(layout.plot.bottom()));
    CHECK(layout.lines[1][36].x == Approx(layout.plot.right()));
    CHECK(layout.lines[1][36].y == Approx(layout.plot.bottom() - layout.plot.height * 7.8 / 8));
    CHECK(layout.marks[0].at.x == Approx(layout.plot.x + layout.plot.width / 3));
}

TEST_CASE("labels at line ends do not cover each other and lie inside", "[report][chart]") {
    for (const int count : {1, 2, 5, 9, 40}) {
        const ChartLayout layout = layOut(samples::bundle(count), 640, 400);
        CHECK(layout.endLabels.size() + layout.hiddenLabels.size() ==
              static_cast<std::size_t>(count));
        std::vector<double> heights;
        for (const EndLabel& label : layout.endLabels) {
            heights.push_back(label.text.at.y);
            CHECK(label.text.at.x + textWidth(label.text.text, ChartType::label) <= 640);
        }
        std::sort(heights.begin(), heights.end());
        for (std::size_t i = 1; i < heights.size(); ++i)
            CHECK(heights[i] - heights[i - 1] >= ChartType::label - 0.01);
        CHECK(heights.back() <= 400);
    }
}

TEST_CASE("a long name leaves most of the width to the lines", "[report][chart]") {
    LineChart chart = samples::crossing();
    chart.series[0].endLabel = std::string(500, 'W');

    const ChartLayout layout = layOut(chart, 600, 400);

    CHECK(layout.plot.width > 300);
    CHECK(layout.endLabels[0].text.at.x +
              textWidth(layout.endLabels[0].text.text, ChartType::label) <=
          600);
}

TEST_CASE("a box of any size gives a layout inside it", "[report][chart]") {
    for (const double width : {0.0, 1.0, 40.0, 200.0, 4000.0})
        for (const double height : {0.0, 1.0, 40.0, 160.0, 4000.0}) {
            const ChartLayout layout = layOut(samples::crossing(), width, height);
            CHECK(layout.plot.width > 0);
            CHECK(layout.plot.height > 0);
            CHECK(std::isfinite(layout.lines[0][3].x));
            CHECK(layout.plot.x <= std::max(width, 1.0));
        }
}

TEST_CASE("an empty chart and points that are not finite are borne", "[report][chart]") {
    CHECK(layOut(LineChart{}, 300, 200).lines.empty());

    LineChart chart = samples::crossing();
    chart.series[0].points[3].y = std::nan("");
    chart.series[0].points[4].y = std::numeric_limits<double>::infinity();
    chart.marks.push_back({{std::nan(""), 1}, "lost"});
    const ChartLayout layout = layOut(chart, 300, 200);
    CHECK(layout.lines[0].size() == 35);
    CHECK(layout.marks.size() == 1);
}

TEST_CASE("the point under the pointer is found within its reach", "[report][chart]") {
    const ChartLayout layout = layOut(samples::crossing(), 640, 400);
    const Point at = layout.lines[1][20];

    const auto found = hit(layout, {at.x + 2, at.y - 2}, 10);
    REQUIRE(found);
    CHECK(found->series == 1);
    CHECK(found->point == 20);
    CHECK_FALSE(hit(layout, {layout.plot.x + 5, layout.plot.y + 5}, 10));
}
