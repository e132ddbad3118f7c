#pragma once
/// Where owning starts to pay: by utilization, hours a week, price and time.
/// docs/method.md#break-even

#include <gpuplan/units/money.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <optional>
#include <span>
#include <vector>

namespace gpuplan::finance {

/// What owning costs whether used or not, and what each hour adds on either side.
struct OwnAgainstCloud {
    double fixedPerYear = 0;      ///< A: equivalent annual cost without the use-dependent part
    double ownPerHour = 0;        ///< v: energy and wear of one used GPU-hour
    double cloudPerHour = 0;      ///< p: cloud price of one GPU-hour
    double cloudHoursPerHour = 1; ///< k: cloud hours for the work of one own hour, > 0
};

/// Share of the capacity of Q GPU-hours a year from which on owning is cheaper: A/(Q (k p - v)).
/// Nothing if k p <= v: then no use repays it. A value above 1 is out of the machine's reach.
std::optional<double> breakEvenUtilization(const OwnAgainstCloud& costs, double hoursPerYear);
/// Hours a week from which on one machine is cheaper owned: A/weeks/(k p - v).
std::optional<double> breakEvenHoursPerWeek(const OwnAgainstCloud& costs, double weeksPerYear);
/// Cloud price per GPU-hour at which both cost the same: (A/(u Q) + v)/k. u, Q > 0; `cloudPerHour`
/// is not read.
double breakEvenPrice(const OwnAgainstCloud& costs, double utilization, double hoursPerYear);

/// Hours of use until capital is repaid by the cheaper hour, undiscounted:
/// capital/(cloud - own). Nothing if an own hour is not cheaper.
std::optional<double> breakEvenHours(double capital, double ownPerHour, double cloudPerHour);
/// The same from exact amounts of one currency.
std::optional<double> breakEvenHours(const Money& capital, const HourlyPrice& own,
                                     const HourlyPrice& cloud);
/// Months until capital is repaid, undiscounted: capex/(cloud - own). Nothing if it never is.
std::optional<double> paybackMonths(double capex, double cloudPerMonth, double ownPerMonth);

/// How two curves of running cost lie to each other.
enum class CurveRelation {
    Never,   ///< the first is dearer all along
    Crosses, ///< once
    Several, ///< more than once
    Always,  ///< the first is never dearer
};

struct Crossings {
    CurveRelation relation = CurveRelation::Never;
    std::vector<double> at;   ///< in the unit of the positions, ascending
    bool startsDearer = true; ///< the first curve is the dearer one before the first crossing
};

/// Where the running cost `a` (net of resale) and `b` change places; both are straight between the
/// points. Touching without changing places is no crossing. At a crossing out of the dearer
/// position `at` is the first point of equality, out of the cheaper one the last.
/// \param positions  ascending, one for each point; all three of equal length
Crossings crossings(std::span<const double> positions, std::span<const double> a,
                    std::span<const double> b);
/// The same for exact amounts of one currency.
Crossings crossings(std::span<const double> positions, std::span<const Money> a,
                    std::span<const Money> b);

} // namespace gpuplan::finance
