#include <gpuplan/finance/break_even.hpp>
#include <gpuplan/metrics/crossing.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::metrics {

namespace {

constexpr double hoursPerYear = 8760;
constexpr double hoursPerWeek = 168;

/// The figures of MODELS 5.5, by the year.
struct Figures {
    finance::OwnAgainstCloud costs;
    double capacity = 0; ///< GPU-hours of `a` a year
    double used = 0;     ///< of it
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
std::optional<double> crossing(const Figures& figures, model::BreakEvenBy by) {
    if (by == model::BreakEvenBy::Price)
        return finance::breakEvenPrice(figures.costs, figures.used / figures.capacity,
                                       figures.capacity);
    if (by == model::BreakEvenBy::Utilization)
        return finance::breakEvenUtilization(figures.costs, figures.capacity);
    finance::OwnAgainstCloud ofOneGpu = figures.costs;
    ofOneGpu.fixedPerYear /= figures.capacity / hoursPerYear;
    return finance::breakEvenHoursPerWeek(ofOneGpu, hoursPerYear / hoursPerWeek);
}

/// What a GPU can do at most: all of its time.
double reach(model::BreakEvenBy by) {
    return by == model::BreakEvenBy::Utilization ? 1 : hoursPerWeek;
}

std::string_view crossesKey(model::BreakEvenBy by) {
    switch (by) {
    case model::BreakEvenBy::Price:
        return "metrics.break_even.price.crosses";
    case model::BreakEvenBy::HoursPerWeek:
        return "metrics.break_even.hours_per_week.crosses";
    default:
        return "metrics.break_even.utilization.crosses";
    }
}

std::string_view outOfReachKey(model::BreakEvenBy by) {
    return by == model::BreakEvenBy::HoursPerWeek ? "metrics.break_even.hours_per_week.out_of_reach"
                                                  : "metrics.break_even.utilization.out_of_reach";
}

std::string inUnit(double value, model::BreakEvenBy by) {
    if (by == model::BreakEvenBy::Utilization)
        return fixedText(value * 100, 1) + " %";
    return fixedText(value, by == model::BreakEvenBy::HoursPerWeek ? 1 : 4);
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
    std::string_view key = crossesKey(by);
    if (!value) {
        key = "metrics.break_even.no_gain";
    } else if (*value <= 0) {
        result.status = CrossingStatus::Always;
        key = "metrics.break_even.no_fixed_cost";
    } else if (by != model::BreakEvenBy::Price && *value > reach(by)) {
        key = outOfReachKey(by);
    } else {
        result.status = CrossingStatus::Crosses;
        result.at.push_back(*value);
    }
    const finance::OwnAgainstCloud& costs = known->costs;
    const std::string currency = " " + a.currency.code();
    result.explanation = text(Message{
        std::string(key),
        {a.name, b.name, shownMoney(costs.fixedPerYear, a.currency),
         fixedText(costs.ownPerHour, 4) + currency,
         fixedText(costs.cloudHoursPerHour * costs.cloudPerHour, 4) + currency,
         value ? inUnit(*value, by) : std::string(), fixedText(costs.cloudPerHour, 4) + currency,
         fixedText(100 * known->used / known->capacity, 1) + " %", a.currency.code()}});
    return result;
}

} // namespace gpuplan::metrics
