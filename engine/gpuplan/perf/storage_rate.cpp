#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/storage_rate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::perf {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Bandwidth of the whole tier, or of one stream where only that is known.
double transferRate(const StoreRates& store) {
    return store.read > 0.0 ? store.read : store.stream.value_or(unlimited);
}

double granted(const StoreRates& store, const StoreShare& share) {
    const double part = transferRate(store) / share.readers;
    return std::min(store.read > 0.0 ? part : unlimited, share.bytesPerSecond.value_or(unlimited));
}

/// A disk serves its readers in turn, so more of them gain nothing.
double spindle(const StoreRates& store, const SampleAccess& access, const StoreShare& share) {
    const double rate =
        spindleRate(access.requests + access.opens, store.latency.value_or(0.0), access.bytes,
                    std::min(transferRate(store), store.stream.value_or(unlimited))) /
        share.readers;
    return std::min(rate, granted(store, share) / access.bytes);
}

StoreLimits limitsOf(const StoreRates& store, const StoreShare& share, double streams) {
    StoreLimits limits{.streams = streams,
                       .latency = store.latency.value_or(0.0),
                       .streamBytesPerSecond = store.stream};
    if (const double bytes = granted(store, share); bytes < unlimited)
        limits.bytesPerSecond = bytes;
    if (store.iops)
        limits.requestsPerSecond = *store.iops / share.readers;
    limits.opensPerSecond = store.opens; // of each client, so not divided
    return limits;
}

} // namespace

SampleAccess sampleAccess(const model::DataSet& data, double bytes, bool inKeyOrder) {
    GPUPLAN_EXPECTS(bytes > 0.0, "a sample has bytes");
    switch (data.format) {
    case model::DataFormat::RawFiles:
        return {bytes, 1.0, 1.0};
    case model::DataFormat::Lmdb:
        return {bytes, inKeyOrder ? std::min(1.0, bytes / sequentialRange) : 1.0, 0.0};
    case model::DataFormat::Shards: {
        GPUPLAN_EXPECTS(data.samplesPerShard >= 1, "a shard holds samples");
        const auto samples = static_cast<double>(data.samplesPerShard);
        const double ranges = std::max(1.0, std::ceil(bytes * samples / sequentialRange));
        return {bytes, ranges / samples, 1.0 / samples};
    }
    }
    return {bytes, 1.0, 1.0};
}

double spindleRate(double ios, double seek, double bytes, double bytesPerSecond) {
    return 1.0 / (ios * seek + bytes / bytesPerSecond);
}

double parallelRate(const StoreLimits& limits, const SampleAccess& access) {
    const double transfer = access.bytes / limits.streamBytesPerSecond.value_or(unlimited);
    const double ios = access.requests + (limits.opensPerSecond ? 0.0 : access.opens);
    double rate = limits.streams / (access.requests * limits.latency + transfer);
    if (limits.requestsPerSecond)
        rate = std::min(rate, *limits.requestsPerSecond / ios);
    if (limits.bytesPerSecond)
        rate = std::min(rate, *limits.bytesPerSecond / access.bytes);
    if (limits.opensPerSecond && access.opens > 0.0)
        rate = std::min(rate, *limits.opensPerSecond / access.opens);
    return rate;
}

double storageRate(const StoreRates& store, const SampleAccess& access, double streams,
                   const StoreShare& share) {
    GPUPLAN_EXPECTS(missingFigure(store).empty(), "something limits a store");
    GPUPLAN_EXPECTS(streams > 0.0 && share.readers >= 1.0, "a store has readers");
    return store.isSpindle ? spindle(store, access, share)
                           : parallelRate(limitsOf(store, share, streams), access);
}

double storageCeiling(const StoreRates& store, const SampleAccess& access,
                      const StoreShare& share) {
    GPUPLAN_EXPECTS(share.readers >= 1.0, "a store has readers");
    return store.isSpindle ? spindle(store, access, share)
                           : parallelRate(limitsOf(store, share, unlimited), access);
}

SampleTime sampleTime(const StoreRates& store, const SampleAccess& access) {
    const double latency = store.latency.value_or(0.0);
    const double rate = std::min(transferRate(store), store.stream.value_or(unlimited));
    const double open = store.isSpindle || !store.opens ? latency : 1.0 / *store.opens;
    return {access.opens * open, access.requests * latency + access.bytes / rate};
}

std::string_view missingFigure(const StoreRates& store) {
    if (store.isSpindle && !store.latency)
        return "latency";
    const bool isTransferKnown = store.read > 0.0 || store.stream.has_value();
    if (store.isSpindle)
        return isTransferKnown ? "" : "read";
    return isTransferKnown || store.latency || store.iops || store.opens ? "" : "read";
}

} // namespace gpuplan::perf
