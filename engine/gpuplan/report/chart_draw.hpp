#pragma once
/// A chart onto a Canvas, and the shortest way to SVG.

#include <gpuplan/report/canvas.hpp>
#include <gpuplan/report/chart_layout.hpp>
#include <gpuplan/report/chart_theme.hpp>

#include <string>
#include <string_view>

namespace gpuplan::report {

/// Draws ground, axes, lines, marks and labels; every call goes to the canvas, and equal arguments
/// make equal calls.
void draw(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas);

/// The chart as one SVG element with its text alternative.
/// \param idPrefix  differs between pictures of one HTML page
std::string svg(const LineChart& chart, double width, double height, const ChartTheme& theme,
                std::string_view idPrefix = "chart");

} // namespace gpuplan::report
