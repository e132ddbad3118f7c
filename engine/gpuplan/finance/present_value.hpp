#pragma once
/// Money at different times: net present value, internal rate of return, payback.
/// docs/method.md#present-value
///
/// Cash flows are given by period, the first at once (t = 0), the others each at the end of its
/// period; receipts are positive.

#include <optional>
#include <span>
#include <vector>

namespace gpuplan::finance {

/// sum of flow_t/(1+rate)^t. rate > -1.
double netPresentValue(std::span<const double> flows, double ratePerPeriod);

/// (1+annual)^(1/periods) - 1: the rate of a period that compounds to the annual one. annual > -1.
double periodRate(double annualRate, double periodsPerYear);

/// Every rate in [-0.99, 10] at which the present value is 0, ascending: none, one, or several
/// where the flows change sign more than once. Roots closer than about 0.3 % of 1+rate are taken
/// for none or one.
std::vector<double> internalRates(std::span<const double> flows);

/// Periods until the sum of the flows reaches 0, linear inside the period; nothing if it never
/// does. 0 if the first flow is not negative.
std::optional<double> paybackPeriods(std::span<const double> flows);
/// The same with each flow discounted to t = 0.
std::optional<double> discountedPaybackPeriods(std::span<const double> flows, double ratePerPeriod);

/// Present value of a monthly bill over `months` months, each paid at its end: demand grows by
/// `growth` and the price falls by `decline` a year, smoothly:
/// sum over m = 1..months of bill ((1+growth)(1-decline))^(m/12)/(1+rate)^(m/12).
/// growth, rate > -1, decline < 1, months >= 0.
double growingBillValue(double monthBillNow, double growth, double decline, double rate,
                        int months);

/// (1+nominal)/(1+inflation)-1 (Fisher). inflation > -1.
double realRate(double nominalRate, double inflation);
/// The rate of exchange after `years` of unlike inflation: now (1+home)^t/(1+foreign)^t.
double parityRate(double now, double homeInflation, double foreignInflation, double years);

} // namespace gpuplan::finance
