#include <gpuplan/perf/cache_miss.hpp>
#include <gpuplan/perf/host_copy.hpp>
#include <gpuplan/perf/input_pipeline.hpp>
#include <gpuplan/perf/preparation.hpp>
#include <gpuplan/perf/sync_points.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

using namespace gpuplan;
using namespace gpuplan::perf;
using model::CachePolicy;
using model::DataFormat;
using model::InputPipeline;
using model::Loader;

namespace {

constexpr double photo = 110e3;

/// 1,000,000 photos (110 GB) in small files, 8 workers, 140 photos a second and core.
InputPipeline photos() {
    InputPipeline input;
    input.data.samples = 1'000'000;
    input.data.bytesPerSample = photo;
    input.workers = 8;
    input.cacheBytes = Bytes(55'000'000'000); // half of the set
    input.samplesPerCore = 140;
    input.tensorBytesPerSample = 602112;
    input.pinned = true;
    return input;
}

StoreRates fileServer() {
    StoreRates store;
    store.read = 10e9;
    store.latency = 0.0005;
    return store;
}

NodeRates eightGpus() {
    NodeRates node;
    node.gpus = 8;
    node.cores = 64;
    node.hostLink = {10e-6, 26e9};
    node.pageable = 8e9;
    node.gpusPerUplink = 2;
    node.network = {2e-6, 12.5e9};
    return node;
}

InputSite eightReaders() {
    InputSite site;
    site.samples = 64;
    site.readers = 8;
    return site;
}

double step(const InputTimes& times, double gpu) {
    return feedOf(times).step(gpu + times.gpuPreparation);
}

} // namespace

TEST_CASE("the input of a step is worked out stage by stage", "[perf][input]") {
    const InputTimes times = inputTimes(photos(), fileServer(), eightGpus(), eightReaders());

    const double miss = missFraction(CachePolicy::PageCache, 0.5);
    CHECK(times.missFraction == miss);
    CHECK(times.storeBytes == Approx(64 * miss * photo));
    CHECK(times.stages.fetch == Approx(64 * miss * 0.0005)); // latency of one stream
    CHECK(times.stages.storeLimit == Approx(8 * 64 * miss * photo / 10e9));
    CHECK(times.stages.prep == Approx(64 / 140.0));
    CHECK(times.stages.cores == 8); // 64 cores for 8 readers
    CHECK(times.stages.workers == 8);
    CHECK(times.hostBytes == 64 * 602112);
    CHECK(times.stages.copy == Approx(10e-6 + 64 * 602112 / 13e9)); // two GPUs an uplink
    CHECK(times.stages.copyOverlaps);
    CHECK(times.idleWorkers == 0);
    CHECK(feedOf(times).feed ==
          Approx((times.stages.fetch + times.stages.prep) / 8)); // 64/140/8 s and some latency
}

TEST_CASE("the first pass reads everything", "[perf][input]") {
    InputSite site = eightReaders();
    site.cold = true;

    const InputTimes times = inputTimes(photos(), fileServer(), eightGpus(), site);

    CHECK(times.missFraction == 1.0);
    CHECK(times.storeBytes == 64 * photo);
}

TEST_CASE("more workers than cores gain nothing, and it is said", "[perf][input]") {
    InputPipeline input = photos();
    const double enough = step(inputTimes(input, fileServer(), eightGpus(), eightReaders()), 0.01);
    input.workers = 40; // 5 a core, within the advice of 4-8

    const InputTimes times = inputTimes(input, fileServer(), eightGpus(), eightReaders());

    CHECK(times.idleWorkers == 32);
    // Fetching hides behind preparing; the cores have no more to give.
    CHECK(step(times, 0.01) == Approx(64 / 140.0 / 8));
    CHECK(step(times, 0.01) == Approx(enough).epsilon(0.1));
}

TEST_CASE("workers of the GPUs of a node share its cores", "[perf][input]") {
    InputSite alone = eightReaders();
    alone.readers = 1;
    InputPipeline input = photos();
    input.workers = 32;

    CHECK(inputTimes(input, fileServer(), eightGpus(), alone).stages.cores == 32);
    CHECK(inputTimes(input, fileServer(), eightGpus(), eightReaders()).stages.cores == 8);
    InputSite threads = eightReaders();
    threads.hyperThreads = 64;
    CHECK(inputTimes(input, fileServer(), eightGpus(), threads).stages.cores == 10);
}

TEST_CASE("part of the preparation can go to the GPU or before training", "[perf][input]") {
    InputPipeline input = photos();
    input.gpuShare = 0.75;
    input.samplesPerGpu = 4000;
    const InputTimes shared = inputTimes(input, fileServer(), eightGpus(), eightReaders());
    CHECK(shared.stages.prep == Approx(64 * 0.25 / 140));
    CHECK(shared.gpuPreparation == Approx(64 * 0.75 / 4000));

    input.offline = model::OfflinePreparation{.growth = 5, .cores = 16, .perCore = {}};
    const InputTimes offline = inputTimes(input, fileServer(), eightGpus(), eightReaders());
    CHECK(offline.stages.prep == 0);
    CHECK(offline.gpuPreparation == 0);
    CHECK(dataSetBytes(input) == Approx(5 * 110e9));
    CHECK(offline.missFraction == missFraction(CachePolicy::PageCache, 0.1));
}

TEST_CASE("pageable copies block and are slower", "[perf][input]") {
    InputPipeline input = photos();
    input.pinned = false;

    const InputTimes times = inputTimes(input, fileServer(), eightGpus(), eightReaders());

    CHECK_FALSE(times.stages.copyOverlaps);
    CHECK(times.stages.copy == Approx(10e-6 + 64 * 602112 / 8e9));
    CHECK(feedOf(times).blocking == times.stages.copy);
}

TEST_CASE("a worker loader without workers is synchronous", "[perf][input]") {
    InputPipeline input = photos();
    input.workers = 0;

    const InputTimes times = inputTimes(input, fileServer(), eightGpus(), eightReaders());

    CHECK(times.loader == Loader::Synchronous);
    CHECK(step(times, 0.05) ==
          Approx(0.05 + times.stages.fetch + times.stages.prep + times.stages.copy));
}

TEST_CASE("a shared store is divided among nodes, a local one is not", "[perf][input]") {
    InputSite site = eightReaders();
    site.nodes = 4;
    site.cold = true;
    StoreRates store = fileServer();

    const double shared = inputTimes(photos(), store, eightGpus(), site).stages.storeLimit;
    store.isLocal = true;
    const double local = inputTimes(photos(), store, eightGpus(), site).stages.storeLimit;
    store.isLocal = false;
    store.read = 1e12; // now the node's network is what binds
    const double network = inputTimes(photos(), store, eightGpus(), site).stages.storeLimit;
    site.storeBytesPerSecond = 1e9;
    const double granted = inputTimes(photos(), store, eightGpus(), site).stages.storeLimit;

    const double bytes = 8 * 64 * photo;
    CHECK(shared == Approx(bytes / 2.5e9));
    CHECK(local == Approx(bytes / 10e9));
    CHECK(network == Approx(bytes / 12.5e9));
    CHECK(granted == Approx(bytes / 1e9));
}

TEST_CASE("the stages of a pipeline can be taken away one by one", "[perf][input]") {
    const InputTimes times = inputTimes(photos(), fileServer(), eightGpus(), eightReaders());

    CHECK(feedOf(times, {false, false, false}).feed == 0);
    CHECK(feedOf(times, {false, false, true}).feed == times.stages.copy);
    CHECK(feedOf(times, {false, true, false}).feed == times.stages.prep / 8);
}

TEST_CASE("a faster store or a larger cache never slows a step", "[perf][input]") {
    for (const Loader loader : {Loader::Synchronous, Loader::Workers, Loader::Staged})
        for (const DataFormat format : {DataFormat::RawFiles, DataFormat::Lmdb, DataFormat::Shards})
            for (const bool spindle : {false, true}) {
                InputPipeline input = photos();
                input.loader = loader;
                input.data.format = format;
                StoreRates store = fileServer();
                store.isSpindle = spindle;
                store.stream = 200e6;
                store.opens = 2000;
                store.iops = 5000;
                const auto now = [&] {
                    return step(inputTimes(input, store, eightGpus(), eightReaders()), 0.02);
                };
                const double before = now();
                const auto faster = [&](auto change) {
                    const StoreRates kept = store;
                    change(store);
                    const double after = now();
                    store = kept;
                    return after;
                };
                INFO(static_cast<int>(loader) << static_cast<int>(format) << spindle);
                CHECK(faster([](StoreRates& one) { one.read *= 2; }) <= before);
                CHECK(faster([](StoreRates& one) { one.stream = 1e9; }) <= before);
                CHECK(faster([](StoreRates& one) { one.iops = 1e6; }) <= before);
                CHECK(faster([](StoreRates& one) { one.opens = 1e6; }) <= before);
                CHECK(faster([](StoreRates& one) { one.latency = 1e-5; }) <= before);
                input.cacheBytes = Bytes(80'000'000'000);
                CHECK(now() <= before);
            }
}

TEST_CASE("all figures that a pipeline lacks are named at once", "[perf][input]") {
    InputPipeline input = photos();
    input.cacheBytes.reset();
    input.pinned = false;

    const auto missing = missingInputFigures(input, StoreRates{}, NodeRates{});

    CHECK(missing == std::vector<std::string_view>{"storage.read", "node.memory", "node.cores",
                                                   "node.host_link", "node.pageable"});
    CHECK_THROWS(inputTimes(input, StoreRates{}, NodeRates{}, {}));
    CHECK(missingInputFigures(photos(), fileServer(), eightGpus()).empty());
}

TEST_CASE("four fifths of a node's memory cache its data", "[perf][input]") {
    InputPipeline input = photos();
    input.cacheBytes.reset();
    NodeRates node = eightGpus();
    node.memory = 55e9;

    CHECK(cachedFraction(input, node) == Approx(0.4));
    node.memory = 1e12; // more than the set
    CHECK(cachedFraction(input, node) == 1.0);
}

TEST_CASE("idle GPUs behind a narrow bus", "[perf][copy]") {
    const double share = uplinkShare(24e9, 4, INFINITY);
    const CopiedStep copied = copiedStep(0.14, copyTime(1.2e9, 0.0, share));

    CHECK(share == 6e9);
    CHECK(copied.step == Approx(0.2));
    CHECK(copied.idle == Approx(0.3));
    CHECK(uplinkShare(24e9, 2, 8e9) == 8e9); // its own link is narrower
}

TEST_CASE("cores that are missing stall a GPU", "[perf][prep]") {
    CHECK(preparationStall(3, 12, 1) == 0.75);
    CHECK(preparationStall(3, 12, 2) == 0.5);
    CHECK(preparationStall(16, 12, 1) == 0.0);
    CHECK(busyCores(4, 16) == 4);
    CHECK(busyCores(40, 16) == 16);
}

TEST_CASE("sync points cost a drain each where the step is even, more where it is not",
          "[perf][sync]") {
    const std::array segments{StepSegment{0.03, 0.006}, StepSegment{0.0005, 0.002},
                              StepSegment{0.004, 0.001}};
    const SyncedStep uneven = syncedStep(segments, 10e-6, 15e-6);
    CHECK(uneven.free == Approx(0.0345));
    CHECK(uneven.synced == Approx(0.03 + 0.002 + 0.004 + 3 * 25e-6));

    model::SyncPoints sync;
    sync.perStep = 3;
    sync.issue = Duration(9'000);
    sync.delta = Duration(10);
    sync.roundTrip = Duration(15);
    CHECK(syncedStep(sync, 0.0345).cost() == Approx(3 * 25e-6));
    sync.everySteps = 100;
    CHECK(syncedStep(sync, 0.0345).cost() == Approx(3 * 25e-6 / 100));
    sync.issue = Duration(50'000); // the host is what the step waits for
    CHECK(syncedStep(sync, 0.0345).free == Approx(0.05));
    CHECK(syncedStep(sync, 0.0345).cost() <= uneven.cost());
}
