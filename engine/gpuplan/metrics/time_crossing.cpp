#include <gpuplan/finance/break_even.hpp>
#include <gpuplan/metrics/cost_view.hpp>
#include <gpuplan/metrics/crossing.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::metrics {

namespace {

constexpr double longestMonths = 12000; // what needs a thousand years never happens

/// Running cost against months of the plan. Payments at a month's beginning are jumps: two points
/// at one position.
struct Curve {
    std::vector<double> at;
    std::vector<Money> paid; ///< less the residual value of the hardware
    Money start;             ///< paid at once
    Money end;               ///< paid by the plan's end
};

Curve paidCurve(const model::Scenario& scenario, const AlternativeResult& result) {
    const std::vector<Money> atStart = paidAtMonthStart(scenario, *result.journal);
    const Money zero(0, result.currency);
    Curve curve{{}, {}, atStart.empty() ? zero : atStart.front(), zero};
    Money sum = zero;
    const auto point = [&](std::size_t month) {
        curve.at.push_back(static_cast<double>(month));
        curve.paid.push_back(sum);
    };
    for (std::size_t i = 0; i < atStart.size(); ++i) {
        point(i);
        sum += atStart[i];
        if (i == 0)
            sum -= result.economics.residual;
        point(i);
        sum += result.cost.byMonth[i].billed - atStart[i];
    }
    point(atStart.size());
    curve.end = sum + result.economics.residual;
    return curve;
}

/// Mean cost of a month without the purchase: effective less depreciation.
double runningPerMonth(const AlternativeResult& result) {
    Money running = result.cost.total;
    const auto written = result.cost.byAccount.find(std::string(ledger::accounts::depreciation));
    if (written != result.cost.byAccount.end())
        running -= written->second;
    return running.toDouble() / static_cast<double>(result.cost.byMonth.size());
}

/// Months and hours from the plan's start to a position on a curve.
double elapsedHours(const model::Scenario& scenario, double months) {
    const double whole = std::floor(months);
    const Instant from = addMonths(scenario.start, static_cast<int>(whole));
    const Instant to = addMonths(scenario.start, static_cast<int>(whole) + 1);
    return inHours(from - scenario.start) + (months - whole) * inHours(to - from);
}

double shownMonths(const model::Scenario& scenario, double months) {
    switch (scenario.month) {
    case model::MonthRule::Calendar:
        return months;
    case model::MonthRule::Hours720:
        return elapsedHours(scenario, months) / 720;
    case model::MonthRule::Hours730:
        return elapsedHours(scenario, months) / 730;
    }
    return months;
}

/// Where the curves cross, in calendar months of the plan, and in what words.
struct TimeCrossing {
    CrossingStatus status = CrossingStatus::Never;
    std::vector<double> at;
    std::string_view key;
};

TimeCrossing beyondPlan(const Curve& curveA, const Curve& curveB, const AlternativeResult& a,
                        const AlternativeResult& b) {
    const TimeCrossing never{CrossingStatus::Never,
                             {},
                             curveA.start > curveB.start ? "metrics.break_even.months.never"
                                                         : "metrics.break_even.months.dearer"};
    if (!a.economics.lifeMonths)
        return never;
    const double gap = (curveA.paid.back() - curveB.paid.back()).toDouble();
    const double gain = runningPerMonth(b) - runningPerMonth(a);
    const double at = curveA.at.back() + gap / gain;
    if (!(gain > 0) || at > longestMonths)
        return never;
    if (at > static_cast<double>(*a.economics.lifeMonths))
        return {CrossingStatus::AfterLife, {at}, "metrics.break_even.months.after_life"};
    return {CrossingStatus::Crosses, {at}, "metrics.break_even.months.beyond_plan"};
}

TimeCrossing timeCrossing(const Curve& curveA, const Curve& curveB, const AlternativeResult& a,
                          const AlternativeResult& b) {
    const bool isOwned = !a.economics.capital.isZero();
    const finance::Crossings found = finance::crossings(curveA.at, curveA.paid, curveB.paid);
    switch (found.relation) {
    case finance::CurveRelation::Never:
        return beyondPlan(curveA, curveB, a, b);
    case finance::CurveRelation::Always:
        return {CrossingStatus::Always,
                {},
                isOwned ? "metrics.break_even.months.always_owned"
                        : "metrics.break_even.months.always"};
    case finance::CurveRelation::Several:
        return {CrossingStatus::Several, found.at, "metrics.break_even.months.several"};
    case finance::CurveRelation::Crosses:
        break;
    }
    if (!found.startsDearer)
        return {CrossingStatus::Crosses, found.at, "metrics.break_even.months.until"};
    if (a.economics.lifeMonths && found.at.front() > static_cast<double>(*a.economics.lifeMonths))
        return {CrossingStatus::AfterLife, found.at, "metrics.break_even.months.after_life"};
    return {CrossingStatus::Crosses, found.at,
            isOwned ? "metrics.break_even.months.crosses_owned"
                    : "metrics.break_even.months.crosses"};
}

std::string listed(const std::vector<double>& values) {
    std::string list;
    for (const double value : values)
        list += (list.empty() ? "" : ", ") + fixedText(value, 1);
    return list;
}

BreakEven inTime(const model::Scenario& scenario, const AlternativeResult& a,
                 const AlternativeResult& b, model::BreakEvenBy by) {
    BreakEven result{a.name, b.name, by, CrossingStatus::Never, {}, {}};
    const Curve curveA = paidCurve(scenario, a);
    const Curve curveB = paidCurve(scenario, b);
    const TimeCrossing crossing = timeCrossing(curveA, curveB, a, b);
    result.status = crossing.status;
    std::vector<double> months;
    for (const double at : crossing.at) {
        months.push_back(shownMonths(scenario, at));
        // The fleet's mean use of a GPU stands for all hours up to the crossing.
        result.at.push_back(by == model::BreakEvenBy::Months
                                ? months.back()
                                : elapsedHours(scenario, at) * a.allocatedShare.value_or(0));
    }
    const std::string life = std::to_string(a.economics.lifeMonths.value_or(0));
    result.explanation = text(
        Message{std::string(crossing.key),
                {a.name, b.name, shownMoney(curveA.start), shownMoney(curveB.start), listed(months),
                 shownMoney(curveA.end), shownMoney(curveB.end), shownMoney(a.economics.residual),
                 std::to_string(scenario.horizonMonths), life}});
    return result;
}

} // namespace

BreakEven crossingInMonths(const model::Scenario& scenario, const AlternativeResult& a,
                           const AlternativeResult& b) {
    return inTime(scenario, a, b, model::BreakEvenBy::Months);
}

BreakEven crossingInHours(const model::Scenario& scenario, const AlternativeResult& a,
                          const AlternativeResult& b) {
    return inTime(scenario, a, b, model::BreakEvenBy::Hours);
}

} // namespace gpuplan::metrics
