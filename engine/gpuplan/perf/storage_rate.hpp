#pragma once
/// Samples a second that a storage tier delivers: the slowest of what its streams, requests,
/// bandwidth and file opens allow. docs/method.md#storage-rate

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <optional>
#include <string_view>

namespace gpuplan::perf {

/// What reading one sample asks of a store, on average. All >= 0, bytes > 0.
struct SampleAccess {
    double bytes = 0;    ///< of the sample as stored
    double requests = 1; ///< reads; below 1 where a request brings several samples
    double opens = 0;    ///< files opened
    double bytesPerRequest() const { return bytes / requests; }
    bool operator==(const SampleAccess&) const = default;
};

/// Bytes of one read in files read front to back. An assumption: the range of object-store clients
/// and the order of a parallel file system's stripes.
inline constexpr double sequentialRange = 8e6;

/// How a data set of that format is read. Raw files: one open and one read a sample. Shards: one
/// open a shard, ranges of `sequentialRange` or the whole shard. LMDB: no opens, a read a sample,
/// in key order (cache policy lru_sequential) ranges.
/// \param bytes  of a sample as stored, > 0
SampleAccess sampleAccess(const model::DataSet& data, double bytes, bool inKeyOrder);

/// One stream on a disk that seeks: 1/(ios seek + bytes/rate) samples a second.
/// \param ios  seeks a sample >= 0   \param seek  s, >= 0   \param bytesPerSecond  > 0
double spindleRate(double ios, double seek, double bytes, double bytesPerSecond);

/// Limits of a store that takes many requests at once. Absent: does not bind.
struct StoreLimits {
    double streams = 1;                         ///< requests in flight, > 0
    double latency = 0;                         ///< s to the first byte of a request
    std::optional<double> streamBytesPerSecond; ///< of one request
    std::optional<double> bytesPerSecond;       ///< of the store or the link to it
    std::optional<double> requestsPerSecond;
    std::optional<double> opensPerSecond; ///< where absent an open is one more request
};

/// What one stream spends on a sample, seconds.
struct SampleTime {
    double open = 0;    ///< opening its file
    double payload = 0; ///< latency and transfer
};

/// Samples a second of a set of streams; infinite where nothing binds.
double parallelRate(const StoreLimits& limits, const SampleAccess& access);

/// The part of a tier that one node may use.
struct StoreShare {
    double readers = 1; ///< nodes that divide bandwidth and requests of a shared tier; 1 if local
    std::optional<double> bytesPerSecond; ///< granted to the node, or its network; absent: its part
};

/// Samples a second that a node gets from a tier with `streams` requests in flight. A spindle
/// serves one at a time. Precondition: missingFigure(store) is empty (else a ContractViolation).
double storageRate(const StoreRates& store, const SampleAccess& access, double streams,
                   const StoreShare& share = {});
/// The same without the wait for streams: what any number of readers on the node can get.
double storageCeiling(const StoreRates& store, const SampleAccess& access,
                      const StoreShare& share = {});
/// Of one stream in an idle store: opening the file against reading it.
SampleTime sampleTime(const StoreRates& store, const SampleAccess& access);

/// The figure without which nothing limits the store, `read` or, of a spindle, `latency`; empty:
/// enough is known.
std::string_view missingFigure(const StoreRates& store);

} // namespace gpuplan::perf
