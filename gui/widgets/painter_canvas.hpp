#pragma once
/// Canvas to a QPainter: the picture of the reports, on the screen.

#include <gpuplan/report/canvas.hpp>

class QPainter;

namespace gpuplan::gui {

class PainterCanvas final : public report::Canvas {
public:
    /// Draws in the painter's own coordinates; the painter is left as it was found.
    explicit PainterCanvas(QPainter& painter);

    void rectangle(const report::Box& box, std::optional<report::Color> fill,
                   std::optional<report::Stroke> outline) override;
    void line(report::Point from, report::Point to, const report::Stroke& stroke) override;
    void polyline(std::span<const report::Point> points, const report::Stroke& stroke) override;
    void marker(report::Point centre, report::Marker marker, double size,
                std::optional<report::Color> fill, const report::Stroke& outline) override;
    void text(report::Point at, std::string_view utf8, const report::TextStyle& style) override;
    void pushClip(const report::Box& box) override;
    void popClip() override;

private:
    QPainter& m_painter;
};

} // namespace gpuplan::gui
