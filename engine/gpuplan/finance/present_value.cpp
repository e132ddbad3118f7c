#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/finance/present_value.hpp>

#include <cmath>

namespace gpuplan::finance {

namespace {

constexpr double lowestRate = -0.99;
constexpr double highestRate = 10.0;

/// The present value, or for rates below 0 the end value, which has the same sign: either way only
/// powers of a number up to 1 occur, so 600 periods at -99 % do not overflow.
double signedValue(std::span<const double> flows, double rate) {
    double sum = 0.0;
    if (rate >= 0.0) {
        const double factor = 1.0 / (1.0 + rate);
        for (std::size_t t = flows.size(); t-- > 0;)
            sum = sum * factor + flows[t];
    } else {
        const double factor = 1.0 + rate;
        double power = 1.0;
        for (std::size_t t = flows.size(); t-- > 0; power *= factor)
            sum += flows[t] * power;
    }
    return sum;
}

/// A root between two rates whose values differ in sign, to the last bit.
double bisect(std::span<const double> flows, double low, double high) {
    const bool negativeAtLow = signedValue(flows, low) < 0.0;
    while (true) {
        const double middle = low + (high - low) / 2.0;
        if (!(middle > low && middle < high))
            return middle;
        const double value = signedValue(flows, middle);
        if (value == 0.0)
            return middle;
        ((value < 0.0) == negativeAtLow ? low : high) = middle;
    }
}

/// Periods until the running sum of flow_t factor^t reaches 0.
std::optional<double> payback(std::span<const double> flows, double factor) {
    double sum = 0.0;
    double power = 1.0;
    for (std::size_t t = 0; t < flows.size(); ++t, power *= factor) {
        const double flow = flows[t] * power;
        if (sum + flow >= 0.0)
            return t == 0 ? 0.0 : static_cast<double>(t - 1) + -sum / flow;
        sum += flow;
    }
    return std::nullopt;
}

} // namespace

double netPresentValue(std::span<const double> flows, double ratePerPeriod) {
    GPUPLAN_EXPECTS(ratePerPeriod > -1.0, "a rate is above -1");
    const double factor = 1.0 / (1.0 + ratePerPeriod);
    double sum = 0.0;
    for (std::size_t t = flows.size(); t-- > 0;)
        sum = sum * factor + flows[t];
    return sum;
}

double periodRate(double annualRate, double periodsPerYear) {
    GPUPLAN_EXPECTS(annualRate > -1.0 && periodsPerYear > 0.0, "a rate is above -1");
    return des::expm1(des::log1p(annualRate) / periodsPerYear);
}

std::vector<double> internalRates(std::span<const double> flows) {
    // Equal steps in log(1+rate): a factor of 1.0032 from 0.01 to 11.
    constexpr int steps = 2200;
    const double step = des::log((1.0 + highestRate) / (1.0 + lowestRate)) / steps;
    std::vector<double> rates;
    double low = lowestRate;
    double atLow = signedValue(flows, low);
    if (atLow == 0.0 && signedValue(flows, 0.0) != 0.0)
        rates.push_back(low);
    for (int i = 1; i <= steps; ++i) {
        const double high =
            i == steps ? highestRate : (1.0 + lowestRate) * des::exp(step * i) - 1.0;
        const double atHigh = signedValue(flows, high);
        if (atLow != 0.0 && atHigh == 0.0)
            rates.push_back(high);
        else if ((atLow < 0.0 && atHigh > 0.0) || (atLow > 0.0 && atHigh < 0.0))
            rates.push_back(bisect(flows, low, high));
        low = high;
        atLow = atHigh;
    }
    return rates;
}

std::optional<double> paybackPeriods(std::span<const double> flows) {
    return payback(flows, 1.0);
}

std::optional<double> discountedPaybackPeriods(std::span<const double> flows,
                                               double ratePerPeriod) {
    GPUPLAN_EXPECTS(ratePerPeriod > -1.0, "a rate is above -1");
    return payback(flows, 1.0 / (1.0 + ratePerPeriod));
}

double growingBillValue(double monthBillNow, double growth, double decline, double rate,
                        int months) {
    GPUPLAN_EXPECTS(growth > -1.0 && decline < 1.0 && rate > -1.0 && months >= 0,
                    "growth and rate are above -1, the decline below 1");
    const double perMonth =
        des::exp((des::log1p(growth) + des::log1p(-decline) - des::log1p(rate)) / 12.0);
    double sum = 0.0;
    double factor = 1.0;
    for (int month = 1; month <= months; ++month)
        sum += factor *= perMonth;
    return monthBillNow * sum;
}

double realRate(double nominalRate, double inflation) {
    GPUPLAN_EXPECTS(inflation > -1.0, "inflation is above -1");
    return (1.0 + nominalRate) / (1.0 + inflation) - 1.0;
}

double parityRate(double now, double homeInflation, double foreignInflation, double years) {
    GPUPLAN_EXPECTS(homeInflation > -1.0 && foreignInflation > -1.0, "inflation is above -1");
    return now * des::power(1.0 + homeInflation, years) / des::power(1.0 + foreignInflation, years);
}

} // namespace gpuplan::finance
