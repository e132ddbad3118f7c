#include <gpuplan/report/chart_cost.hpp>
#include <gpuplan/report/chart_curves.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::BreakEven;
using metrics::RunResult;

std::string monthsText(double months) {
    return fixedText(months, 1);
}

const ChartSeries* find(const LineChart& chart, const std::string& name) {
    const auto found = std::find_if(chart.series.begin(), chart.series.end(),
                                    [&](const ChartSeries& series) { return series.name == name; });
    return found == chart.series.end() ? nullptr : &*found;
}

struct Span {
    double low = 0;
    double high = 0;
};

/// Heights of a line at x: one, or all of a jump; nothing outside of the line.
std::optional<Span> heightsAt(const ChartSeries& series, double x) {
    std::optional<Span> span;
    for (std::size_t i = 1; i < series.points.size(); ++i) {
        const Point from = series.points[i - 1];
        const Point to = series.points[i];
        if (x < from.x || x > to.x)
            continue;
        Span here{std::min(from.y, to.y), std::max(from.y, to.y)};
        if (to.x > from.x)
            here.low = here.high = from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x);
        span = span ? Span{std::min(span->low, here.low), std::max(span->high, here.high)} : here;
    }
    return span;
}

/// Where two lines that cross at x do so; nothing beyond the plan, which is told in words only.
std::optional<Point> crossingAt(const ChartSeries* a, const ChartSeries* b, double x) {
    if (a == nullptr || b == nullptr)
        return {};
    const std::optional<Span> first = heightsAt(*a, x);
    const std::optional<Span> second = heightsAt(*b, x);
    if (!first || !second)
        return {};
    return Point{x, std::max(first->low, second->low)};
}

void addMarks(const RunResult& result, LineChart& chart, Language language) {
    constexpr std::size_t most = 4;
    std::vector<const BreakEven*> found = crossingsInTime(result);
    // The crossings of the also-rans would only hide those of the cheapest.
    const std::string& cheapest = result.alternatives[result.cheapest()].name;
    const auto others = std::find_if(found.begin(), found.end(), [&](const BreakEven* breakEven) {
        return breakEven->a != cheapest && breakEven->b != cheapest;
    });
    if (others != found.begin())
        found.erase(others, found.end());
    for (const BreakEven* breakEven : found)
        for (const double months : breakEven->at) {
            const std::optional<Point> at =
                crossingAt(find(chart, breakEven->a), find(chart, breakEven->b),
                           calendarMonths(result.scenario, months));
            if (!at || chart.marks.size() == most)
                continue;
            chart.marks.push_back(
                {*at, found.size() == 1
                          ? text({"gui.chart.mark.one", {monthsText(months)}}, language)
                          : text({"gui.chart.mark.pair",
                                  {breakEven->a, breakEven->b, monthsText(months)}},
                                 language)});
        }
}

ChartTable tableOf(const RunResult& result, Language language) {
    ChartTable table;
    table.columns.push_back(text("gui.chart.table.month", language));
    std::vector<std::vector<CurvePoint>> curves;
    std::size_t months = 0;
    for (const AlternativeResult& alternative : result.alternatives) {
        table.columns.push_back(text(
            {"gui.chart.table.cost", {alternative.name, alternative.currency.code()}}, language));
        curves.push_back(paidCurve(result, alternative));
        months = std::max(months, alternative.cost.byMonth.size());
    }
    for (std::size_t month = 0; month <= months && months > 0; ++month) {
        std::vector<std::optional<Decimal>> row{Decimal::integer(static_cast<std::int64_t>(month))};
        for (const std::vector<CurvePoint>& curve : curves) {
            // Of a jump the figure before it: what was paid by the month's end.
            const auto point =
                std::find_if(curve.begin(), curve.end(),
                             [&](const CurvePoint& candidate) { return candidate.month == month; });
            row.push_back(point == curve.end() ? std::nullopt
                                               : std::optional(point->paid.decimal()));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// What the lines show, by the lines' own figures: who is cheapest at the end, and since when.
std::string finding(const RunResult& result, Language language) {
    struct End {
        std::string name;
        Money paid;
    };
    std::vector<End> ends;
    for (const AlternativeResult& alternative : result.alternatives)
        if (!alternative.cost.byMonth.empty())
            ends.push_back({alternative.name, paidCurve(result, alternative).back().paid});
    if (ends.empty())
        return {};
    std::stable_sort(ends.begin(), ends.end(),
                     [](const End& a, const End& b) { return a.paid < b.paid; });
    const End& best = ends.front();
    const auto horizon = result.scenario.horizonMonths;
    const std::string months = std::to_string(horizon);
    const std::string cost = roundedMoney(best.paid, language);
    if (ends.size() == 1)
        return text({"gui.finding.one", {best.name, cost, months}}, language);
    const End& next = ends[1];
    if (best.paid == next.paid)
        return text({"gui.finding.tie", {best.name, next.name, cost, months}}, language);
    // One crossing within the plan: from there on the one that is cheaper at the end was.
    for (const BreakEven* breakEven : crossingsInTime(result)) {
        const bool isPair = (breakEven->a == best.name && breakEven->b == next.name) ||
                            (breakEven->a == next.name && breakEven->b == best.name);
        if (isPair && breakEven->at.size() == 1 &&
            calendarMonths(result.scenario, breakEven->at.front()) < static_cast<double>(horizon))
            return text({"gui.finding.from",
                         {best.name, next.name, monthsText(breakEven->at.front()), months, cost}},
                        language);
    }
    return text(
        {"gui.finding.least",
         {best.name, months, cost, roundedMoney(next.paid - best.paid, language), next.name}},
        language);
}

std::string describe(const LineChart& chart, const RunResult& result, Language language) {
    std::string description = chart.title + ". " + chart.subtitle + ".";
    for (const AlternativeResult& alternative : result.alternatives) {
        const std::vector<CurvePoint> curve = paidCurve(result, alternative);
        if (!curve.empty())
            description +=
                " " + text({"gui.chart.describe.series",
                            {alternative.name, roundedMoney(curve.front().paid, language),
                             roundedMoney(curve.back().paid, language),
                             std::to_string(curve.back().month)}},
                           language);
    }
    for (const ChartMark& mark : chart.marks)
        description += " " + mark.label + ".";
    return description;
}

} // namespace

LineChart cumulativeCostChart(const RunResult& result, Language language) {
    LineChart chart;
    chart.title = finding(result, language);
    chart.subtitle = text("gui.chart.cost.subtitle", language);
    chart.x = {text("gui.chart.axis.months", language), ChartSteps::Months};
    chart.table = tableOf(result, language);
    if (result.alternatives.empty())
        return chart;

    double largest = 0;
    for (const AlternativeResult& alternative : result.alternatives)
        for (const CurvePoint& point : paidCurve(result, alternative))
            largest = std::max(largest, std::abs(point.paid.toDouble()));
    const AmountAxis axis = amountAxis(largest, result.alternatives.front().currency, language);
    chart.y = {axis.label, ChartSteps::Decimal};

    for (const AlternativeResult& alternative : result.alternatives) {
        ChartSeries series{alternative.name, alternative.name, {}};
        for (const CurvePoint& point : paidCurve(result, alternative))
            series.points.push_back(
                {static_cast<double>(point.month), point.paid.toDouble() / axis.unit});
        if (!series.points.empty())
            series.endLabel += " \xc2\xb7 " + grouped(fixedText(series.points.back().y, 2));
        chart.series.push_back(std::move(series));
    }
    addMarks(result, chart, language);
    chart.description = describe(chart, result, language);
    return chart;
}

} // namespace gpuplan::report
