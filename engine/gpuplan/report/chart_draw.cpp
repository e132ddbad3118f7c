#include <gpuplan/report/canvas_svg.hpp>
#include <gpuplan/report/chart_draw.hpp>
#include <gpuplan/report/chart_labels.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

constexpr double lineWidth = 2.2;
constexpr double markerSize = 7;

void put(Canvas& canvas, const PlacedText& text, Color color, double size,
         Weight weight = Weight::Normal) {
    if (!text.text.empty())
        canvas.text(text.at, text.text, {color, size, weight, text.anchor});
}

void drawAxes(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    const Box& plot = layout.plot;
    for (const double value : layout.yTicks.values) {
        const double y = layout.y.place(value);
        const bool zero = value == 0;
        canvas.line({plot.x, y}, {plot.right(), y}, {zero ? theme.axis : theme.grid, 1});
        put(canvas,
            {layout.yTicks.text(value), {plot.x - 6, y + ChartType::small * 0.35}, Anchor::End},
            theme.quietText, ChartType::small);
    }
    for (const double value : layout.xTicks.values) {
        const double x = layout.x.place(value);
        canvas.line({x, plot.bottom()}, {x, plot.bottom() + 4}, {theme.axis, 1});
        put(canvas,
            {layout.xTicks.text(value), {x, plot.bottom() + 6 + ChartType::small}, Anchor::Middle},
            theme.quietText, ChartType::small);
    }
    put(canvas, layout.xLabel, theme.quietText, ChartType::small);
    put(canvas, layout.yLabel, theme.quietText, ChartType::small);
}

void drawMarker(Canvas& canvas, Point at, const SeriesLook& look, const ChartTheme& theme) {
    // A rim of the ground's colour keeps a filled marker readable where lines cross.
    const bool closed = shape(look.marker).closed;
    canvas.marker(at, look.marker, markerSize, look.color,
                  closed ? Stroke{theme.ground, 1} : Stroke{look.color, lineWidth});
}

void drawLines(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    const Box& plot = layout.plot;
    canvas.pushClip({plot.x - markerSize, plot.y - markerSize, plot.width + 2 * markerSize,
                     plot.height + 2 * markerSize});
    for (std::size_t series = 0; series < layout.lines.size(); ++series) {
        const SeriesLook as = look(theme, series);
        canvas.polyline(layout.lines[series], {as.color, lineWidth, as.dash});
    }
    // About six markers a line, each series a little later than the one before it, so that lines
    // which run together still show both kinds.
    for (std::size_t series = 0; series < layout.lines.size(); ++series) {
        const std::vector<Point>& line = layout.lines[series];
        const SeriesLook as = look(theme, series);
        const std::size_t every = std::max<std::size_t>(1, line.size() / 6);
        for (std::size_t i = std::min(series * every / 3, every - 1); i + 1 < line.size();
             i += every)
            drawMarker(canvas, line[i], as, theme);
        if (!line.empty())
            drawMarker(canvas, line.back(), as, theme);
    }
    canvas.popClip();
}

void drawEndLabels(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    for (const EndLabel& label : layout.endLabels) {
        const double middle = label.text.at.y - ChartType::label * 0.35;
        const Color color = look(theme, label.series).color;
        // A leader where the label had to move away from its line.
        if (middle < label.lineEnd.y - 2 || middle > label.lineEnd.y + 2)
            canvas.line({label.lineEnd.x + 4, label.lineEnd.y}, {label.text.at.x - 2, middle},
                        {color, 1});
        put(canvas, label.text, theme.text, ChartType::label);
    }
}

void drawMarks(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    for (const PlacedMark& mark : layout.marks)
        canvas.line(mark.at, {mark.at.x, layout.plot.bottom()}, {theme.axis, 1, Dash::Short});
    // A leader to a label that stands away from its mark.
    for (const PlacedMark& mark : layout.marks) {
        canvas.line(mark.at, nearestOn(mark.labelBox, mark.at), {theme.quietText, 1});
    }
    for (const PlacedMark& mark : layout.marks) {
        canvas.marker(mark.at, Marker::Circle, 13, {}, {theme.ground, 4});
        canvas.marker(mark.at, Marker::Circle, 13, {}, {theme.text, 2});
    }
    for (const PlacedMark& mark : layout.marks) {
        Color veil = theme.ground;
        veil.alpha = 225;
        canvas.rectangle(mark.labelBox, veil, {});
        put(canvas, mark.label, theme.text, ChartType::label, Weight::Normal);
    }
}

} // namespace

void draw(const ChartLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    canvas.rectangle({0, 0, layout.width, layout.height}, theme.ground, {});
    for (const PlacedText& line : layout.title)
        put(canvas, line, theme.text, ChartType::title, Weight::Bold);
    for (const PlacedText& line : layout.subtitle)
        put(canvas, line, theme.quietText, ChartType::small);
    canvas.pushClip({0, 0, layout.width, layout.height});
    drawAxes(layout, theme, canvas);
    drawLines(layout, theme, canvas);
    drawMarks(layout, theme, canvas);
    drawEndLabels(layout, theme, canvas);
    canvas.popClip();
}

std::string svg(const LineChart& chart, double width, double height, const ChartTheme& theme,
                std::string_view idPrefix) {
    SvgCanvas canvas(width, height, chart.title, chart.description, idPrefix);
    draw(layOut(chart, width, height), theme, canvas);
    return canvas.finish();
}

} // namespace gpuplan::report
