#pragma once
/// A line chart as plain values: what is shown, without where or in which colours.
///
/// Map: chart_cost.hpp fills a LineChart from results; chart_layout.hpp gives each part its place
/// (chart_scale.hpp chooses ticks, chart_labels.hpp keeps labels apart); chart_draw.hpp draws it on
/// a Canvas in the colours of chart_theme.hpp.

#include <gpuplan/report/canvas.hpp>
#include <gpuplan/units/decimal.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::report {

struct ChartSeries {
    std::string name;
    std::string endLabel;      ///< stands beside the last point, usually name and value
    std::vector<Point> points; ///< in the axes' units, x ascending; others are left out when drawn
    bool operator==(const ChartSeries&) const = default;
};

/// A point that answers the question, with its own label.
struct ChartMark {
    Point at;
    std::string label;
    bool operator==(const ChartMark&) const = default;
};

enum class ChartSteps : std::uint8_t {
    Decimal, ///< ticks at 1, 2 or 5 times a power of ten
    Months,  ///< whole months, then quarters, half years, years
};

struct ChartAxis {
    std::string label; ///< the unit: `USD million`, `months`
    ChartSteps steps = ChartSteps::Decimal;
    bool operator==(const ChartAxis&) const = default;
};

/// The figures behind a chart, exact, in the same order as the series.
struct ChartTable {
    std::vector<std::string> columns; ///< with unit: `months`, `own-8 (USD)`
    std::vector<std::vector<std::optional<Decimal>>>
        rows; ///< as long as `columns`; absent: no figure
    bool operator==(const ChartTable&) const = default;
};

/// Both axes reach 0, so that a line twice as high is twice as dear.
struct LineChart {
    std::string title;    ///< the finding, as a sentence
    std::string subtitle; ///< what is drawn
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks;
    std::string description; ///< the text alternative: what a reader of the picture learns
    ChartTable table;
    bool operator==(const LineChart&) const = default;
};

/// RFC 4180, a header row first, LF at line ends; absent figures are empty fields.
std::string csv(const ChartTable& table);

} // namespace gpuplan::report
