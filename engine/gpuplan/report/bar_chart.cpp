#include <gpuplan/report/bar_chart.hpp>
#include <gpuplan/report/canvas_svg.hpp>
#include <gpuplan/report/canvas_text.hpp>
#include <gpuplan/report/figures.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::report {

namespace {

constexpr double margin = 12;
constexpr double lineSpacing = 1.35;
constexpr double slotHeight = 44; // of a bar with its gap
constexpr double thickestBar = 30;
constexpr double swatch = 11;
constexpr double swatchGap = 5;  // between a swatch and its name
constexpr double legendGap = 16; // between a name and the next swatch
constexpr double legendRow = 17;
constexpr double hatchSpacing = 7;
constexpr double axisHeight = 2 * ChartType::small * lineSpacing + 8;

double usable(double value) {
    return std::isfinite(value) && value > 0 ? value : 0;
}

double total(const Bar& bar) {
    double sum = 0;
    for (const double value : bar.values)
        sum += usable(value);
    return sum;
}

double placeLines(const std::string& text, double size, Weight weight, double width, double top,
                  std::vector<PlacedText>& out) {
    for (std::string& line : wrapped(text, width - 2 * margin, size, 2, weight)) {
        out.push_back({std::move(line), {margin, top + size}, Anchor::Start});
        top += size * lineSpacing;
    }
    return top;
}

/// Swatches from left to right in as many rows as they need. \return the height below them
double placeLegend(const BarChart& chart, double width, double top,
                   std::vector<PlacedSwatch>& out) {
    double x = margin;
    for (std::size_t part = 0; part < chart.parts.size(); ++part) {
        const std::string name =
            elided(chart.parts[part].name, std::max(1.0, width - 2 * margin - swatch - swatchGap),
                   ChartType::small);
        const double room = swatch + swatchGap + textWidth(name, ChartType::small);
        if (x > margin && x + room > width - margin) {
            x = margin;
            top += legendRow;
        }
        out.push_back({{x, top, swatch, swatch},
                       part,
                       {name, {x + swatch + swatchGap, top + swatch - 1.5}, Anchor::Start}});
        x += room + legendGap;
    }
    return chart.parts.empty() ? top : top + legendRow;
}

double widestText(const std::vector<Bar>& bars, std::string Bar::*text) {
    double width = 0;
    for (const Bar& bar : bars)
        width = std::max(width, textWidth(bar.*text, ChartType::label));
    return width;
}

void placeBar(const Bar& bar, double middle, double thickness, BarLayout& layout) {
    PlacedBar placed;
    const double baseline = middle + ChartType::label * 0.35;
    placed.name = {elided(bar.name, layout.plot.x - margin - 8, ChartType::label),
                   {layout.plot.x - 8, baseline},
                   Anchor::End};
    const double whole = total(bar);
    double from = 0;
    for (std::size_t part = 0; part < bar.values.size(); ++part) {
        const double value = usable(bar.values[part]);
        if (value == 0)
            continue;
        const double left = layout.x.place(from);
        const double right = layout.x.place(from + value);
        PlacedPart box{part, {left, middle - thickness / 2, right - left, thickness}, {}};
        const std::string share = percentText(value / whole);
        if (textWidth(share, ChartType::small, Weight::Bold) + 8 <= box.box.width &&
            thickness >= ChartType::small + 4)
            box.label = {share,
                         {left + box.box.width / 2, middle + ChartType::small * 0.35},
                         Anchor::Middle};
        placed.parts.push_back(std::move(box));
        from += value;
    }
    const double end = layout.x.place(whole) + 6;
    placed.endLabel = {elided(bar.endLabel, layout.width - end - margin / 2, ChartType::label),
                       {end, baseline},
                       Anchor::Start};
    layout.bars.push_back(std::move(placed));
}

/// The plot between names and end labels, at least a third of the width.
void placePlot(const BarChart& chart, double top, BarLayout& layout) {
    const double left =
        std::min(margin + widestText(chart.bars, &Bar::name) + 8, layout.width * 0.3);
    const double right =
        std::min(std::max(widestText(chart.bars, &Bar::endLabel) + 6 + margin / 2, margin),
                 layout.width * 0.35);
    const double bottom = std::max(top + 1, layout.height - margin - axisHeight);
    layout.plot = {left, top, layout.width - left - right, bottom - top};
    double longest = 0;
    for (const Bar& bar : chart.bars)
        longest = std::max(longest, total(bar));
    layout.xTicks =
        ticksFor(0, longest,
                 std::clamp<std::size_t>(static_cast<std::size_t>(layout.plot.width / 70), 1, 10),
                 ChartSteps::Decimal);
    // The longest bar ends at the plot's edge, where its label stands.
    layout.x = {0, longest > 0 ? longest : layout.xTicks.values.back(), layout.plot.x,
                layout.plot.right()};
    while (layout.xTicks.values.size() > 1 &&
           layout.xTicks.values.back() > layout.x.high * (1 + 1e-9))
        layout.xTicks.values.pop_back();
    layout.xLabel = {
        elided(chart.axis, layout.plot.width, ChartType::small),
        {layout.plot.x + layout.plot.width / 2, bottom + 4 + ChartType::small * (1 + lineSpacing)},
        Anchor::Middle};
}

Color fillOf(const BarPart& part, const ChartTheme& theme) {
    return part.series ? theme.series[*part.series % theme.series.size()] : theme.axis;
}

/// Lines at 45 degrees over the box, cut to it.
void drawHatch(Canvas& canvas, const Box& box, Hatch hatch, Color color) {
    if (hatch == Hatch::None || box.width <= 0 || box.height <= 0)
        return;
    canvas.pushClip(box);
    const Stroke stroke{color, 1.2};
    for (double x = box.x - box.height + hatchSpacing / 2; x < box.right(); x += hatchSpacing) {
        if (hatch != Hatch::Falling)
            canvas.line({x, box.bottom()}, {x + box.height, box.y}, stroke);
        if (hatch != Hatch::Rising)
            canvas.line({x, box.y}, {x + box.height, box.bottom()}, stroke);
    }
    canvas.popClip();
}

void drawPart(Canvas& canvas, const BarPart& part, const Box& box, const ChartTheme& theme) {
    canvas.rectangle(box, fillOf(part, theme), Stroke{theme.ground, 1});
    drawHatch(canvas, box, part.hatch, theme.ground);
}

void put(Canvas& canvas, const PlacedText& text, Color color, double size,
         Weight weight = Weight::Normal) {
    if (!text.text.empty())
        canvas.text(text.at, text.text, {color, size, weight, text.anchor});
}

void drawLabel(Canvas& canvas, const PlacedPart& placed, const BarPart& part,
               const ChartTheme& theme) {
    if (placed.label.text.empty())
        return;
    const Color fill = fillOf(part, theme);
    if (part.hatch != Hatch::None) {
        // A plate under the figure: it must not be read through lines.
        const double width = textWidth(placed.label.text, ChartType::small, Weight::Bold) + 6;
        canvas.rectangle(
            {placed.label.at.x - width / 2, placed.box.y + 4, width, placed.box.height - 8}, fill,
            {});
    }
    const Color ink =
        contrast(fill, theme.ground) >= contrast(fill, theme.text) ? theme.ground : theme.text;
    put(canvas, placed.label, ink, ChartType::small, Weight::Bold);
}

} // namespace

double heightFor(const BarChart& chart, double width) {
    std::vector<PlacedText> lines;
    std::vector<PlacedSwatch> legend;
    double top = placeLines(chart.title, ChartType::title, Weight::Bold, width, margin, lines);
    top = placeLines(chart.subtitle, ChartType::small, Weight::Normal, width, top + 2, lines);
    top = placeLegend(chart, width, top + 8, legend);
    return top + 6 + slotHeight * static_cast<double>(std::max<std::size_t>(1, chart.bars.size())) +
           axisHeight + margin;
}

BarLayout layOut(const BarChart& chart, double width, double height) {
    BarLayout layout;
    layout.width = std::max(width, 1.0);
    layout.height = std::max(height, 1.0);
    double top = margin;
    // In a low box the bars need the room more than the words do.
    if (layout.height >= 120)
        top = placeLines(chart.title, ChartType::title, Weight::Bold, layout.width, top,
                         layout.title);
    if (layout.height >= 200)
        top = placeLines(chart.subtitle, ChartType::small, Weight::Normal, layout.width, top + 2,
                         layout.subtitle);
    if (layout.height >= 160)
        top = placeLegend(chart, layout.width, top + 8, layout.legend);
    placePlot(chart, std::min(top + 6, layout.height - 1), layout);
    if (chart.bars.empty())
        return layout;
    const double slot = layout.plot.height / static_cast<double>(chart.bars.size());
    const double thickness = std::min(thickestBar, slot * 0.7);
    for (std::size_t i = 0; i < chart.bars.size(); ++i)
        placeBar(chart.bars[i], layout.plot.y + slot * (static_cast<double>(i) + 0.5), thickness,
                 layout);
    return layout;
}

void draw(const BarChart& chart, const BarLayout& layout, const ChartTheme& theme, Canvas& canvas) {
    canvas.rectangle({0, 0, layout.width, layout.height}, theme.ground, {});
    canvas.pushClip({0, 0, layout.width, layout.height});
    for (const PlacedText& line : layout.title)
        put(canvas, line, theme.text, ChartType::title, Weight::Bold);
    for (const PlacedText& line : layout.subtitle)
        put(canvas, line, theme.quietText, ChartType::small);
    for (const PlacedSwatch& each : layout.legend) {
        drawPart(canvas, chart.parts[each.part], each.box, theme);
        put(canvas, each.text, theme.quietText, ChartType::small);
    }
    for (const double value : layout.xTicks.values) {
        const double x = layout.x.place(value);
        canvas.line({x, layout.plot.y}, {x, layout.plot.bottom()},
                    {value == 0 ? theme.axis : theme.grid, 1});
        put(canvas,
            {layout.xTicks.text(value),
             {x, layout.plot.bottom() + 4 + ChartType::small},
             Anchor::Middle},
            theme.quietText, ChartType::small);
    }
    put(canvas, layout.xLabel, theme.quietText, ChartType::small);
    for (const PlacedBar& bar : layout.bars) {
        put(canvas, bar.name, theme.text, ChartType::label);
        for (const PlacedPart& part : bar.parts)
            drawPart(canvas, chart.parts[part.part], part.box, theme);
        for (const PlacedPart& part : bar.parts)
            drawLabel(canvas, part, chart.parts[part.part], theme);
        put(canvas, bar.endLabel, theme.text, ChartType::label);
    }
    canvas.popClip();
}

std::string svg(const BarChart& chart, double width, double height, const ChartTheme& theme,
                std::string_view idPrefix) {
    SvgCanvas canvas(width, height, chart.title, chart.description, idPrefix);
    draw(chart, layOut(chart, width, height), theme, canvas);
    return canvas.finish();
}

} // namespace gpuplan::report
