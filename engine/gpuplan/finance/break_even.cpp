#include <gpuplan/base/contract.hpp>
#include <gpuplan/finance/break_even.hpp>

namespace gpuplan::finance {

namespace {

/// What a used own hour saves; nothing if it saves nothing.
std::optional<double> savedPerHour(const OwnAgainstCloud& costs) {
    const double saved = costs.cloudHoursPerHour * costs.cloudPerHour - costs.ownPerHour;
    if (!(saved > 0.0))
        return std::nullopt;
    return saved;
}

/// Crossings of 0 by the differences a - b.
Crossings signChanges(std::span<const double> positions, std::span<const double> differences) {
    Crossings result;
    bool known = false;
    bool dearer = true;
    std::size_t zeros = 0; // points of equality just behind
    for (std::size_t i = 0; i < differences.size(); ++i) {
        const double now = differences[i];
        if (now == 0.0) {
            ++zeros;
            continue;
        }
        if (known && dearer != (now > 0.0)) {
            if (zeros != 0) {
                result.at.push_back(positions[dearer ? i - zeros : i - 1]);
            } else {
                const double before = differences[i - 1];
                result.at.push_back(positions[i - 1] +
                                    (positions[i] - positions[i - 1]) * (before / (before - now)));
            }
        }
        if (!known)
            result.startsDearer = now > 0.0;
        known = true;
        dearer = now > 0.0;
        zeros = 0;
    }
    if (!known)
        result.startsDearer = false; // equal all along: never dearer
    // A curve that meets the other at its very end has reached it.
    else if (dearer && zeros != 0)
        result.at.push_back(positions[positions.size() - zeros]);
    if (result.at.empty())
        result.relation = result.startsDearer ? CurveRelation::Never : CurveRelation::Always;
    else
        result.relation = result.at.size() == 1 ? CurveRelation::Crosses : CurveRelation::Several;
    return result;
}

} // namespace

std::optional<double> breakEvenUtilization(const OwnAgainstCloud& costs, double hoursPerYear) {
    GPUPLAN_EXPECTS(hoursPerYear > 0.0, "a capacity is above 0");
    const auto saved = savedPerHour(costs);
    if (!saved)
        return std::nullopt;
    return costs.fixedPerYear / (hoursPerYear * *saved);
}

std::optional<double> breakEvenHoursPerWeek(const OwnAgainstCloud& costs, double weeksPerYear) {
    GPUPLAN_EXPECTS(weeksPerYear > 0.0, "a year has weeks");
    const auto saved = savedPerHour(costs);
    if (!saved)
        return std::nullopt;
    return costs.fixedPerYear / weeksPerYear / *saved;
}

double breakEvenPrice(const OwnAgainstCloud& costs, double utilization, double hoursPerYear) {
    GPUPLAN_EXPECTS(utilization > 0.0 && hoursPerYear > 0.0 && costs.cloudHoursPerHour > 0.0,
                    "a price per hour needs hours of use");
    return (costs.fixedPerYear / (utilization * hoursPerYear) + costs.ownPerHour) /
           costs.cloudHoursPerHour;
}

std::optional<double> breakEvenHours(double capital, double ownPerHour, double cloudPerHour) {
    if (!(cloudPerHour > ownPerHour))
        return std::nullopt;
    return capital / (cloudPerHour - ownPerHour);
}

std::optional<double> breakEvenHours(const Money& capital, const HourlyPrice& own,
                                     const HourlyPrice& cloud) {
    GPUPLAN_EXPECTS(capital.currency() == own.currency && own.currency == cloud.currency,
                    "amounts of one currency");
    return breakEvenHours(capital.decimal().toDouble(), 0.0,
                          (cloud.amount - own.amount).toDouble());
}

std::optional<double> paybackMonths(double capex, double cloudPerMonth, double ownPerMonth) {
    return breakEvenHours(capex, ownPerMonth, cloudPerMonth);
}

Crossings crossings(std::span<const double> positions, std::span<const double> a,
                    std::span<const double> b) {
    GPUPLAN_EXPECTS(a.size() == b.size() && a.size() == positions.size(), "curves of equal length");
    std::vector<double> differences;
    differences.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        differences.push_back(a[i] - b[i]);
    return signChanges(positions, differences);
}

Crossings crossings(std::span<const double> positions, std::span<const Money> a,
                    std::span<const Money> b) {
    GPUPLAN_EXPECTS(a.size() == b.size() && a.size() == positions.size(), "curves of equal length");
    std::vector<double> differences;
    differences.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        differences.push_back(static_cast<double>((a[i] - b[i]).micros()));
    return signChanges(positions, differences);
}

} // namespace gpuplan::finance
