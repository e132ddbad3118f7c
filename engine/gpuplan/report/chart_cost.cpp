#include <gpuplan/report/chart_cost.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::BreakEven;
using metrics::RunResult;

/// A power of ten with its word, as a person says it.
struct Magnitude {
    double size;
    int power;
    std::string_view amountKey; ///< of an amount, as `{0} million {1}`
    std::string_view axisKey;   ///< of an axis, as `{0} million`
};
constexpr std::array magnitudes{
    Magnitude{1e9, 9, "gui.chart.amount.billion", "gui.chart.axis.billion"},
    Magnitude{1e6, 6, "gui.chart.amount.million", "gui.chart.axis.million"},
    Magnitude{1e4, 3, "gui.chart.amount.plain", "gui.chart.axis.thousand"},
    Magnitude{0, 0, "gui.chart.amount.plain", "gui.chart.axis.plain"},
};

const Magnitude& magnitudeOf(double amount) {
    return *std::find_if(magnitudes.begin(), magnitudes.end(), [&](const Magnitude& magnitude) {
        return std::abs(amount) >= magnitude.size;
    });
}

std::string monthsText(double months) {
    return fixedText(months, 1);
}

Money netPaid(const metrics::MonthCost& month) {
    return month.billedSoFar - month.resale;
}

/// Crossings by months, those of the cheapest alternative first.
std::vector<const BreakEven*> crossings(const RunResult& result) {
    const std::string& cheapest = result.alternatives[result.cheapest()].name;
    std::vector<const BreakEven*> found;
    for (const BreakEven& breakEven : result.breakEven)
        if (breakEven.by == model::BreakEvenBy::Months && !breakEven.at.empty() &&
            (breakEven.status == metrics::CrossingStatus::Crosses ||
             breakEven.status == metrics::CrossingStatus::Several))
            found.push_back(&breakEven);
    std::stable_partition(found.begin(), found.end(), [&](const BreakEven* breakEven) {
        return breakEven->a == cheapest || breakEven->b == cheapest;
    });
    return found;
}

const ChartSeries* find(const LineChart& chart, const std::string& name) {
    const auto found = std::find_if(chart.series.begin(), chart.series.end(),
                                    [&](const ChartSeries& series) { return series.name == name; });
    return found == chart.series.end() ? nullptr : &*found;
}

/// Height of a line at x; nothing outside of it.
std::optional<double> heightAt(const ChartSeries& series, double x) {
    for (std::size_t i = 1; i < series.points.size(); ++i) {
        const Point from = series.points[i - 1];
        const Point to = series.points[i];
        if (x >= from.x && x <= to.x)
            return from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x);
    }
    return {};
}

void addMarks(const RunResult& result, LineChart& chart, Language language) {
    constexpr std::size_t most = 4;
    const std::vector<const BreakEven*> found = crossings(result);
    for (const BreakEven* breakEven : found) {
        const ChartSeries* const series = find(chart, breakEven->a);
        if (series == nullptr)
            continue;
        for (const double months : breakEven->at) {
            const std::optional<double> height = heightAt(*series, months);
            if (!height || chart.marks.size() == most)
                continue;
            const bool one = found.size() == 1;
            chart.marks.push_back(
                {{months, *height},
                 one ? text({"gui.chart.mark.one", {monthsText(months)}}, language)
                     : text({"gui.chart.mark.pair",
                             {breakEven->a, breakEven->b, monthsText(months)}},
                            language)});
        }
    }
}

ChartTable tableOf(const RunResult& result, Language language) {
    ChartTable table;
    table.columns.push_back(text("gui.chart.table.month", language));
    std::size_t months = 0;
    for (const AlternativeResult& alternative : result.alternatives) {
        table.columns.push_back(text(
            {"gui.chart.table.cost", {alternative.name, alternative.currency.code()}}, language));
        months = std::max(months, alternative.cost.byMonth.size());
    }
    for (std::size_t month = 0; month < months; ++month) {
        std::vector<std::optional<Decimal>> row;
        row.emplace_back(Decimal::integer(static_cast<std::int64_t>(month) + 1));
        for (const AlternativeResult& alternative : result.alternatives)
            row.push_back(month < alternative.cost.byMonth.size()
                              ? std::optional(netPaid(alternative.cost.byMonth[month]).decimal())
                              : std::nullopt);
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Three significant digits and a word: `9.31 million USD`, `842,000 USD`, `12.50 USD`.
std::string roundedMoney(const Money& amount, Language language) {
    const double value = amount.toDouble();
    const Magnitude& magnitude = magnitudeOf(value);
    std::string digits;
    if (magnitude.power >= 6) {
        const double scaled = value / magnitude.size;
        digits = fixedText(scaled, std::abs(scaled) < 10 ? 2 : std::abs(scaled) < 100 ? 1 : 0);
    } else if (std::abs(value) >= 1000) {
        const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
        digits = fixedText(std::round(value / unit) * unit, 0);
    } else {
        digits = fixedText(value, 2);
    }
    return text({std::string(magnitude.amountKey), {grouped(digits), amount.currency().code()}},
                language);
}

/// Which alternative is cheapest and by how much: one sentence.
std::string finding(const RunResult& result, Language language) {
    if (result.alternatives.empty())
        return {};
    const std::size_t best = result.cheapest();
    const AlternativeResult& cheapest = result.alternatives[best];
    const std::string months = std::to_string(result.scenario.horizonMonths);
    const AlternativeResult* next = nullptr;
    for (std::size_t i = 0; i < result.alternatives.size(); ++i)
        if (i != best && (next == nullptr || result.alternatives[i].cost.total < next->cost.total))
            next = &result.alternatives[i];
    if (next == nullptr)
        return text({"gui.finding.one",
                     {cheapest.name, roundedMoney(cheapest.cost.total, language), months}},
                    language);
    if (next->cost.total == cheapest.cost.total)
        return text(
            {"gui.finding.tie",
             {cheapest.name, next->name, roundedMoney(cheapest.cost.total, language), months}},
            language);
    return text({"gui.finding.cheapest",
                 {cheapest.name, months, roundedMoney(cheapest.cost.total, language),
                  roundedMoney(next->cost.total - cheapest.cost.total, language), next->name}},
                language);
}

std::string describe(const LineChart& chart, const RunResult& result, Language language) {
    std::string description = chart.title + ". " + chart.subtitle + ".";
    for (const AlternativeResult& alternative : result.alternatives)
        if (!alternative.cost.byMonth.empty())
            description +=
                " " + text({"gui.chart.describe.series",
                            {alternative.name,
                             roundedMoney(netPaid(alternative.cost.byMonth.front()), language),
                             roundedMoney(netPaid(alternative.cost.byMonth.back()), language),
                             std::to_string(alternative.cost.byMonth.size())}},
                           language);
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
        for (const metrics::MonthCost& month : alternative.cost.byMonth)
            largest = std::max(largest, std::abs(netPaid(month).toDouble()));
    const Magnitude& magnitude = magnitudeOf(largest);
    const double unit = std::pow(10.0, magnitude.power);
    chart.y = {text({std::string(magnitude.axisKey), {result.alternatives.front().currency.code()}},
                    language),
               ChartSteps::Decimal};

    for (const AlternativeResult& alternative : result.alternatives) {
        ChartSeries series{alternative.name, alternative.name, {}};
        double month = 0;
        for (const metrics::MonthCost& cost : alternative.cost.byMonth)
            series.points.push_back({++month, netPaid(cost).toDouble() / unit});
        if (!series.points.empty())
            series.endLabel += "  " + grouped(fixedText(series.points.back().y, 2));
        chart.series.push_back(std::move(series));
    }
    addMarks(result, chart, language);
    chart.description = describe(chart, result, language);
    return chart;
}

} // namespace gpuplan::report
