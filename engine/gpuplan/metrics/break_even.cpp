#include <gpuplan/finance/present_value.hpp>
#include <gpuplan/metrics/break_even.hpp>
#include <gpuplan/metrics/crossing.hpp>
#include <gpuplan/metrics/economics.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::metrics {

namespace {

const AlternativeResult* find(const std::vector<AlternativeResult>& alternatives,
                              std::string_view name) {
    const auto found = std::find_if(alternatives.begin(), alternatives.end(),
                                    [&](const AlternativeResult& a) { return a.name == name; });
    return found == alternatives.end() ? nullptr : &*found;
}

BreakEven answer(const model::Scenario& scenario, const AlternativeResult& a,
                 const AlternativeResult& b, model::BreakEvenBy by) {
    switch (by) {
    case model::BreakEvenBy::Months:
        return crossingInMonths(scenario, a, b);
    case model::BreakEvenBy::Hours:
        return crossingInHours(scenario, a, b);
    case model::BreakEvenBy::Utilization:
    case model::BreakEvenBy::HoursPerWeek:
    case model::BreakEvenBy::Price:
        break;
    }
    return crossingInUse(scenario, a, b, by);
}

/// The dearer start first: its curve is the one that has something to make up for.
bool startsDearer(const model::Scenario& scenario, const AlternativeResult& a,
                  const AlternativeResult& b) {
    return billedFlows(scenario, a).front() > billedFlows(scenario, b).front();
}

/// The cheapest alternative that buys nothing; null if all do.
const AlternativeResult* cheapestWithoutCapital(const std::vector<AlternativeResult>& list) {
    const AlternativeResult* best = nullptr;
    for (const AlternativeResult& each : list)
        if (each.economics.capital.isZero() &&
            (best == nullptr || each.cost.total < best->cost.total))
            best = &each;
    return best;
}

/// What buying saves against `other`, month by month; the first flow is the money put in.
void fillReturns(const model::Scenario& scenario, AlternativeResult& owned,
                 const AlternativeResult& other) {
    std::vector<double> flows = billedFlows(scenario, other);
    const std::vector<double> own = billedFlows(scenario, owned);
    for (std::size_t i = 0; i < flows.size(); ++i)
        flows[i] -= own[i];
    owned.paybackSimple = finance::paybackPeriods(flows);
    owned.paybackDiscounted = finance::discountedPaybackPeriods(
        flows, finance::periodRate(scenario.discountRate.value.toDouble(), 12));
    flows.back() += owned.cost.byMonth.back().bookValue.toDouble();
    const std::vector<double> rates = finance::internalRates(flows);
    if (rates.size() == 1)
        owned.irr = finance::periodRate(rates.front(), 1.0 / 12);
}

} // namespace

std::string shownMoney(double amount, Currency currency) {
    const bool hasCents = amount != 0 && std::abs(amount) < 1000;
    return grouped(fixedText(amount, hasCents ? 2 : 0)) + " " + currency.code();
}

std::vector<BreakEven> breakEven(const model::Scenario& scenario,
                                 const std::vector<AlternativeResult>& alternatives) {
    std::vector<BreakEven> answers;
    for (std::size_t i = 0; i < alternatives.size(); ++i)
        for (std::size_t j = i + 1; j < alternatives.size(); ++j) {
            const bool swapped = startsDearer(scenario, alternatives[j], alternatives[i]);
            answers.push_back(crossingInMonths(scenario, alternatives[swapped ? j : i],
                                               alternatives[swapped ? i : j]));
        }
    for (const model::BreakEvenQuestion& question : scenario.breakEven) {
        const AlternativeResult* const a = find(alternatives, question.a);
        const AlternativeResult* const b = find(alternatives, question.b);
        GPUPLAN_EXPECTS(a != nullptr && b != nullptr, "a question names two alternatives");
        const bool isKnown =
            std::any_of(answers.begin(), answers.end(), [&](const BreakEven& known) {
                return known.a == question.a && known.b == question.b && known.by == question.by;
            });
        if (!isKnown)
            answers.push_back(answer(scenario, *a, *b, question.by));
    }
    return answers;
}

void compareAlternatives(RunResult& run) {
    if (const AlternativeResult* const other = cheapestWithoutCapital(run.alternatives))
        for (AlternativeResult& each : run.alternatives)
            if (!each.economics.capital.isZero() && !each.cost.byMonth.empty())
                fillReturns(run.scenario, each, *other);
    run.breakEven = breakEven(run.scenario, run.alternatives);
}

} // namespace gpuplan::metrics
