#include <gpuplan/base/contract.hpp>
#include <gpuplan/report/canvas_svg.hpp>
#include <gpuplan/report/canvas_text.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>

namespace gpuplan::report {

namespace {

/// Two places at most, without trailing zeros: finer than any screen or printer shows.
std::string number(double value) {
    std::string text = fixedText(value, 2);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string attribute(std::string_view name, double value) {
    return attribute(name, number(value));
}

std::string hex(Color color) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t part : {color.red, color.green, color.blue}) {
        text += digits[part >> 4U];
        text += digits[part & 15U];
    }
    return text;
}

std::string paint(std::string_view what, std::optional<Color> color) {
    if (!color)
        return attribute(what, "none");
    std::string text = attribute(what, hex(*color));
    if (color->alpha != 255)
        text += attribute(std::string(what) + "-opacity", color->alpha / 255.0);
    return text;
}

std::string attributes(const Stroke& stroke) {
    std::string text = paint("stroke", stroke.color) + attribute("stroke-width", stroke.width);
    if (stroke.dash == Dash::Solid)
        return text;
    std::string lengths;
    for (const double length : pattern(stroke.dash))
        lengths += (lengths.empty() ? "" : " ") + number(length * stroke.width);
    return text + attribute("stroke-dasharray", lengths);
}

std::string list(std::span<const Point> points) {
    std::string text;
    for (const Point& point : points)
        text += (text.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
    return text;
}

} // namespace

std::string xmlEscaped(std::string_view utf8) {
    std::string text;
    for (const char c : utf8) {
        if (c == '<')
            text += "&lt;";
        else if (c == '>')
            text += "&gt;";
        else if (c == '&')
            text += "&amp;";
        else if (c == '"')
            text += "&quot;";
        else
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return text;
}

SvgCanvas::SvgCanvas(double width, double height, std::string_view title,
                     std::string_view description, std::string_view idPrefix)
    : m_idPrefix(idPrefix) {
    m_body = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
             attribute("height", height) +
             attribute("viewBox", "0 0 " + number(width) + " " + number(height)) +
             attribute("xml:space", "preserve") + attribute("role", "img") +
             attribute("aria-labelledby", m_idPrefix + "-title " + m_idPrefix + "-text") +
             attribute("font-family",
                       std::string(canvasFont) + ", Verdana, Arial, Helvetica, sans-serif") +
             ">\n<title" + attribute("id", m_idPrefix + "-title") + ">" + xmlEscaped(title) +
             "</title>\n<desc" + attribute("id", m_idPrefix + "-text") + ">" +
             xmlEscaped(description) + "</desc>\n";
}

void SvgCanvas::rectangle(const Box& box, std::optional<Color> fill,
                          std::optional<Stroke> outline) {
    m_body += "<rect" + attribute("x", box.x) + attribute("y", box.y) +
              attribute("width", box.width) + attribute("height", box.height) +
              paint("fill", fill) + (outline ? attributes(*outline) : "") + "/>\n";
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) {
    m_body += "<line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
              attribute("y2", to.y) + attributes(stroke) + "/>\n";
}

void SvgCanvas::polyline(std::span<const Point> points, const Stroke& stroke) {
    if (points.size() < 2)
        return;
    m_body += "<polyline" + attribute("points", list(points)) + attribute("fill", "none") +
              attributes(stroke) + attribute("stroke-linejoin", "round") + "/>\n";
}

void SvgCanvas::marker(Point centre, Marker marker, double size, std::optional<Color> fill,
                       const Stroke& outline) {
    if (marker == Marker::Circle) {
        m_body += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) +
                  attribute("r", size / 2) + paint("fill", fill) + attributes(outline) + "/>\n";
        return;
    }
    const MarkerShape outlineOf = shape(marker);
    std::array<Point, 8> corners{};
    GPUPLAN_EXPECTS(outlineOf.points.size() <= corners.size(), "a marker has few corners");
    std::size_t count = 0;
    for (const Point& corner : outlineOf.points)
        corners[count++] = {centre.x + corner.x * size / 2, centre.y + corner.y * size / 2};
    if (outlineOf.closed) {
        m_body += "<polygon" + attribute("points", list(std::span(corners).first(count))) +
                  paint("fill", fill) + attributes(outline) + "/>\n";
        return;
    }
    for (std::size_t i = 0; i + 1 < count; i += 2)
        line(corners[i], corners[i + 1], outline);
}

void SvgCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
    constexpr std::array<std::string_view, 3> anchors{"start", "middle", "end"};
    m_body += "<text" + attribute("x", at.x) + attribute("y", at.y) +
              attribute("font-size", style.size) + paint("fill", style.color);
    if (style.anchor != Anchor::Start)
        m_body += attribute("text-anchor", anchors[static_cast<std::size_t>(style.anchor)]);
    if (style.weight == Weight::Bold)
        m_body += attribute("font-weight", "bold");
    m_body += ">" + xmlEscaped(utf8) + "</text>\n";
}

void SvgCanvas::pushClip(const Box& box) {
    const std::string id = m_idPrefix + "-clip" + std::to_string(++m_clips);
    // Inside <defs>: viewers that know no clips would otherwise paint the rectangle.
    m_body += "<defs><clipPath" + attribute("id", id) + "><rect" + attribute("x", box.x) +
              attribute("y", box.y) + attribute("width", box.width) +
              attribute("height", box.height) + "/></clipPath></defs>\n<g" +
              attribute("clip-path", "url(#" + id + ")") + ">\n";
    ++m_openClips;
}

void SvgCanvas::popClip() {
    GPUPLAN_EXPECTS(m_openClips > 0, "a clip is popped only after it was pushed");
    m_body += "</g>\n";
    --m_openClips;
}

std::string SvgCanvas::finish() const {
    GPUPLAN_EXPECTS(m_openClips == 0, "every clip of a picture is popped");
    return m_body + "</svg>\n";
}

} // namespace gpuplan::report
