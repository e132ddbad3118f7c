#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/finance/depreciation.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::finance {

namespace {

void expectLife(Money cost, Money residual, std::int64_t lifeMonths) {
    GPUPLAN_EXPECTS(lifeMonths >= 1, "a life has at least one month");
    GPUPLAN_EXPECTS(!residual.isNegative() && residual <= cost,
                    "a residual value lies between 0 and the cost");
}

} // namespace

Money depreciation(Money cost, Money residual, std::int64_t lifeMonths, std::int64_t month) {
    expectLife(cost, residual, lifeMonths);
    GPUPLAN_EXPECTS(month >= 0 && month < lifeMonths, "the month lies in the life");
    const Money loss = cost - residual;
    const Money even = multiply(loss, 1, lifeMonths);
    return month + 1 < lifeMonths ? even : loss - multiply(even, lifeMonths - 1, 1);
}

Money bookValue(Money cost, Money residual, std::int64_t lifeMonths, std::int64_t months) {
    expectLife(cost, residual, lifeMonths);
    GPUPLAN_EXPECTS(months >= 0, "months are counted from the purchase");
    if (months >= lifeMonths)
        return residual;
    return cost - multiply(multiply(cost - residual, 1, lifeMonths), months, 1);
}

std::vector<double> doubleDecliningBalance(double cost, double salvage, int years) {
    GPUPLAN_EXPECTS(years >= 1 && salvage >= 0.0 && salvage <= cost,
                    "a salvage value lies between 0 and the cost");
    std::vector<double> byYear;
    byYear.reserve(static_cast<std::size_t>(years));
    double book = cost;
    for (int year = 0; year < years; ++year) {
        const double rest = book - salvage;
        const double straight = rest / (years - year);
        const double loss = std::min(std::max(2.0 / years * book, straight), rest);
        byYear.push_back(loss);
        book -= loss;
    }
    return byYear;
}

std::vector<double> sumOfYearsDigits(double cost, double salvage, int years) {
    GPUPLAN_EXPECTS(years >= 1 && salvage >= 0.0 && salvage <= cost,
                    "a salvage value lies between 0 and the cost");
    const double digits = static_cast<double>(years) * (years + 1.0) / 2.0;
    std::vector<double> byYear;
    byYear.reserve(static_cast<std::size_t>(years));
    for (int year = 0; year < years; ++year)
        byYear.push_back((cost - salvage) * (years - year) / digits);
    return byYear;
}

std::span<const double> macrsShares(int recoveryYears) {
    static constexpr std::array five = {0.20, 0.32, 0.192, 0.1152, 0.1152, 0.0576};
    static constexpr std::array seven = {0.1429, 0.2449, 0.1749, 0.1249,
                                         0.0893, 0.0892, 0.0893, 0.0446};
    if (recoveryYears == 5)
        return five;
    if (recoveryYears == 7)
        return seven;
    return {};
}

double resaleValue(double capex, double floorShare, double declinePerYear, double ageYears) {
    GPUPLAN_EXPECTS(declinePerYear >= 0.0 && ageYears >= 0.0, "value falls with age");
    return capex * (floorShare + (1.0 - floorShare) * des::exp(-declinePerYear * ageYears));
}

double afterTaxCost(double capex, double opexPerYear, int years, double taxRate, double rate,
                    int macrsYears, double salvage) {
    const std::span<const double> shares = macrsShares(macrsYears);
    GPUPLAN_EXPECTS(!shares.empty() && years >= 1 && rate > -1.0, "MACRS has 5 or 7 years");
    double cost = capex;
    double factor = 1.0;
    double book = capex;
    for (int year = 0; year < years; ++year) {
        factor /= 1.0 + rate;
        const auto index = static_cast<std::size_t>(year);
        const double loss = index < shares.size() ? capex * shares[index] : 0.0;
        book -= loss;
        cost += factor * (opexPerYear * (1.0 - taxRate) - taxRate * loss);
    }
    if (static_cast<std::size_t>(years) >= shares.size())
        book = 0.0; // the shares sum to 1 but for rounding
    return cost - factor * (salvage - taxRate * (salvage - book));
}

} // namespace gpuplan::finance
