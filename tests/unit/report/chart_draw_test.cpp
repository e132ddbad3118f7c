#include "chart_samples.hpp"

#include <gpuplan/report/chart_draw.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan::report;

namespace {

std::size_t countOf(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_CASE("a chart shows its finding, units, lines, labels and break-even", "[report][chart]") {
    const std::string picture = svg(samples::crossing(), 640, 400, ChartTheme::light());

    CHECK(countOf(picture, "<polyline") == 2);
    CHECK(countOf(picture, ">owned \xc2\xb7 3.80</text>") == 1);
    CHECK(countOf(picture, ">rented \xc2\xb7 7.80</text>") == 1);
    CHECK(countOf(picture, ">USD million</text>") == 1);
    CHECK(countOf(picture, ">months from the start</text>") == 1);
    CHECK(countOf(picture, ">break-even: month 12.0</text>") == 1);
    CHECK(countOf(picture, ">0</text>") == 2); // both axes begin at zero
    CHECK(countOf(picture, "owned and rented cross at month 12</desc>") == 1);
}

TEST_CASE("lines differ in dash and marker, not in colour alone", "[report][chart]") {
    const std::string picture = svg(samples::bundle(4), 640, 400, ChartTheme::light());

    CHECK(countOf(picture, "<polyline") == 4);
    CHECK(countOf(picture, "stroke-dasharray=\"13.2 6.6\" stroke-linejoin") == 1);
    CHECK(countOf(picture, "stroke-dasharray=\"3.3 4.4\" stroke-linejoin") == 1);
    CHECK(countOf(picture, "<polygon") >= 3);
}

TEST_CASE("the same chart is drawn by the same bytes", "[report][chart]") {
    CHECK(svg(samples::crossing(), 640, 400, ChartTheme::dark()) ==
          svg(samples::crossing(), 640, 400, ChartTheme::dark()));
    CHECK(svg(samples::crossing(), 640, 400, ChartTheme::dark()) !=
          svg(samples::crossing(), 640, 400, ChartTheme::light()));
}

TEST_CASE("names can not break out of the picture", "[report][chart]") {
    LineChart chart = samples::crossing();
    chart.series[0].endLabel = "</svg><script>";
    chart.title = "<&\">";

    const std::string picture = svg(chart, 640, 400, ChartTheme::light());

    CHECK(countOf(picture, "<script>") == 0);
    CHECK(countOf(picture, "</svg>") == 1);
}
