#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/finance/annuity.hpp>

namespace gpuplan::finance {

double loanPayment(double principal, double ratePerPeriod, double periods, double balloon) {
    GPUPLAN_EXPECTS(periods > 0.0 && ratePerPeriod > -1.0, "a loan needs periods and a rate");
    if (ratePerPeriod == 0.0)
        return (principal - balloon) / periods;
    const double growth = periods * des::log1p(ratePerPeriod);
    // 1 - v^n by expm1: near a rate of 0 the plain difference has no digits left.
    return (principal - balloon * des::exp(-growth)) * ratePerPeriod / -des::expm1(-growth);
}

double capitalRecoveryFactor(double rate, double years) {
    return loanPayment(1.0, rate, years);
}

double sinkingFundFactor(double rate, double years) {
    return -loanPayment(0.0, rate, years, 1.0);
}

double equivalentAnnualCost(double capex, double residual, double years, double rate,
                            double annualOpex) {
    return capex * capitalRecoveryFactor(rate, years) - residual * sinkingFundFactor(rate, years) +
           annualOpex;
}

} // namespace gpuplan::finance
