#pragma once
/// What the catalog asks at least for the GPU models of a scenario: a verdict rests on the offers
/// that somebody chose.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/metrics/result.hpp>

#include <vector>

namespace gpuplan::planner {

/// For each GPU model of the scenario's pools, in their order, the cheapest offer on demand and the
/// cheapest spot, at the prices of the price date and in the scenario's currency. Offers that leave
/// out vCPUs and memory do not count. \param scenario  with the GPU model of every pool
std::vector<metrics::MarketPrice> marketPrices(const model::Scenario& scenario,
                                               const catalog::Catalogs& catalogs);

} // namespace gpuplan::planner
