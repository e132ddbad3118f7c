#include <gpuplan/report/canvas_text.hpp>
#include <gpuplan/report/chart_labels.hpp>
#include <gpuplan/report/chart_layout.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::report {

namespace {

constexpr double margin = 12;
constexpr double lineSpacing = 1.35; ///< of the type's size
constexpr double tickGap = 8;        ///< between an axis and its figures
constexpr double endGap = 10;        ///< between a line's end and its label

struct Range {
    double low = 0;
    double high = 0;
    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

bool isFinite(Point point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

/// Puts wrapped lines below `top`; gives the height after them.
double placeLines(const std::string& text, double size, Weight weight, std::size_t most,
                  double width, double top, std::vector<PlacedText>& out) {
    for (std::string& line : wrapped(text, width - 2 * margin, size, most, weight)) {
        out.push_back({std::move(line), {margin, top + size}, Anchor::Start});
        top += size * lineSpacing;
    }
    return top;
}

double widest(const Ticks& ticks) {
    double width = 0;
    for (const double value : ticks.values)
        width = std::max(width, textWidth(ticks.text(value), ChartType::small));
    return width;
}

/// Room for the end labels: as much as they want, but at least 60 % stay for the lines.
double endLabelRoom(const LineChart& chart, double width) {
    double room = 0;
    for (const ChartSeries& series : chart.series)
        room = std::max(room, textWidth(series.endLabel, ChartType::label));
    return room == 0 ? margin : std::min(room + endGap + margin, width * 0.4);
}

void placeEndLabels(const LineChart& chart, ChartLayout& layout) {
    const double gap = ChartType::label * 1.25;
    const double top = layout.plot.y;
    const double bottom = std::max(top, layout.plot.bottom());
    const auto most = static_cast<std::size_t>((bottom - top) / gap) + 1;
    std::vector<double> wanted;
    for (std::size_t series = 0; series < layout.lines.size(); ++series) {
        if (layout.lines[series].empty() || chart.series[series].endLabel.empty())
            continue;
        if (layout.endLabels.size() == most) {
            layout.hiddenLabels.push_back(series);
            continue;
        }
        const Point end = layout.lines[series].back();
        layout.endLabels.push_back({series, end, {}});
        wanted.push_back(end.y);
    }
    const std::vector<double> heights = spreadHeights(wanted, gap, top, bottom);
    const double left = layout.plot.right() + endGap;
    const double room = layout.width - left - margin / 2;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        EndLabel& label = layout.endLabels[i];
        label.text = {elided(chart.series[label.series].endLabel, room, ChartType::label),
                      {left, heights[i] + ChartType::label * 0.35},
                      Anchor::Start};
    }
}

void placeMarks(const LineChart& chart, ChartLayout& layout) {
    constexpr double padding = 4;
    if (layout.plot.height < 5 * ChartType::label)
        return;
    // Off the axis and its figures, and off the dotted lines that lead down to it.
    Box bounds = layout.plot;
    bounds.height -= padding;
    std::vector<std::vector<Point>> lines = layout.lines;
    std::vector<Box> taken;
    for (const ChartMark& mark : chart.marks)
        if (isFinite(mark.at)) {
            const Point at{layout.x.place(mark.at.x), layout.y.place(mark.at.y)};
            taken.push_back({at.x - 6, at.y - 6, 12, 12});
            lines.push_back({at, {at.x, layout.plot.bottom()}});
        }
    for (const ChartMark& mark : chart.marks) {
        if (!isFinite(mark.at))
            continue;
        const Point at{layout.x.place(mark.at.x), layout.y.place(mark.at.y)};
        const std::string label =
            elided(mark.label, layout.plot.width - 2 * padding, ChartType::label);
        const Box box = placeNear(at, textWidth(label, ChartType::label) + 2 * padding,
                                  ChartType::label + 2 * padding, bounds, taken, lines);
        taken.push_back(box);
        lines.push_back({at, nearestOn(box, at)});
        layout.marks.push_back(
            {at, box, {label, {box.x + padding, box.bottom() - padding - 2}, Anchor::Start}});
    }
}

} // namespace

ChartLayout layOut(const LineChart& chart, double width, double height) {
    ChartLayout layout;
    layout.width = std::max(width, 1.0);
    layout.height = std::max(height, 1.0);

    double top = margin;
    // In a low box the plot needs the room more than the words do.
    if (layout.height >= 150)
        top = placeLines(chart.title, ChartType::title, Weight::Bold, layout.height < 240 ? 1 : 2,
                         layout.width, top, layout.title);
    if (layout.height >= 300)
        top = placeLines(chart.subtitle, ChartType::small, Weight::Normal, 2, layout.width, top + 2,
                         layout.subtitle);
    top += 6;
    layout.yLabel = {elided(chart.y.label, layout.width - 2 * margin, ChartType::small),
                     {margin, top + ChartType::small},
                     Anchor::Start};
    top += ChartType::small * 2.2;
    const double bottom = layout.height - margin - 2 * ChartType::small * lineSpacing - tickGap / 2;

    Range xRange;
    Range yRange;
    for (const ChartSeries& series : chart.series)
        for (const Point& point : series.points)
            if (isFinite(point)) {
                xRange.take(point.x);
                yRange.take(point.y);
            }
    const double plotHeight = std::max(bottom - top, 1.0);
    layout.yTicks = ticksFor(
        yRange.low, yRange.high,
        std::clamp<std::size_t>(static_cast<std::size_t>(plotHeight / 45), 1, 8), chart.y.steps);
    const double left = std::min(margin + widest(layout.yTicks) + tickGap, layout.width * 0.4);
    const double plotWidth = std::max(layout.width - left - endLabelRoom(chart, layout.width), 1.0);
    layout.xTicks = ticksFor(
        xRange.low, xRange.high,
        std::clamp<std::size_t>(static_cast<std::size_t>(plotWidth / 48), 1, 13), chart.x.steps);
    layout.plot = {left, std::min(top, layout.height - 1), plotWidth, plotHeight};
    // The lines run to the right edge, where their labels stand: no empty part of a last year.
    const bool hasX = xRange.high > xRange.low;
    layout.x = {std::min(0.0, layout.xTicks.values.front()),
                hasX ? xRange.high : layout.xTicks.values.back(), layout.plot.x,
                layout.plot.right()};
    while (layout.xTicks.values.size() > 1 &&
           layout.xTicks.values.back() > layout.x.high * (1 + 1e-9))
        layout.xTicks.values.pop_back();
    layout.y = {layout.yTicks.values.front(), layout.yTicks.values.back(), layout.plot.bottom(),
                layout.plot.y};
    layout.xLabel = {elided(chart.x.label, layout.plot.width, ChartType::small),
                     {layout.plot.x + layout.plot.width / 2,
                      layout.plot.bottom() + tickGap / 2 + ChartType::small * (1 + lineSpacing)},
                     Anchor::Middle};

    for (const ChartSeries& series : chart.series) {
        std::vector<Point>& line = layout.lines.emplace_back();
        for (const Point& point : series.points)
            if (isFinite(point))
                line.push_back({layout.x.place(point.x), layout.y.place(point.y)});
    }
    placeEndLabels(chart, layout);
    placeMarks(chart, layout);
    return layout;
}

std::optional<ChartHit> hit(const ChartLayout& layout, Point where, double reach) {
    std::optional<ChartHit> nearest;
    double least = reach * reach;
    for (std::size_t series = 0; series < layout.lines.size(); ++series)
        for (std::size_t point = 0; point < layout.lines[series].size(); ++point) {
            const Point at = layout.lines[series][point];
            const double distance =
                (at.x - where.x) * (at.x - where.x) + (at.y - where.y) * (at.y - where.y);
            if (distance < least || (distance == least && !nearest)) {
                least = distance;
                nearest = ChartHit{series, point, at};
            }
        }
    return nearest;
}

} // namespace gpuplan::report
