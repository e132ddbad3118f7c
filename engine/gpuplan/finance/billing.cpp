#include <gpuplan/base/contract.hpp>
#include <gpuplan/finance/billing.hpp>
#include <gpuplan/units/int128.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::finance {

Duration billedTime(Duration span, Duration granularity, Duration minimum) {
    GPUPLAN_EXPECTS(span.count() >= 0 && granularity.count() > 0 && minimum.count() >= 0,
                    "use is billed in steps above 0");
    const Int128 step = granularity.count();
    const Int128 steps = (Int128{span.count()} + step - 1) / step;
    return std::max(minimum, Duration(toInt64(steps * step)));
}

double billedSeconds(double span, double granularity, double minimum) {
    GPUPLAN_EXPECTS(span >= 0.0 && granularity > 0.0 && minimum >= 0.0,
                    "use is billed in steps above 0");
    return std::max(minimum, std::ceil(span / granularity) * granularity);
}

std::optional<Money> tieredCost(const Decimal& usage, std::span<const PriceTier> tiers,
                                Currency currency) {
    GPUPLAN_EXPECTS(!usage.isNegative(), "use is 0 or more");
    Decimal rest = usage;
    Decimal sum;
    for (const PriceTier& tier : tiers) {
        const Decimal part = tier.size && *tier.size < rest ? *tier.size : rest;
        sum = sum + part * tier.price;
        rest = rest - part;
    }
    if (!rest.isZero())
        return std::nullopt;
    return Money::of(sum, currency);
}

Money storageCost(Bytes capacity, const UnitPrice<per::GigabyteMonth>& price, Duration span,
                  Duration month) {
    GPUPLAN_EXPECTS(month.count() > 0, "a month has a length");
    return priceTimes(price.amount, price.currency, multiplyChecked(capacity.base(), span.count()),
                      multiplyChecked(1'000'000'000, month.count()));
}

double reservedHourly(double upfront, double recurringPerHour, double termHours) {
    GPUPLAN_EXPECTS(termHours > 0.0, "a term has hours");
    return upfront / termHours + recurringPerHour;
}

double reservedBreakEven(double effectivePerHour, double onDemandPerHour) {
    GPUPLAN_EXPECTS(onDemandPerHour > 0.0, "on demand has a price");
    return effectivePerHour / onDemandPerHour;
}

double commitmentHourCost(double commitPerHour, double planRate, double onDemandRate,
                          double unitsUsed) {
    GPUPLAN_EXPECTS(planRate > 0.0, "a plan has a rate");
    return commitPerHour + std::max(0.0, unitsUsed - commitPerHour / planRate) * onDemandRate;
}

} // namespace gpuplan::finance
