#pragma once
/// Every part of a chart in its place. Depends on the chart and the size alone, never on a back
/// end, so the same chart has the same layout everywhere; the desktop program also asks it what
/// lies under the pointer.

#include <gpuplan/report/chart.hpp>
#include <gpuplan/report/chart_scale.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::report {

/// A text with the left or right end, or the middle, of its baseline.
struct PlacedText {
    std::string text;
    Point at;
    Anchor anchor = Anchor::Start;
    bool operator==(const PlacedText&) const = default;
};

/// The label beside a line's end, perhaps moved up or down from it.
struct EndLabel {
    std::size_t series = 0;
    Point lineEnd;
    PlacedText text;
};

struct PlacedMark {
    Point at;
    Box labelBox;
    PlacedText label;
};

struct ChartLayout {
    double width = 0;
    double height = 0;
    std::vector<PlacedText> title;
    std::vector<PlacedText> subtitle;
    Box plot;
    Scale x;
    Scale y;
    Ticks xTicks;
    Ticks yTicks;
    PlacedText xLabel;
    PlacedText yLabel;
    std::vector<std::vector<Point>> lines; ///< by series, finite points only, in user units
    std::vector<std::size_t> hiddenLabels; ///< series whose end label found no room
    std::vector<EndLabel> endLabels;
    std::vector<PlacedMark> marks;
};

/// Sizes of type, in user units.
struct ChartType {
    static constexpr double title = 15;
    static constexpr double label = 12;
    static constexpr double small = 11;
};

/// Lays the chart out in width x height user units. In a box too small for a legible picture the
/// parts shrink or go, labels first; nothing is ever drawn outside.
ChartLayout layOut(const LineChart& chart, double width, double height);

struct ChartHit {
    std::size_t series = 0;
    std::size_t point = 0; ///< in the layout's line
    Point at;
};
/// The nearest point of a line within `reach` of `where`, ties to the first series.
std::optional<ChartHit> hit(const ChartLayout& layout, Point where, double reach);

} // namespace gpuplan::report
