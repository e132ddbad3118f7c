#pragma once
/// What a bill makes of use: rounding up, tiers, parts of a month, commitments.
/// docs/method.md#billing

#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/unit_price.hpp>

#include <optional>
#include <span>

namespace gpuplan::finance {

/// max(minimum, ceil(span/granularity) granularity), exact.
/// span, minimum >= 0, granularity > 0. ArithmeticOverflow past 292,000 years.
Duration billedTime(Duration span, Duration granularity, Duration minimum);
/// The same in seconds, for rules given as doubles.
double billedSeconds(double span, double granularity, double minimum);

/// A step of a price that depends on how much was used. `size` is the step's own width.
struct PriceTier {
    std::optional<Decimal> size; ///< absent: all the rest
    Decimal price;               ///< per unit of use
};
/// Fills the tiers in order; one rounding at the end. Use beyond the last tier has no price:
/// nothing. usage >= 0.
std::optional<Money> tieredCost(const Decimal& usage, std::span<const PriceTier> tiers,
                                Currency currency);

/// Capacity kept for `span` of a month of length `month`: GB * price * span/month, one rounding.
Money storageCost(Bytes capacity, const UnitPrice<per::GigabyteMonth>& price, Duration span,
                  Duration month);

/// A reserved machine in whole: upfront/term + recurring, per hour. termHours > 0.
double reservedHourly(double upfront, double recurringPerHour, double termHours);
/// The share of hours from which on a reservation is cheaper than on demand: effective/on-demand.
/// Above 1 it never is. onDemand > 0.
double reservedBreakEven(double effectivePerHour, double onDemandPerHour);

/// One hour under a spend commitment: it covers commit/planRate units, used or not; the rest of the
/// use goes on demand. planRate > 0.
double commitmentHourCost(double commitPerHour, double planRate, double onDemandRate,
                          double unitsUsed);

} // namespace gpuplan::finance
