#pragma once
/// Even payments: loans and the equivalent annual cost of owning. docs/method.md#annuity
///
/// `finance` is pure functions: amounts and rates in, figures out. annuity, present_value: money at
/// different times; depreciation: what hardware loses; billing: what a bill rounds; break_even:
/// where owning starts to pay; checkpoint: what interruptions cost. Amounts that are posted are
/// Money; rates and present values are doubles. Arguments outside the stated ranges are bugs of the
/// caller (ContractViolation); a figure that does not exist comes back as nothing.

namespace gpuplan::finance {

/// Payment at the end of each period that repays `principal` but for `balloon`, which is due with
/// the last one: (P - B v^n) r/(1 - v^n), v = 1/(1+r). Without interest (P - B)/n.
/// \param ratePerPeriod  above -1   \param periods  above 0
double loanPayment(double principal, double ratePerPeriod, double periods, double balloon = 0.0);

/// Capital recovery factor r/(1-(1+r)^-n): the even yearly payment for 1 of capital today.
double capitalRecoveryFactor(double rate, double years);
/// Sinking fund factor r/((1+r)^n-1): the even yearly payment for 1 at the end.
double sinkingFundFactor(double rate, double years);

/// Equivalent annual cost: capex CRF - residual SFF + annual operating cost.
double equivalentAnnualCost(double capex, double residual, double years, double rate,
                            double annualOpex);

} // namespace gpuplan::finance
