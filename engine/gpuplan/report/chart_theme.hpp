#pragma once
/// Colours of charts on light and dark ground.

#include <gpuplan/report/canvas.hpp>

#include <array>

namespace gpuplan::report {

/// Every colour but the grid's has a contrast of at least 3:1 against the ground (text 4.5:1), and
/// neighbours in the list differ in lightness too, so that they stay apart for colour-blind eyes
/// and on grey paper.
struct ChartTheme {
    Color ground;
    Color text;
    Color quietText; ///< axis figures, subtitle
    Color grid;
    Color axis;
    std::array<Color, 8> series;

    static ChartTheme light();
    static ChartTheme dark();
};

/// How the n-th series is told apart: never by its colour alone.
struct SeriesLook {
    Color color;
    Dash dash = Dash::Solid;
    Marker marker = Marker::Circle;
    bool operator==(const SeriesLook&) const = default;
};
/// Looks repeat after a few dozen series.
SeriesLook look(const ChartTheme& theme, std::size_t series);

/// Contrast of two solid colours by WCAG 2.1, 1 (equal) to 21 (black on white).
double contrast(Color a, Color b);

} // namespace gpuplan::report
