#pragma once
/// The one drawing surface of every chart, so that screen, SVG and paper show the same picture.
///
/// In: draw calls in user units (1/96 inch at 100 %), x to the right, y down, origin top left.
/// Out: whatever the back end makes of them: SvgCanvas (canvas_svg.hpp) text, the desktop program's
/// painter the screen. Charts measure text with canvas_text.hpp alone and never ask a back end,
/// hence every back end gets exactly the same calls.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gpuplan::report {

struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255; ///< 0 is clear, 255 is solid
    bool operator==(const Color&) const = default;
};

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

/// Left, top, width, height; the last two are >= 0.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool holds(Point at) const {
        return at.x >= x && at.x <= right() && at.y >= y && at.y <= bottom();
    }
    bool operator==(const Box&) const = default;
};

enum class Dash : std::uint8_t { Solid, Long, Short, LongShort };

/// On and off lengths of a dash in units of the line's width; empty for a solid line.
std::span<const double> pattern(Dash dash);

struct Stroke {
    Color color;
    double width = 1;
    Dash dash = Dash::Solid;
    bool operator==(const Stroke&) const = default;
};

enum class Marker : std::uint8_t { Circle, Square, Triangle, Diamond, Cross, Plus };

/// Corners of a marker of the given size (its full width), for all but the circle. Cross and plus
/// are pairs of ends: two strokes. The other shapes are closed.
struct MarkerShape {
    std::span<const Point> points; ///< for size 2 around the origin
    bool closed = true;
};
MarkerShape shape(Marker marker);

/// Which part of a text stands at its point.
enum class Anchor : std::uint8_t { Start, Middle, End };

enum class Weight : std::uint8_t { Normal, Bold };

struct TextStyle {
    Color color;
    double size = 12; ///< height of the font's em square
    Weight weight = Weight::Normal;
    Anchor anchor = Anchor::Start;
    bool operator==(const TextStyle&) const = default;
};

class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    virtual ~Canvas();

    virtual void rectangle(const Box& box, std::optional<Color> fill,
                           std::optional<Stroke> outline) = 0;
    virtual void line(Point from, Point to, const Stroke& stroke) = 0;
    /// An open line through all points; fewer than two draw nothing.
    virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
    /// \param size  full width; open shapes (cross, plus) use the outline alone
    virtual void marker(Point centre, Marker marker, double size, std::optional<Color> fill,
                        const Stroke& outline) = 0;
    /// One line of UTF-8 text whose baseline goes through `at`.
    virtual void text(Point at, std::string_view utf8, const TextStyle& style) = 0;
    /// What follows is cut to `box` until popClip; nested clips are cut to both.
    virtual void pushClip(const Box& box) = 0;
    virtual void popClip() = 0;
};

} // namespace gpuplan::report
