#include <gpuplan/report/canvas.hpp>

#include <array>

namespace gpuplan::report {

namespace {

constexpr std::array<double, 2> longDash{6, 3};
constexpr std::array<double, 2> shortDash{1.5, 2};
constexpr std::array<double, 4> longShortDash{6, 2, 1.5, 2};

// Filled shapes of about the same area, so that none looks heavier than the circle.
constexpr std::array<Point, 4> square{Point{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}};
constexpr std::array<Point, 3> triangle{Point{0, -1.15}, {1.1, 0.8}, {-1.1, 0.8}};
constexpr std::array<Point, 4> diamond{Point{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}};
constexpr std::array<Point, 4> cross{
    Point{-0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}, {0.85, -0.85}};
constexpr std::array<Point, 4> plus{Point{-1.1, 0}, {1.1, 0}, {0, -1.1}, {0, 1.1}};

} // namespace

Canvas::~Canvas() = default;

std::span<const double> pattern(Dash dash) {
    switch (dash) {
    case Dash::Solid:
        return {};
    case Dash::Long:
        return longDash;
    case Dash::Short:
        return shortDash;
    case Dash::LongShort:
        return longShortDash;
    }
    return {};
}

MarkerShape shape(Marker marker) {
    switch (marker) {
    case Marker::Circle:
        return {};
    case Marker::Square:
        return {square, true};
    case Marker::Triangle:
        return {triangle, true};
    case Marker::Diamond:
        return {diamond, true};
    case Marker::Cross:
        return {cross, false};
    case Marker::Plus:
        return {plus, false};
    }
    return {};
}

} // namespace gpuplan::report
