#include <gpuplan/perf/cache_miss.hpp>
#include <gpuplan/perf/host_copy.hpp>
#include <gpuplan/perf/loader.hpp>
#include <gpuplan/perf/preparation.hpp>
#include <gpuplan/perf/storage_rate.hpp>
#include <gpuplan/perf/sync_points.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace gpuplan::selfcheck {

namespace {

using model::CachePolicy;
using model::Loader;

struct NamedPolicy {
    const char* name;
    CachePolicy policy;
};
constexpr std::array<NamedPolicy, 5> policies{{{"pinned", CachePolicy::Pinned},
                                               {"page_cache", CachePolicy::PageCache},
                                               {"lru_shuffled", CachePolicy::LruShuffled},
                                               {"lru_sequential", CachePolicy::LruSequential},
                                               {"none", CachePolicy::None}}};
constexpr const char* coordinated = "coordinated"; // servers that share their caches

std::vector<std::string> policyNames() {
    std::vector<std::string> names;
    names.reserve(policies.size());
    for (const NamedPolicy& one : policies)
        names.emplace_back(one.name);
    return names;
}

CachePolicy policyOf(const std::string& name) {
    for (const NamedPolicy& one : policies)
        if (name == one.name)
            return one.policy;
    return CachePolicy::None;
}

Loader loaderOf(const std::string& name) {
    return name == "synchronous" ? Loader::Synchronous
           : name == "staged"    ? Loader::Staged
                                 : Loader::Workers;
}

std::string boundName(perf::LoaderBound bound) {
    constexpr std::array<const char*, 5> names{"none", "compute", "h2d", "prep", "fetch"};
    return names.at(static_cast<std::size_t>(bound));
}

void miss(Inputs& in, Outputs& out) {
    const double fraction =
        perf::missFraction(policyOf(in.text("policy")), in.number("cached_fraction"));
    out.number("miss_fraction", fraction);
    out.number("storage_bytes", fraction * in.number("dataset_bytes"));
}

void missShared(Inputs& in, Outputs& out) {
    const double bytes = in.number("dataset_bytes");
    const std::int64_t servers = in.integer("servers");
    // A cache larger than the data set holds all of it.
    const double cached = std::min(1.0, in.number("cache_bytes_per_server") / bytes);
    const double fraction =
        in.text("policy") == coordinated
            ? perf::coordinatedCache(cached, servers).miss
            : perf::uncoordinatedMissFraction(policyOf(in.text("policy")), cached, servers);
    out.number("storage_bytes_per_server", fraction * bytes / static_cast<double>(servers));
}

void spindle(Inputs& in, Outputs& out) {
    out.number("items_per_s",
               perf::spindleRate(in.number("ios_per_item"), in.number("seek_s"),
                                 in.number("bytes_per_item"), in.number("bytes_per_s")));
}

void parallel(Inputs& in, Outputs& out) {
    const double bytes = in.number("bytes_per_item");
    out.number("items_per_s",
               perf::parallelRate({.streams = in.number("streams"),
                                   .latency = in.number("latency_s"),
                                   .streamBytesPerSecond = in.number("stream_bytes_per_s"),
                                   .bytesPerSecond = in.number("link_bytes_per_s"),
                                   .requestsPerSecond = in.number("requests_per_s_limit"),
                                   .opensPerSecond = std::nullopt},
                                  {bytes, bytes / in.number("bytes_per_request"), 0.0}));
}

void rates(Inputs& in, Outputs& out) {
    const double missed =
        perf::missFraction(policyOf(in.text("policy")), in.number("cached_fraction"));
    const perf::StallShares shares = perf::stallShares({.cache = in.number("cache_per_s"),
                                                        .storage = in.number("storage_per_s"),
                                                        .prep = in.number("prep_per_s"),
                                                        .copy = std::nullopt,
                                                        .gpu = in.number("gpu_per_s")},
                                                       missed);
    out.number("miss_fraction", missed);
    out.number("fetch_per_s", shares.fetchPerSecond);
    out.number("train_per_s", shares.trainPerSecond);
    out.set("shares", Value(Value::Object{{"compute", Value(shares.compute)},
                                          {"prep", Value(shares.prep)},
                                          {"fetch", Value(shares.fetch)}}));
}

void accelerators(Inputs& in, Outputs& out) {
    const double demand = perf::acceleratorDemand(in.number("batch"), in.number("bytes_per_sample"),
                                                  in.number("compute_s"));
    out.number("demand_bytes_per_s", demand);
    out.number("max_accelerators",
               perf::mostAccelerators(in.number("store_bytes_per_s"), in.number("min_au"), demand));
}

void preparation(Inputs& in, Outputs& out) {
    out.number("prep_stall",
               perf::preparationStall(in.number("cores_per_gpu"), in.number("cores_needed"),
                                      in.number("offload_gain")));
}

/// Workers and cores of both models with a loader; false where they do not go together.
bool readThreads(Inputs& in, Loader loader, perf::LoaderTimes& times) {
    if (loader == Loader::Workers && in.number("workers") < 1.0) {
        in.refuse("workers", "selfcheck.no_workers");
        return false;
    }
    times.workers = std::max(1.0, in.number("workers"));
    times.cores = in.number("cores");
    return true;
}

void pipeline(Inputs& in, Outputs& out) {
    const Loader loader = loaderOf(in.text("loader"));
    perf::LoaderTimes times{
        .fetch = in.number("fetch_s"), .prep = in.number("prep_s"), .copy = in.number("h2d_s")};
    if (!readThreads(in, loader, times))
        return;
    const double gpu = in.number("compute_s");
    out.number("step_s", perf::feedOf(loader, times).step(gpu));
    out.text("bound", boundName(perf::boundOf(loader, times, gpu)));
}

void runTime(Inputs& in, Outputs& out) {
    const Loader loader = loaderOf(in.text("loader"));
    const double batch = in.number("batch");
    perf::LoaderTimes times{.fetch = batch * in.number("fetch_s_per_missed_item"),
                            .prep = batch * in.number("prep_core_s_per_item"),
                            .copy = perf::copyTime(batch * in.number("tensor_bytes_per_item"), 0.0,
                                                   in.number("h2d_bytes_per_s"))};
    if (!readThreads(in, loader, times))
        return;
    const double gpu = in.number("compute_fixed_s") + batch * in.number("compute_per_item_s");
    const double cold = perf::feedOf(loader, times).step(gpu);
    times.fetch *=
        perf::missFraction(policyOf(in.text("cache_policy")), in.number("cached_fraction"));
    const double warm = perf::feedOf(loader, times).step(gpu);
    constexpr double hour = 3600.0;
    out.number("step_s", warm);
    out.number("hours",
               perf::trainingTime(in.number("epochs"), in.number("items") / batch, cold, warm) /
                   hour);
}

void hostCopy(Inputs& in, Outputs& out) {
    out.number("time_s", perf::copyTime(in.number("bytes"), in.number("latency_s"),
                                        in.number("bytes_per_s")));
}

void sharedUplink(Inputs& in, Outputs& out) {
    const double share =
        perf::uplinkShare(in.number("uplink_bytes_per_s"), in.integer("gpus_on_uplink"),
                          std::numeric_limits<double>::infinity());
    const perf::CopiedStep step = perf::copiedStep(
        in.number("compute_s"), perf::copyTime(in.number("bytes_per_step"), 0.0, share));
    out.number("share_bytes_per_s", share);
    out.number("step_s", step.step);
    out.number("idle_fraction", step.idle);
}

void syncs(Inputs& in, Outputs& out) {
    const std::vector<double> gpu = in.numbers("gpu_segments_s");
    const std::vector<double> issue = in.numbers("issue_segments_s");
    if (gpu.size() != issue.size()) {
        in.refuse("issue_segments_s", "selfcheck.unequal_lists",
                  {inQuotes("issue_segments_s"), inQuotes("gpu_segments_s")});
        return;
    }
    std::vector<perf::StepSegment> segments;
    for (std::size_t i = 0; i < gpu.size(); ++i)
        segments.push_back({gpu[i], issue[i]});
    const perf::SyncedStep step =
        perf::syncedStep(segments, in.number("delta_s"), in.number("round_trip_s"));
    out.number("async_s", step.free);
    out.number("sync_s", step.synced);
    out.number("cost_s", step.cost());
}

std::vector<CalcModel> storageModels() {
    const Range some = atLeast(0);
    const InputSpec policy = choice("policy", policyNames());
    std::vector<std::string> sharedPolicies = policyNames();
    sharedPolicies.emplace_back(coordinated);
    return {
        {"cache.miss",
         "what is read from storage in spite of a cache, from the second epoch on",
         "cache",
         {number("cached_fraction", "1", between(0, 1)), policy,
          number("dataset_bytes", "B", above(0))},
         {{"miss_fraction", "1"}, {"storage_bytes", "B"}},
         miss},
        {"cache.miss_shared",
         "what each of several servers reads from storage an epoch",
         "cache",
         {number("dataset_bytes", "B", above(0)), number("cache_bytes_per_server", "B", some),
          integer("servers", "1", 1, 1e6), choice("policy", sharedPolicies)},
         {{"storage_bytes_per_server", "B"}},
         missShared},
        {"storage.spindle",
         "items a second of one stream on a disk that seeks",
         "storage-rate",
         {number("seek_s", "s", some), number("bytes_per_s", "B/s", above(0)),
          number("bytes_per_item", "B", above(0)), number("ios_per_item", "1", some)},
         {{"items_per_s", "1/s"}},
         spindle},
        {"storage.parallel",
         "items a second of a store that takes many requests at once",
         "storage-rate",
         {number("latency_s", "s", some), number("streams", "1", above(0)),
          number("stream_bytes_per_s", "B/s", above(0)),
          number("link_bytes_per_s", "B/s", above(0)),
          number("requests_per_s_limit", "1/s", above(0)), number("bytes_per_item", "B", above(0)),
          number("bytes_per_request", "B", above(0))},
         {{"items_per_s", "1/s"}},
         parallel},
        {"data.rates",
         "fetching, preparing and training rates and what training waits for",
         "stall-shares",
         {number("cache_per_s", "1/s", above(0)), number("storage_per_s", "1/s", above(0)),
          number("cached_fraction", "1", between(0, 1)), policy,
          number("prep_per_s", "1/s", above(0)), number("gpu_per_s", "1/s", above(0))},
         {{"miss_fraction", "1"}, {"fetch_per_s", "1/s"}, {"train_per_s", "1/s"}, {"shares", "1"}},
         rates},
        {"data.au",
         "accelerators that a store keeps busy (MLPerf Storage)",
         "accelerator-utilization",
         {optional(anyText("workload")), number("batch", "1", above(0)),
          number("bytes_per_sample", "B", above(0)), number("compute_s", "s", above(0)),
          number("min_au", "1", {.least = 0, .most = 1, .leastOut = true}),
          number("store_bytes_per_s", "B/s", above(0))},
         {{"demand_bytes_per_s", "B/s"}, {"max_accelerators", "1"}},
         accelerators},
    };
}

} // namespace

std::vector<CalcModel> inputModels() {
    const Range some = atLeast(0);
    const InputSpec loader = choice("loader", {"synchronous", "workers", "staged"});
    const InputSpec workers = integer("workers", "1", 0, 1024);
    const InputSpec cores = number("cores", "1", above(0));
    std::vector<CalcModel> models = storageModels();
    const std::vector<CalcModel> others = {
        {"data.prep",
         "share of time a GPU waits for the cores that prepare its data",
         "preparation",
         {number("cores_per_gpu", "1", some), number("cores_needed", "1", above(0)),
          number("offload_gain", "1", above(0))},
         {{"prep_stall", "1"}},
         preparation},
        {"data.pipeline",
         "step time by the structure of the data loader",
         "loader",
         {loader, number("fetch_s", "s", some), number("prep_s", "s", some),
          number("h2d_s", "s", some), number("compute_s", "s", some), workers, cores},
         {{"step_s", "s"}, {"bound", ""}},
         pipeline},
        {"train.run_time",
         "run time of a training job from its input pipeline, first epoch cold",
         "run-time",
         {number("items", "1", above(0)), number("epochs", "1", above(0)),
          number("batch", "1", above(0)), loader, workers, cores,
          number("fetch_s_per_missed_item", "s", some),
          number("cached_fraction", "1", between(0, 1)), choice("cache_policy", policyNames()),
          number("prep_core_s_per_item", "s", some), number("tensor_bytes_per_item", "B", some),
          number("h2d_bytes_per_s", "B/s", above(0)), number("compute_fixed_s", "s", some),
          number("compute_per_item_s", "s", some)},
         {{"step_s", "s"}, {"hours", "h"}, {"ratio_first_to_last", "x", "hours"}},
         runTime},
        {"h2d.time",
         "copy from host memory to a GPU",
         "host-copy",
         {number("bytes", "B", some), number("bytes_per_s", "B/s", above(0)),
          number("latency_s", "s", some)},
         {{"time_s", "s"}},
         hostCopy},
        {"train.h2d_shared",
         "step time of GPUs that copy their batches over one uplink",
         "host-copy",
         {integer("gpus_on_uplink", "1", 1, 1e6), number("uplink_bytes_per_s", "B/s", above(0)),
          number("bytes_per_step", "B", some), number("compute_s", "s", some)},
         {{"share_bytes_per_s", "B/s"}, {"step_s", "s"}, {"idle_fraction", "1"}},
         sharedUplink},
        {"train.sync",
         "what sync points of host and device add to a step",
         "sync-points",
         {listOf("gpu_segments_s", number("", "s", some), 1, 100000),
          listOf("issue_segments_s", number("", "s", some), 1, 100000),
          number("delta_s", "s", some), number("round_trip_s", "s", some)},
         {{"async_s", "s"}, {"sync_s", "s"}, {"cost_s", "s"}},
         syncs},
    };
    models.insert(models.end(), others.begin(), others.end());
    return models;
}

} // namespace gpuplan::selfcheck
