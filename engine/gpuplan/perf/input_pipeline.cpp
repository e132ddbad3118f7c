#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/cache_miss.hpp>
#include <gpuplan/perf/host_copy.hpp>
#include <gpuplan/perf/input_pipeline.hpp>
#include <gpuplan/perf/preparation.hpp>
#include <gpuplan/perf/storage_rate.hpp>

#include <algorithm>

namespace gpuplan::perf {

using model::CachePolicy;
using model::InputPipeline;
using model::Loader;

namespace {

/// The share of a node's memory that the page cache may take where nobody says how much.
constexpr double cacheShareOfMemory = 0.8;

CachePolicy cachePolicy(const InputPipeline& input) {
    return input.cache.value_or(usualCachePolicy(input.data.format));
}

bool preparesOnCores(const InputPipeline& input) {
    return input.samplesPerCore && !input.offline && input.gpuShare < 1.0;
}

double missOf(const InputPipeline& input, const NodeRates& node, const InputSite& site) {
    if (site.cold)
        return 1.0;
    const double cached = cachedFraction(input, node);
    // A job over several nodes reads a share on each; a node of several jobs has all in its cache.
    return site.jobs > 1 ? sharedJobsMissFraction(cachePolicy(input), cached, site.jobs)
                         : uncoordinatedMissFraction(cachePolicy(input), cached, site.nodes);
}

/// Fetching: one thread's time, what the store gives the node, and what one stream spends it on.
void addFetch(InputTimes& times, const InputPipeline& input, const StoreRates& store,
              const NodeRates& node, const InputSite& site) {
    const double bytes = dataSetBytes(input) / static_cast<double>(input.data.samples);
    times.missFraction = missOf(input, node, site);
    const double missed = site.samples * times.missFraction;
    times.storeBytes = missed * bytes;
    if (missed == 0.0)
        return;
    const SampleAccess access =
        sampleAccess(input.data, bytes, cachePolicy(input) == CachePolicy::LruSequential);
    StoreShare share{.readers = store.isLocal ? 1.0 : static_cast<double>(site.nodes),
                     .bytesPerSecond = site.storeBytesPerSecond};
    if (!store.isLocal && node.network.bytesPerSecond > 0.0)
        share.bytesPerSecond = std::min(share.bytesPerSecond.value_or(node.network.bytesPerSecond),
                                        node.network.bytesPerSecond);
    // The fetch stage of a staged loader has all threads; a worker is one of them.
    const double threads = times.loader == Loader::Staged ? times.stages.workers : 1.0;
    const double streams = static_cast<double>(std::max<std::int64_t>(1, input.requests)) * threads;
    times.stages.fetch = missed / storageRate(store, access, streams, share);
    times.stages.storeLimit =
        missed * static_cast<double>(site.readers) / storageCeiling(store, access, share);
    const SampleTime one = sampleTime(store, access);
    times.open = missed * one.open;
    times.payload = missed * one.payload;
}

void addPreparation(InputTimes& times, const InputPipeline& input, const NodeRates& node,
                    const InputSite& site) {
    if (input.offline)
        return;
    if (input.gpuShare > 0.0)
        times.gpuPreparation =
            gpuPreparationTime(site.samples, input.gpuShare, input.samplesPerGpu);
    if (!preparesOnCores(input))
        return;
    const double cores =
        effectiveCores(node.cores, site.hyperThreads) / static_cast<double>(site.readers);
    times.stages.cores = busyCores(times.stages.workers, cores);
    times.stages.prep = site.samples * (1.0 - input.gpuShare) / *input.samplesPerCore;
    times.idleWorkers =
        idleWorkers(static_cast<std::int64_t>(times.stages.workers), std::max(1.0, cores));
    // Without workers the training process prepares, on what it has of one core.
    if (times.loader == Loader::Synchronous)
        times.stages.prep /= times.stages.cores;
}

void addCopy(InputTimes& times, const InputPipeline& input, const NodeRates& node,
             const InputSite& site) {
    times.stages.copyOverlaps = input.pinned;
    times.hostBytes = site.samples * input.tensorBytesPerSample;
    if (times.hostBytes == 0.0)
        return;
    const double own = input.pinned ? node.hostLink.bytesPerSecond : node.pageable;
    const double rate =
        uplinkShare(node.hostLink.bytesPerSecond, std::min(site.readers, node.gpusPerUplink), own);
    times.stages.copy =
        copyTime(times.hostBytes, static_cast<double>(site.copies) * node.hostLink.latency, rate);
}

} // namespace

InputTimes inputTimes(const InputPipeline& input, const StoreRates& store, const NodeRates& node,
                      const InputSite& site) {
    GPUPLAN_EXPECTS(missingInputFigures(input, store, node).empty(), "every figure is known");
    GPUPLAN_EXPECTS(site.samples > 0.0 && site.copies >= 1 && site.readers >= 1 &&
                        site.nodes >= 1 && site.jobs >= 1,
                    "somebody reads something");
    InputTimes times;
    times.loader =
        input.loader == Loader::Workers && input.workers == 0 ? Loader::Synchronous : input.loader;
    times.stages.workers = times.loader == Loader::Synchronous
                               ? 1.0
                               : static_cast<double>(std::max<std::int64_t>(1, input.workers));
    addFetch(times, input, store, node, site);
    addPreparation(times, input, node, site);
    addCopy(times, input, node, site);
    return times;
}

double dataSetBytes(const InputPipeline& input) {
    const double growth = input.offline ? input.offline->growth : 1.0;
    return static_cast<double>(input.data.samples) * input.data.bytesPerSample * growth;
}

double cachedFraction(const InputPipeline& input, const NodeRates& node) {
    const double bytes = input.cacheBytes ? static_cast<double>(input.cacheBytes->base())
                                          : cacheShareOfMemory * node.memory;
    return std::min(1.0, bytes / dataSetBytes(input));
}

Feed feedOf(const InputTimes& times, LoaderStages active) {
    return feedOf(times.loader, only(times.stages, active));
}

std::vector<std::string_view> missingInputFigures(const InputPipeline& input,
                                                  const StoreRates& store, const NodeRates& node) {
    std::vector<std::string_view> missing;
    if (const auto figure = missingFigure(store); !figure.empty())
        missing.emplace_back(figure == "latency" ? "storage.latency" : "storage.read");
    if (cachePolicy(input) != CachePolicy::None && !input.cacheBytes && node.memory <= 0.0)
        missing.emplace_back("node.memory");
    if (preparesOnCores(input) && node.cores <= 0.0)
        missing.emplace_back("node.cores");
    if (input.tensorBytesPerSample > 0.0) {
        if (node.hostLink.bytesPerSecond <= 0.0)
            missing.emplace_back("node.host_link");
        if (!input.pinned && node.pageable <= 0.0)
            missing.emplace_back("node.pageable");
    }
    return missing;
}

} // namespace gpuplan::perf
