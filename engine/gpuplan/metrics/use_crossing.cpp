#include <gpuplan/finance/break_even.hpp>
#include <gpuplan/metrics/crossing.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::metrics {

namespace {

using model::BreakEvenBy;

constexpr double hoursPerYear = 8760;
constexpr double hoursPerWeek = 168;

/// The figures of MODELS 5.5, by the year.
struct Figures {
    finance::OwnAgainstCloud costs;
    double capacity = 0; ///< GPU-hours of `a` a year
    double used = 0;     ///< of it
    double beside = 0;   ///< what `b` costs a year beside its machines; taken off the fixed cost
};

/// Nothing where no job ran: there is no cost of a used hour then.
std::optional<Figures> figures(const model::Scenario& scenario, const AlternativeResult& a,
                               const AlternativeResult& b) {
    const double years = static_cast<double>(scenario.horizonMonths) / 12;
    const double usedA = a.gpuHours.allocated.inHours();
    const double usedB = b.gpuHours.allocated.inHours();
    if (!(usedA > 0) || !(usedB > 0) || !a.economics.fixedPerYear || !b.equivalentAnnualCost)
        return std::nullopt;
    const double otherB = *b.equivalentAnnualCost - b.economics.cloudCost.toDouble() / years;
    Figures result;
    // Sums of the same lines may differ in their last bits.
    result.beside = std::abs(otherB) < 0.005 ? 0 : otherB;
    result.costs.fixedPerYear = *a.economics.fixedPerYear - otherB;
    result.costs.ownPerHour = a.economics.useCost.toDouble() / usedA;
    result.costs.cloudPerHour = b.economics.cloudCost.toDouble() / usedB;
    result.costs.cloudHoursPerHour = a.economics.speed / b.economics.speed;
    const double gpus = a.gpuHours.capacity.inHours() / inHours(scenario.horizon());
    result.capacity = gpus * hoursPerYear;
    result.used = result.capacity * usedA / a.gpuHours.capacity.inHours();
    return result;
}

/// The crossing in the question's own unit; nothing if no use repays `a`.
std::optional<double> crossing(const Figures& figures, BreakEvenBy by) {
    if (by == BreakEvenBy::Price)
        return finance::breakEvenPrice(figures.costs, figures.used / figures.capacity,
                                       figures.capacity);
    if (by == BreakEvenBy::Utilization)
        return finance::breakEvenUtilization(figures.costs, figures.capacity);
    finance::OwnAgainstCloud ofOneGpu = figures.costs;
    ofOneGpu.fixedPerYear /= figures.capacity / hoursPerYear;
    return finance::breakEvenHoursPerWeek(ofOneGpu, hoursPerYear / hoursPerWeek);
}

/// What a GPU can do at most: all of its time.
double reach(BreakEvenBy by) {
    return by == BreakEvenBy::Utilization ? 1 : hoursPerWeek;
}

std::string inUnit(double value, BreakEvenBy by) {
    if (by == BreakEvenBy::Utilization)
        return fixedText(value * 100, 1) + " %";
    return fixedText(value, 1);
}

std::string perHour(double amount, Currency currency) {
    return fixedText(amount, 4) + " " + currency.code();
}

/// The fixed cost with what is in it: capital at its rate, less what the other side pays besides.
std::string fixedCost(const Figures& figures, const model::Scenario& scenario,
                      const AlternativeResult& a, const std::string& b) {
    const std::string amount = shownMoney(figures.costs.fixedPerYear, a.currency);
    const Decimal& rate = scenario.discountRate.value;
    std::string why;
    if (!a.economics.capital.isZero() && rate != Decimal{})
        why = text(
            Message{"metrics.break_even.capital", {(rate * Decimal::integer(100)).text() + " %"}});
    if (figures.beside != 0)
        why +=
            (why.empty() ? "" : ", ") +
            text(Message{"metrics.break_even.beside", {shownMoney(figures.beside, a.currency), b}});
    if (why.empty())
        return text(Message{"metrics.break_even.fixed", {amount}});
    return text(Message{"metrics.break_even.fixed_why", {amount, why}});
}

Message sentence(const Figures& figures, BreakEvenBy by, CrossingStatus status,
                 const std::optional<double>& value, const model::Scenario& scenario,
                 const AlternativeResult& ownSide, const std::string& b) {
    const std::string& a = ownSide.name;
    const Currency currency = ownSide.currency;
    const finance::OwnAgainstCloud& costs = figures.costs;
    const std::string fixed = fixedCost(figures, scenario, ownSide, b);
    const std::string own = perHour(costs.ownPerHour, currency);
    const std::string other = perHour(costs.cloudHoursPerHour * costs.cloudPerHour, currency);
    const std::string used = inUnit(figures.used / figures.capacity, BreakEvenBy::Utilization);
    if (!value)
        return {"metrics.break_even.no_gain", {a, b, own, other}};
    const std::string at = inUnit(*value, by);
    if (status == CrossingStatus::Always)
        return {"metrics.break_even.no_fixed_cost",
                {a, b, shownMoney(costs.fixedPerYear, currency), own, other}};
    const bool crosses = status == CrossingStatus::Crosses;
    if (by == BreakEvenBy::Price)
        return {"metrics.break_even.price.crosses",
                {a, b, fixed, own, perHour(*value, currency), perHour(costs.cloudPerHour, currency),
                 used}};
    if (by == BreakEvenBy::HoursPerWeek)
        return {crosses ? "metrics.break_even.hours_per_week.crosses"
                        : "metrics.break_even.hours_per_week.out_of_reach",
                {a, b, fixed, own, other, at}};
    if (crosses)
        return {"metrics.break_even.utilization.crosses", {a, b, fixed, own, other, at, used}};
    return {"metrics.break_even.utilization.out_of_reach", {a, b, fixed, own, other, at}};
}

} // namespace

BreakEven crossingInUse(const model::Scenario& scenario, const AlternativeResult& a,
                        const AlternativeResult& b, model::BreakEvenBy by) {
    BreakEven result{a.name, b.name, by, CrossingStatus::Never, {}, {}};
    const std::optional<Figures> known = figures(scenario, a, b);
    if (!known) {
        result.explanation = text(Message{"metrics.break_even.unused", {a.name, b.name}});
        return result;
    }
    const std::optional<double> value = crossing(*known, by);
    if (value && *value <= 0) {
        result.status = CrossingStatus::Always;
    } else if (value && (by == BreakEvenBy::Price || *value <= reach(by))) {
        result.status = CrossingStatus::Crosses;
        result.at.push_back(*value);
    }
    result.explanation = text(sentence(*known, by, result.status, value, scenario, a, b.name));
    return result;
}

} // namespace gpuplan::metrics
