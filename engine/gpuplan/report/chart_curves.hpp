#pragma once
/// The curves of what was paid, and where they cross. Internal to the charts.

#include <gpuplan/metrics/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gpuplan::report {

struct CurvePoint {
    std::size_t month = 0; ///< months from the plan's start
    Money paid;            ///< the hardware counted at what it is taken to fetch
};

/// Payments at a month's beginning are jumps: two points at one position. The first point stands
/// behind the payments of the plan's first instant. Empty for a plan without months.
std::vector<CurvePoint> paidCurve(const metrics::RunResult& result,
                                  const metrics::AlternativeResult& alternative);

/// Break-evens by months with a place, those of the cheapest alternative first.
std::vector<const metrics::BreakEven*> crossingsInTime(const metrics::RunResult& result);

/// Months of the calendar for months of the scenario's rule, which break-evens are counted in.
double calendarMonths(const model::Scenario& scenario, double months);

/// Three significant digits and a word: `9.31 million USD`, `842,000 USD`, `12.50 USD`.
std::string roundedMoney(const Money& amount, Language language);

/// How the figures of an axis are written: `USD million` for amounts up to this one.
struct AmountAxis {
    double unit = 1; ///< amounts are divided by it
    std::string label;
};
AmountAxis amountAxis(double largest, Currency currency, Language language);

} // namespace gpuplan::report
