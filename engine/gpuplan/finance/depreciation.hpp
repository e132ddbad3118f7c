#pragma once
/// What hardware loses in value: for the books, for tax, and on the market.
/// docs/method.md#depreciation

#include <gpuplan/units/money.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace gpuplan::finance {

/// Straight-line depreciation of one month. The last month takes the rounding rest, so all months
/// sum to cost - residual.
/// \param cost  price with installation; its currency is the result's
/// \param residual  0 <= residual <= cost   \param lifeMonths  at least 1
/// \param month  0-based, below the life
Money depreciation(Money cost, Money residual, std::int64_t lifeMonths, std::int64_t month);

/// What is left on the books after the first `months` months: cost less their depreciation, the
/// residual value from the end of the life on. months >= 0.
Money bookValue(Money cost, Money residual, std::int64_t lifeMonths, std::int64_t months);

/// Double declining balance by year: max(2/life of the book value, straight line on the rest),
/// never below salvage. 0 <= salvage <= cost, years >= 1. Sums to cost - salvage.
std::vector<double> doubleDecliningBalance(double cost, double salvage, int years);

/// Sum of the years' digits by year. 0 <= salvage <= cost, years >= 1.
std::vector<double> sumOfYearsDigits(double cost, double salvage, int years);

/// MACRS shares of the basis by year, half-year convention, as published (IRS Publication 946,
/// table A-1): recovery periods of 5 and 7 years. Nothing for other periods.
std::span<const double> macrsShares(int recoveryYears);

/// Market value at an age: capex (floor + (1-floor) e^(-decline age)).
/// 0 <= floorShare <= 1, declinePerYear and ageYears >= 0.
double resaleValue(double capex, double floorShare, double declinePerYear, double ageYears);

/// Present cost of owning after tax: capex, operating cost times (1-tax), less the tax shield of
/// MACRS at the year ends, less the salvage price at the end taxed on its excess over the tax book
/// value. years >= 1; years of depreciation past the end are written off in the sale.
double afterTaxCost(double capex, double opexPerYear, int years, double taxRate, double rate,
                    int macrsYears, double salvage);

} // namespace gpuplan::finance
