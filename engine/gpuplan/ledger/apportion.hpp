#pragma once
/// Parts that add up: a whole dealt out by weights without losing or inventing a unit.

#include <gpuplan/units/int128.hpp>
#include <gpuplan/units/money.hpp>

#include <span>
#include <vector>

namespace gpuplan::ledger {

/// Deals `whole` out in proportion to `weights` by largest remainder: each part is its exact share
/// rounded toward zero, then the units left go one each to the parts with the largest remainders,
/// ties to the first. The parts sum to `whole`, and each is within one unit of its share.
/// \param weights  >= 0; if all are 0 the first part gets everything   \pre at least one weight
/// ArithmeticOverflow if the weights sum past 127 bits.
std::vector<Int128> apportion(Int128 whole, std::span<const Int128> weights);
std::vector<Money> apportion(const Money& whole, std::span<const Int128> weights);

} // namespace gpuplan::ledger
