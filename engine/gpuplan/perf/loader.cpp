#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/cache_miss.hpp>
#include <gpuplan/perf/loader.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::perf {

using model::Loader;

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// min(P, H, G).
double rateBehindFetch(const InputRates& rates) {
    return std::min({rates.gpu, rates.prep.value_or(unlimited), rates.copy.value_or(unlimited)});
}

} // namespace

LoaderTimes only(LoaderTimes times, LoaderStages active) {
    if (!active.fetch)
        times.fetch = times.storeLimit = 0.0;
    if (!active.prep)
        times.prep = 0.0;
    if (!active.copy)
        times.copy = 0.0;
    return times;
}

double Feed::step(double gpu) const {
    return std::max(gpu + blocking, feed);
}

Feed feedOf(Loader loader, const LoaderTimes& times) {
    GPUPLAN_EXPECTS(times.cores > 0.0, "a loader runs on cores");
    const double thread = std::max(times.fetch, times.storeLimit);
    if (loader == Loader::Synchronous)
        return {thread + times.prep + times.copy, 0.0};
    GPUPLAN_EXPECTS(times.workers >= 1.0, "a loader with workers has one");
    const double fetch = loader == Loader::Workers ? (thread + times.prep) / times.workers : thread;
    const double host = std::max({fetch, times.prep / times.cores, times.storeLimit});
    return times.copyOverlaps ? Feed{0.0, std::max(host, times.copy)} : Feed{times.copy, host};
}

LoaderBound boundOf(Loader loader, const LoaderTimes& times, double gpu) {
    const Feed feed = feedOf(loader, times);
    if (loader == Loader::Synchronous)
        return LoaderBound::None;
    if (feed.feed <= gpu + feed.blocking)
        return feed.blocking > gpu ? LoaderBound::Copy : LoaderBound::Compute;
    if (times.copyOverlaps && times.copy >= feed.feed)
        return LoaderBound::Copy;
    if (times.prep / times.cores >= feed.feed)
        return LoaderBound::Prep;
    if (loader == Loader::Workers && times.storeLimit < feed.feed &&
        times.prep > std::max(times.fetch, times.storeLimit))
        return LoaderBound::Prep;
    return LoaderBound::Fetch;
}

double firstBatchTime(const LoaderTimes& times) {
    return std::max(times.fetch, times.storeLimit) + times.prep + times.copy;
}

double fetchRate(const InputRates& rates, double missFraction) {
    GPUPLAN_EXPECTS(missFraction >= 0.0 && missFraction <= 1.0, "a miss fraction lies in 0..1");
    const double time = (rates.cache ? (1.0 - missFraction) / *rates.cache : 0.0) +
                        (rates.storage ? missFraction / *rates.storage : 0.0);
    return 1.0 / time;
}

StallShares stallShares(const InputRates& rates, double missFraction) {
    GPUPLAN_EXPECTS(rates.gpu > 0.0, "a GPU takes samples");
    const double behind = rateBehindFetch(rates);
    StallShares shares;
    shares.fetchPerSecond = fetchRate(rates, missFraction);
    shares.trainPerSecond = std::min(shares.fetchPerSecond, behind);
    const double synthetic = 1.0 / rates.gpu;
    const double cached = 1.0 / behind;
    const double cold = 1.0 / shares.trainPerSecond;
    shares.compute = synthetic / cold;
    shares.prep = (cached - synthetic) / cold;
    shares.fetch = (cold - cached) / cold;
    return shares;
}

std::optional<double> smallestUsefulCache(const InputRates& rates, model::CachePolicy policy) {
    const double wanted = rateBehindFetch(rates);
    const auto isEnough = [&](double cached) {
        return fetchRate(rates, missFraction(policy, cached)) >= wanted;
    };
    if (isEnough(0.0))
        return 0.0;
    if (!isEnough(1.0))
        return std::nullopt;
    double low = 0.0;
    double high = 1.0;
    for (;;) {
        const double middle = low + (high - low) / 2.0;
        if (!(middle > low && middle < high))
            return high;
        (isEnough(middle) ? high : low) = middle;
    }
}

double acceleratorDemand(double batch, double bytesPerSample, double compute) {
    return batch * bytesPerSample / compute;
}

double mostAccelerators(double storeBytesPerSecond, double utilization, double demand) {
    // A quotient a rounding error below a whole number is that number.
    return std::floor(storeBytesPerSecond / (utilization * demand) * (1.0 + 1e-12));
}

double trainingTime(double epochs, double stepsPerEpoch, double cold, double warm) {
    return stepsPerEpoch * (std::min(1.0, epochs) * cold + std::max(0.0, epochs - 1.0) * warm);
}

} // namespace gpuplan::perf
