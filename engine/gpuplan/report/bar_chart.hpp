#pragma once
/// A chart of stacked bars lying on their side: what wholes of different size are made of. Its
/// figures stand in a table of the report beside it.
///
/// Map: chart_gpu_time.hpp fills a BarChart from results, layOut() gives each part its place,
/// draw() puts it on a Canvas in the colours of chart_theme.hpp.

#include <gpuplan/report/canvas.hpp>
#include <gpuplan/report/chart_layout.hpp>
#include <gpuplan/report/chart_theme.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::report {

/// Lines across a part, so that none is told apart by its colour alone.
enum class Hatch : std::uint8_t { None, Rising, Falling, Crossed };

/// One kind of part, the same in every bar.
struct BarPart {
    std::string name;
    std::optional<std::size_t> series; ///< colour of the theme; absent: grey
    Hatch hatch = Hatch::None;
    bool operator==(const BarPart&) const = default;
};

struct Bar {
    std::string name;
    std::string endLabel;       ///< stands behind the bar
    std::vector<double> values; ///< of each part, >= 0; others count as 0
    bool operator==(const Bar&) const = default;
};

struct BarChart {
    std::string title;    ///< the finding, as a sentence
    std::string subtitle; ///< what is drawn
    std::string axis;     ///< the unit: `thousand GPU-hours`
    std::vector<BarPart> parts;
    std::vector<Bar> bars;   ///< as many values as parts
    std::string description; ///< the text alternative
    bool operator==(const BarChart&) const = default;
};

struct PlacedSwatch {
    Box box;
    std::size_t part = 0;
    PlacedText text;
};

struct PlacedPart {
    std::size_t part = 0;
    Box box;
    PlacedText label; ///< its share of the bar; empty where it does not fit
};

struct PlacedBar {
    PlacedText name;
    std::vector<PlacedPart> parts; ///< those above 0
    PlacedText endLabel;
};

struct BarLayout {
    double width = 0;
    double height = 0;
    std::vector<PlacedText> title;
    std::vector<PlacedText> subtitle;
    std::vector<PlacedSwatch> legend;
    Box plot;
    Scale x;
    Ticks xTicks;
    PlacedText xLabel;
    std::vector<PlacedBar> bars;
};

/// Height that gives every bar and the legend their room.
double heightFor(const BarChart& chart, double width);

/// Lays the chart out in width x height user units; nothing is drawn outside, whatever the size.
BarLayout layOut(const BarChart& chart, double width, double height);

void draw(const BarChart& chart, const BarLayout& layout, const ChartTheme& theme, Canvas& canvas);

/// The chart as one SVG element with its text alternative.
std::string svg(const BarChart& chart, double width, double height, const ChartTheme& theme,
                std::string_view idPrefix = "bars");

} // namespace gpuplan::report
