#pragma once
/// What the postings of a figure rest on beside their own price: the purchase of the hardware that
/// is written off, and the values of the scenario that somebody assumed.

#include <gpuplan/planner/explain.hpp>

namespace gpuplan::planner {

/// Depreciation and maintenance are shares of what the hardware cost: adds the transactions that
/// bought it, and how the sum written off comes from them.
void addPurchases(const ResultReading& reading, Explanation& explanation);

/// Adds the assumptions that the explained figure, account or entry rests on, and marks it as
/// estimated where it stands on its alternative's list of estimates.
void addAssumptions(const ResultReading& reading, Explanation& explanation);

} // namespace gpuplan::planner
