#pragma once
/// From what scenario and catalog say of a pool to the figures that step models take
/// (docs/method.md#hardware-of-a-step).

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <optional>
#include <string>

namespace gpuplan::planner {

/// A node of the pool. Figures that nobody states stay 0, which means not known; whoever needs one
/// complains (catalog_check.hpp). \pre the pool's GPU is in the catalog
perf::NodeRates nodeRates(const model::Pool& pool, const catalog::Catalogs& catalogs);

/// The tier of a storage line; absent limits do not bind.
/// \pre the tier is in the catalog
perf::StoreRates storeRates(const model::StorageLine& line, const catalog::Catalogs& catalogs);

/// Id of the link of a GPU's own bus: `PCIe5 x16` is `pcie5-x16`.
std::string hostLinkId(const catalog::GpuModel& gpu);

} // namespace gpuplan::planner
