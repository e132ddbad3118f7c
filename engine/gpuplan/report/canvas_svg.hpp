#pragma once
/// Canvas to SVG text: one self-contained element that stands alone as a file or inside HTML.

#include <gpuplan/report/canvas.hpp>

#include <string>
#include <string_view>

namespace gpuplan::report {

/// Collects draw calls as SVG 1.1. Equal calls give equal bytes: numbers have at most two places.
class SvgCanvas final : public Canvas {
public:
    /// \param title, description  the text alternative, read aloud in place of the picture
    /// \param idPrefix  begins every id, so that several pictures can share one HTML page;
    ///                  letters, digits and `-`, beginning with a letter
    SvgCanvas(double width, double height, std::string_view title, std::string_view description,
              std::string_view idPrefix = "chart");

    void rectangle(const Box& box, std::optional<Color> fill,
                   std::optional<Stroke> outline) override;
    void line(Point from, Point to, const Stroke& stroke) override;
    void polyline(std::span<const Point> points, const Stroke& stroke) override;
    void marker(Point centre, Marker marker, double size, std::optional<Color> fill,
                const Stroke& outline) override;
    void text(Point at, std::string_view utf8, const TextStyle& style) override;
    void pushClip(const Box& box) override;
    void popClip() override;

    /// The whole picture, with a line feed at the end. Every clip must have been popped.
    std::string finish() const;

private:
    std::string m_idPrefix;
    std::string m_body;
    int m_clips = 0;
    int m_openClips = 0;
};

/// `<`, `>`, `&` and quotes made safe; control bytes, which XML can not hold, become blanks.
std::string xmlEscaped(std::string_view utf8);

} // namespace gpuplan::report
