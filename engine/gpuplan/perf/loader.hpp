#pragma once
/// How fast a data loader feeds a training step, by its structure, and what is left of the GPU's
/// time. docs/method.md#loader

#include <gpuplan/model/step.hpp>

#include <cstdint>
#include <optional>

namespace gpuplan::perf {

/// Times of one batch, seconds, all >= 0.
struct LoaderTimes {
    double fetch = 0;      ///< one thread; of a staged loader its fetch stage
    double prep = 0;       ///< one core
    double copy = 0;       ///< to the GPU
    double storeLimit = 0; ///< through what the store gives this reader, however many threads ask
    double workers = 1;    ///< of a worker loader, >= 1
    double cores = 1;      ///< that prepare: physical cores and hyper-threads, > 0
    bool copyOverlaps = true; ///< pinned and asynchronous; else the GPU waits for each copy
};

/// Which stages take time; the others are infinitely fast. For the ladder and for what-ifs.
struct LoaderStages {
    bool fetch = true;
    bool prep = true;
    bool copy = true;
};
LoaderTimes only(LoaderTimes times, LoaderStages active);

/// A loader beside the GPU: step = max(gpu + blocking, feed). Neither falls when a stage's time
/// rises.
struct Feed {
    double blocking = 0; ///< adds to the GPU's time: everything without workers, blocking copies
    double feed = 0;     ///< goes on beside it
    double step(double gpu) const;
};
/// With f the fetch time, but not below the store limit:
/// synchronous  blocking = f + prep + copy
/// workers      feed = max((f + prep)/workers, prep/cores, store limit, copy)
/// staged       feed = max(f, prep/cores, copy)
Feed feedOf(model::Loader loader, const LoaderTimes& times);

/// What a step waits for.
enum class LoaderBound : std::uint8_t { None, Compute, Copy, Prep, Fetch };
/// The longest of the overlapping times; None of a synchronous loader, where all add up. Where a
/// worker's fetching and preparing together are longest, the longer of the two.
LoaderBound boundOf(model::Loader loader, const LoaderTimes& times, double gpu);

/// Until the first batch is on the GPU: fetch + prep + copy, nothing overlaps yet.
double firstBatchTime(const LoaderTimes& times);

// ---- rates, docs/method.md#stall-shares ------------------------------------------------------

/// Samples a second; an absent rate does not bind.
struct InputRates {
    std::optional<double> cache;   ///< from the page cache to the user
    std::optional<double> storage; ///< from the store
    std::optional<double> prep;
    std::optional<double> copy;
    double gpu = 0; ///< > 0
};

/// F = 1/((1-m)/C + m/S); infinite where neither binds.
double fetchRate(const InputRates& rates, double missFraction);

/// R = min(F, P, H, G) and the shares of time, DS-Analyzer's three differential runs (Mohan 2021).
struct StallShares {
    double fetchPerSecond = 0;
    double trainPerSecond = 0;
    double compute = 0; ///< T1/T3 (with the wait for copies out: prep holds it)
    double prep = 0;    ///< (T2 - T1)/T3
    double fetch = 0;   ///< (T3 - T2)/T3
};
StallShares stallShares(const InputRates& rates, double missFraction);

/// Smallest cached fraction with which fetching no longer slows training, F(x) = min(P, H, G); a
/// rounding error above, never below. Nothing where even a full cache is too slow.
std::optional<double> smallestUsefulCache(const InputRates& rates, model::CachePolicy policy);

// ---- MLPerf Storage, docs/method.md#accelerator-utilization ----------------------------------

/// Bytes a second that keep one accelerator busy: batch x bytes/compute time.
double acceleratorDemand(double batch, double bytesPerSample, double compute);
/// Most accelerators at AU = min(1, store/(accelerators x demand)) or above: floor(store/(AU
/// demand)).
double mostAccelerators(double storeBytesPerSecond, double utilization, double demand);

// ---- docs/method.md#run-time -----------------------------------------------------------------

/// Passes over the data, the first one cold, in seconds; parts of a step and of an epoch count.
/// \param stepsPerEpoch  samples/batch   \param cold, warm  step times of the first and later
/// epochs
double trainingTime(double epochs, double stepsPerEpoch, double cold, double warm);

} // namespace gpuplan::perf
