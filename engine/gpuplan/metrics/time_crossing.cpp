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

/// The ways a comparison in time can come out, each with its own sentence.
enum class Story { Crosses, Until, BeyondPlan, AfterLife, Several, Always, Never, Dearer };

/// Where the curves cross, in calendar months of the plan.
struct TimeCrossing {
    Story story = Story::Never;
    std::vector<double> at;
};

CrossingStatus statusOf(Story story) {
    switch (story) {
    case Story::Crosses:
    case Story::Until:
    case Story::BeyondPlan:
        return CrossingStatus::Crosses;
    case Story::AfterLife:
        return CrossingStatus::AfterLife;
    case Story::Several:
        return CrossingStatus::Several;
    case Story::Always:
        return CrossingStatus::Always;
    case Story::Never:
    case Story::Dearer:
        break;
    }
    return CrossingStatus::Never;
}

TimeCrossing beyondPlan(const Curve& curveA, const Curve& curveB, const AlternativeResult& a,
                        const AlternativeResult& b) {
    const TimeCrossing never{curveA.start > curveB.start ? Story::Never : Story::Dearer, {}};
    if (!a.economics.lifeMonths)
        return never;
    const double gap = (curveA.paid.back() - curveB.paid.back()).toDouble();
    const double gain = runningPerMonth(b) - runningPerMonth(a);
    const double at = curveA.at.back() + gap / gain;
    if (!(gain > 0) || at > longestMonths)
        return never;
    const bool isTooLate = at > static_cast<double>(*a.economics.lifeMonths);
    return {isTooLate ? Story::AfterLife : Story::BeyondPlan, {at}};
}

TimeCrossing timeCrossing(const Curve& curveA, const Curve& curveB, const AlternativeResult& a,
                          const AlternativeResult& b) {
    const finance::Crossings found = finance::crossings(curveA.at, curveA.paid, curveB.paid);
    switch (found.relation) {
    case finance::CurveRelation::Never:
        return beyondPlan(curveA, curveB, a, b);
    case finance::CurveRelation::Always:
        return {Story::Always, {}};
    case finance::CurveRelation::Several:
        return {Story::Several, found.at};
    case finance::CurveRelation::Crosses:
        break;
    }
    if (!found.startsDearer)
        return {Story::Until, found.at};
    const bool isTooLate =
        a.economics.lifeMonths && found.at.front() > static_cast<double>(*a.economics.lifeMonths);
    return {isTooLate ? Story::AfterLife : Story::Crosses, found.at};
}

std::string listed(const std::vector<double>& values) {
    std::string list;
    for (const double value : values)
        list += (list.empty() ? "" : ", ") + fixedText(value, 1);
    return list;
}

/// The figures as a reader sees them.
Message sentence(const model::Scenario& scenario, Story story, const std::string& months,
                 const AlternativeResult& a, const AlternativeResult& b, const Curve& curveA,
                 const Curve& curveB) {
    const std::string startA = shownMoney(curveA.start);
    const std::string startB = shownMoney(curveB.start);
    const std::string endA = shownMoney(curveA.end);
    const std::string endB = shownMoney(curveB.end);
    const std::string residual = shownMoney(a.economics.residual);
    const bool isOwned = !a.economics.capital.isZero();
    switch (story) {
    case Story::Crosses:
        if (isOwned)
            return {"metrics.break_even.months.crosses_owned",
                    {a.name, b.name, startA, startB, months, residual}};
        return {"metrics.break_even.months.crosses", {a.name, b.name, startA, startB, months}};
    case Story::Until:
        return {"metrics.break_even.months.until", {a.name, b.name, months, endA, endB}};
    case Story::BeyondPlan:
        return {"metrics.break_even.months.beyond_plan",
                {a.name, b.name, startA, startB, months, residual,
                 std::to_string(scenario.horizonMonths)}};
    case Story::AfterLife:
        return {"metrics.break_even.months.after_life",
                {a.name, b.name, startA, startB, months,
                 std::to_string(a.economics.lifeMonths.value_or(0))}};
    case Story::Several:
        return {"metrics.break_even.months.several", {a.name, b.name, months, endA, endB}};
    case Story::Always:
        if (isOwned)
            return {"metrics.break_even.months.always_owned",
                    {a.name, b.name, endA, endB, residual}};
        return {"metrics.break_even.months.always", {a.name, b.name, endA, endB}};
    case Story::Never:
        return {"metrics.break_even.months.never", {a.name, b.name, startA, startB, endA, endB}};
    case Story::Dearer:
        break;
    }
    return {"metrics.break_even.months.dearer", {a.name, b.name, endA, endB}};
}

BreakEven inTime(const model::Scenario& scenario, const AlternativeResult& a,
                 const AlternativeResult& b, model::BreakEvenBy by) {
    const Curve curveA = paidCurve(scenario, a);
    const Curve curveB = paidCurve(scenario, b);
    const TimeCrossing crossing = timeCrossing(curveA, curveB, a, b);
    BreakEven result{a.name, b.name, by, statusOf(crossing.story), {}, {}};
    std::vector<double> months;
    for (const double at : crossing.at) {
        months.push_back(shownMonths(scenario, at));
        // The fleet's mean use of a GPU stands for all hours up to the crossing.
        result.at.push_back(by == model::BreakEvenBy::Months
                                ? months.back()
                                : elapsedHours(scenario, at) * a.allocatedShare.value_or(0));
    }
    result.explanation =
        text(sentence(scenario, crossing.story, listed(months), a, b, curveA, curveB));
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
