#pragma once
/// Figures rounded for people so that what is shown still adds up, and the exact short texts of
/// GPU-hours and money.

#include <gpuplan/units/int128.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/quantity.hpp>

#include <string>
#include <vector>

namespace gpuplan::report {

/// Rounds every part to whole `unit`s so that their sum is the rounded total (half to even): each
/// is cut down, then the parts with the largest rests take one more, ties to the first. No part
/// moves by a whole unit. `unit` > 0. \return counts of `unit`
std::vector<Int128> largestRemainder(const std::vector<Int128>& parts, Int128 unit);

/// GPU-hours to six places, half to even: 3.6 ms of one GPU.
Decimal gpuHours(GpuTime time);
/// Parts to six places that sum to the rounded total.
std::vector<Decimal> gpuHours(const std::vector<GpuTime>& parts);

/// How money is shown; one table shows all of its amounts alike.
enum class Places { Cents, Whole };
/// Cents where the largest amount is below ten thousand.
Places placesFor(const std::vector<Money>& amounts);

std::string moneyText(const Money& amount, Places places);
/// Whole units of the currency from ten thousand on, cents below: `1,234,567`, `842.16`.
std::string moneyText(const Money& amount);
/// The parts of one column, all with the places of their total, summing to it as shown.
struct MoneyColumn {
    std::vector<std::string> parts;
    std::string total;
};
MoneyColumn moneyColumn(const std::vector<Money>& parts, Currency currency);
MoneyColumn moneyColumn(const std::vector<Money>& parts, Currency currency, Places places);

} // namespace gpuplan::report
