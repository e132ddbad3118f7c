#pragma once
/// Looks for catalog values that can be read but hardly be true: slips of a collector, not of a
/// file's form (io::loadCatalogs complains of those).

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/catalog/catalog.hpp>

namespace gpuplan::catalog {

/// A price is doubted when it is this many times above or below the median of its peers.
inline constexpr double farFromPeers = 10;

/// Every doubt, each at the file and JSON pointer of its value (line and column are not known here:
/// io::CatalogReading::placed adds them).
///
/// Errors, since no true record can have them: no source or no date; a date that is none, or that
/// lies after the day of collection; no GPU in an offer; a GPU with 0 or more than 1 TB of memory,
/// with less than 1 GB (MiB written for GiB), or with 0 bandwidth or power; a range whose lower end
/// is above its upper one.
///
/// Warnings: a spot or reserved price above on demand, at the offer or in the dated prices; three
/// years dearer than one; a price of 0, or 10 times off the median of at least two peers (prices of
/// the same kind for the same GPU, for one GPU); host memory below 1 GB or above 64 TB; dated
/// prices whose GPU count differs from the offer's; no day of collection or no confidence. Notes,
/// once an offer: dated prices of an offer the catalogs do not have.
Diagnostics check(const Catalogs& catalogs);

} // namespace gpuplan::catalog
