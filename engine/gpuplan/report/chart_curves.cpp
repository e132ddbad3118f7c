#include <gpuplan/metrics/cost_view.hpp>
#include <gpuplan/report/chart_curves.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace gpuplan::report {

namespace {

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

} // namespace

std::vector<CurvePoint> paidCurve(const metrics::RunResult& result,
                                  const metrics::AlternativeResult& alternative) {
    const std::vector<metrics::MonthCost>& months = alternative.cost.byMonth;
    if (months.empty())
        return {};
    std::vector<Money> atStart(months.size(), Money(0, alternative.currency));
    if (alternative.journal)
        atStart = metrics::paidAtMonthStart(result.scenario, *alternative.journal);
    std::vector<CurvePoint> points{{0, atStart.front() - months.front().resale}};
    for (std::size_t month = 1; month <= months.size(); ++month) {
        const Money before = months[month - 1].billedSoFar - months[month - 1].resale;
        points.push_back({month, before});
        if (month < months.size() && !atStart[month].isZero())
            points.push_back({month, before + atStart[month]});
    }
    return points;
}

std::vector<const metrics::BreakEven*> crossingsInTime(const metrics::RunResult& result) {
    const std::string& cheapest = result.alternatives[result.cheapest()].name;
    std::vector<const metrics::BreakEven*> found;
    for (const metrics::BreakEven& breakEven : result.breakEven)
        if (breakEven.by == model::BreakEvenBy::Months && !breakEven.at.empty() &&
            (breakEven.status == metrics::CrossingStatus::Crosses ||
             breakEven.status == metrics::CrossingStatus::Several))
            found.push_back(&breakEven);
    std::stable_partition(found.begin(), found.end(), [&](const metrics::BreakEven* breakEven) {
        return breakEven->a == cheapest || breakEven->b == cheapest;
    });
    return found;
}

double calendarMonths(const model::Scenario& scenario, double months) {
    if (scenario.month == model::MonthRule::Calendar)
        return months;
    const double elapsed = months * (scenario.month == model::MonthRule::Hours720 ? 720 : 730);
    for (int whole = 0; whole < scenario.horizonMonths; ++whole) {
        const double from = inHours(addMonths(scenario.start, whole) - scenario.start);
        const double to = inHours(addMonths(scenario.start, whole + 1) - scenario.start);
        if (elapsed <= to)
            return whole + (elapsed - from) / (to - from);
    }
    return months;
}

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

AmountAxis amountAxis(double largest, Currency currency, Language language) {
    const Magnitude& magnitude = magnitudeOf(largest);
    return {std::pow(10.0, magnitude.power),
            text({std::string(magnitude.axisKey), {currency.code()}}, language)};
}

} // namespace gpuplan::report
