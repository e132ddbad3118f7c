#pragma once
/// How much of a data set is read from storage in spite of a cache: miss fractions by policy.
/// docs/method.md#cache
///
/// `cached` is cache bytes over bytes of the whole data set, 0..1 (else a ContractViolation); each
/// epoch touches every item once. The laws hold from the second epoch on: the first misses all.

#include <gpuplan/model/step.hpp>

#include <cstdint>

namespace gpuplan::perf {

/// One reader, one cache. In [0, 1], never rises with `cached`.
double missFraction(model::CachePolicy policy, double cached);

/// Servers that do not coordinate: each reads a fresh random 1/servers of the items every epoch and
/// has a cache of its own for `cached` of the whole set. Of the items it reads. servers >= 1; one
/// server is the law above.
double uncoordinatedMissFraction(model::CachePolicy policy, double cached, std::int64_t servers);

/// Servers that share their caches, each holding `cached` of the set that no other holds.
struct CoordinatedCache {
    double miss = 0;   ///< of the items read, from storage
    double remote = 0; ///< of the items read, from another server's memory over the network
};
CoordinatedCache coordinatedCache(double cached, std::int64_t servers);

/// Jobs on one node that train on the same data, each in an order of its own, and share its cache.
/// With two or more, the modelled value is raised by the published gap (`sharedJobsGap`), 1 at
/// most.
double sharedJobsMissFraction(model::CachePolicy policy, double cached, std::int64_t jobs);
inline constexpr double sharedJobsGap = 1.1;

/// The policy a format sees where nobody states one: records read in shuffled shards lru_shuffled,
/// random files and LMDB page_cache.
model::CachePolicy usualCachePolicy(model::DataFormat format);

} // namespace gpuplan::perf
