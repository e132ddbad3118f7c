#pragma once
/// One answer each: where alternative `a` and alternative `b` change places. Internal to `metrics`.

#include <gpuplan/metrics/result.hpp>

#include <string>

namespace gpuplan::metrics {

/// The first month T at which what `a` has paid, its hardware counted at its residual value, is no
/// more than what `b` has paid. Residual, not book value: at book value hardware is worth its price
/// on the first day, and every comparison would cross there or nowhere. Behind the plan's end both
/// are carried on at their mean running cost (effective less depreciation), and the sentence says
/// so. Months are the calendar's, or of 720 or 730 h by the scenario's rule.
BreakEven crossingInMonths(const model::Scenario& scenario, const AlternativeResult& a,
                           const AlternativeResult& b);

/// The same instant in hours that jobs held each GPU of `a`.
BreakEven crossingInHours(const model::Scenario& scenario, const AlternativeResult& a,
                          const AlternativeResult& b);

/// By utilization, hours a week, or price: MODELS 5.5 with the run's own figures. A is what `a`
/// costs a year whatever it does, less the same of `b` without its rented machines; v and p are the
/// costs of a used GPU-hour, k the ratio of the speeds.
BreakEven crossingInUse(const model::Scenario& scenario, const AlternativeResult& a,
                        const AlternativeResult& b, model::BreakEvenBy by);

/// For a sentence: whole units with grouped digits from 1,000 on, two places below; 0 plain.
std::string shownMoney(double amount, Currency currency);
inline std::string shownMoney(const Money& amount) {
    return shownMoney(amount.toDouble(), amount.currency());
}

} // namespace gpuplan::metrics
