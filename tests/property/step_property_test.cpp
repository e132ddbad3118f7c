/// Steps and the time that jobs spend on them, on random models, hardware and fleets: whatever is
/// asked, the parts sum to the whole, and taking a cause away never makes a step slower.

#include "random_world.hpp"

#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/job_model.hpp>
#include <gpuplan/planner/conservation.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace gpuplan;
using namespace gpuplan::testing;

namespace {

constexpr std::uint64_t scenarios = 1000;

double between(Dice& dice, double least, double most) {
    return least + (most - least) * static_cast<double>(dice.roll(1'000'001)) * 1e-6;
}

/// Between powers of ten, so that every stage binds now and then.
double magnitude(Dice& dice, int least, int most) {
    double value = between(dice, 1, 10);
    for (std::int64_t i = least + dice.roll(most - least); i > 0; --i)
        value *= 10;
    for (std::int64_t i = least; i < 0; ++i)
        value /= 10;
    return value;
}

template <typename T>
T oneOf(Dice& dice, std::initializer_list<T> values) {
    return *(values.begin() + dice.roll(static_cast<std::int64_t>(values.size())));
}

model::StepCompute anyCompute(Dice& dice) {
    switch (dice.roll(4)) {
    case 0: {
        model::AffineStep step;
        step.fixed = Duration(dice.roll(20'000));
        step.perSample = magnitude(dice, -4, -1);
        step.gpu = "gpu";
        return step;
    }
    case 1: {
        model::StageStep step;
        step.flopsPerSample = magnitude(dice, 8, 12);
        step.bytesPerSample = magnitude(dice, 5, 9);
        step.kernels = static_cast<double>(dice.roll(500));
        return step;
    }
    case 2: {
        model::ConvolutionalStep step;
        step.forwardFlopsPerSample = magnitude(dice, 8, 11);
        step.efficiency = between(dice, 0.15, 0.45);
        return step;
    }
    default:
        break;
    }
    model::TransformerStep step;
    step.heads = 8 * (1 + dice.roll(4));
    step.hidden = step.heads * 64;
    step.layers = 4 * (1 + dice.roll(6));
    step.sequence = oneOf<std::int64_t>(dice, {128, 512, 2048});
    step.vocabulary = 32'000;
    step.fusedAttention = dice.coin();
    return step;
}

model::InputPipeline anyInput(Dice& dice) {
    model::InputPipeline input;
    input.data.samples = 1 + dice.roll(1'000'000);
    input.data.bytesPerSample = magnitude(dice, 3, 7);
    input.data.format = oneOf(
        dice, {model::DataFormat::RawFiles, model::DataFormat::Lmdb, model::DataFormat::Shards});
    input.data.tier = "store";
    input.loader =
        oneOf(dice, {model::Loader::Synchronous, model::Loader::Workers, model::Loader::Staged});
    input.workers = 1 + dice.roll(32);
    input.variation = dice.roll(20) == 0 ? between(dice, 0, 1) : 0;
    input.prefetch = 1 + dice.roll(4);
    input.requests = 1 + dice.roll(8);
    input.cache = oneOf(dice, {model::CachePolicy::None, model::CachePolicy::Pinned,
                               model::CachePolicy::PageCache, model::CachePolicy::LruShuffled,
                               model::CachePolicy::LruSequential});
    input.cacheBytes = Bytes(1 + dice.roll(1'000'000'000'000));
    if (dice.coin())
        input.samplesPerCore = magnitude(dice, 1, 4);
    if (dice.coin()) {
        input.gpuShare = between(dice, 0, 1);
        input.samplesPerGpu = magnitude(dice, 2, 5);
    }
    input.tensorBytesPerSample = magnitude(dice, 3, 7);
    input.pinned = dice.coin();
    return input;
}

model::StepModel anyStep(Dice& dice) {
    model::StepModel step;
    step.gpu = "gpu";
    step.compute = anyCompute(dice);
    step.parameters = magnitude(dice, 6, 9);
    step.microBatch = 1 + dice.roll(64);
    step.accumulation = 1 + dice.roll(4);
    step.parallel.sharding = dice.roll(4);
    step.parallel.overlap = dice.coin();
    if (dice.coin())
        step.input = anyInput(dice);
    if (dice.coin())
        step.sync =
            model::SyncPoints{1 + dice.roll(5), 1 + dice.roll(10), Duration(dice.roll(50'000))};
    if (dice.coin()) {
        step.checkpoint = model::CheckpointPlan{};
        step.checkpoint->interval = Duration(60'000'000 + dice.roll(3'600'000'000));
        step.checkpoint->asynchronous = dice.coin();
        step.checkpoint->rankZero = dice.coin();
        step.checkpoint->tier = "store";
    }
    step.setup = Duration(dice.roll(120'000'000));
    step.jitter = dice.coin() ? between(dice, 0, 0.1) : 0;
    return step;
}

perf::JobModelInputs anyInputs(Dice& dice) {
    perf::JobModelInputs inputs;
    inputs.stated = anyStep(dice);
    inputs.step = inputs.stated;
    perf::GpuRates gpu;
    gpu.id = "gpu";
    gpu.fp16 = magnitude(dice, 13, 15);
    gpu.memoryBandwidth = magnitude(dice, 11, 13);
    gpu.memory = 1e15; // memory is not what is looked at here
    inputs.gpu = inputs.statedGpu = inputs.curveGpu = inputs.statedCurveGpu = gpu;
    inputs.node.gpus = 8;
    inputs.node.cores = static_cast<double>(1 + dice.roll(128));
    inputs.node.memory = 1e12;
    inputs.node.hostLink = {1e-5, magnitude(dice, 9, 11)};
    inputs.node.pageable = inputs.node.hostLink.bytesPerSecond / 2;
    inputs.node.gpusPerUplink = oneOf<std::int64_t>(dice, {1, 2, 4});
    if (dice.coin()) {
        inputs.node.gpuLink = {1e-6, magnitude(dice, 10, 12)};
        inputs.node.islandGpus = oneOf<std::int64_t>(dice, {2, 8});
    }
    inputs.node.network = {5e-6, magnitude(dice, 8, 11)};
    inputs.node.bounceBandwidth = inputs.node.hostLink.bytesPerSecond / 2;
    perf::StoreRates store;
    store.id = "store";
    store.isLocal = dice.coin();
    store.isSpindle = dice.coin();
    store.read = magnitude(dice, 7, 11);
    store.write = magnitude(dice, 7, 11);
    store.latency = magnitude(dice, -5, -2);
    if (dice.coin())
        store.opens = magnitude(dice, 2, 6);
    inputs.store = inputs.checkpointStore = store;
    return inputs;
}

perf::Placement anyPlacement(Dice& dice) {
    perf::Placement placement;
    placement.nodes = 1 + dice.roll(4);
    placement.mostOnNode = 1 + dice.roll(8);
    placement.gpus = placement.nodes * placement.mostOnNode;
    return placement;
}

constexpr std::int64_t sumOf(const perf::StateParts& parts) {
    return std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
}

/// Random jobs of two stepped classes and one without a step, on one or two pools.
struct Fleet {
    sim::World world;
    workload::JobTable jobs;
};

Fleet anyFleet(Dice& dice) {
    Fleet fleet;
    sim::World& world = fleet.world;
    const std::int64_t pools = 1 + dice.roll(2);
    for (std::int64_t p = 0; p < pools; ++p) {
        sim::PoolSpec pool;
        pool.name = "pool-" + std::to_string(p);
        pool.gpusPerNode = 8;
        const std::int64_t nodes = 1 + dice.roll(3);
        if (dice.coin())
            pool.supply = model::FixedSupply{nodes};
        else
            pool.supply = model::ElasticSupply{0, nodes, Duration(dice.roll(600'000'000)),
                                               Duration(dice.roll(600'000'000))};
        pool.nodeNetwork = magnitude(dice, 8, 10);
        pool.nodesPerLeaf = dice.roll(3);
        pool.leafUplink = magnitude(dice, 8, 10);
        world.pools.push_back(std::move(pool));
    }
    world.queue =
        oneOf(dice, {model::QueueRule::Fifo, model::QueueRule::Greedy, model::QueueRule::Easy,
                     model::QueueRule::Conservative, model::QueueRule::ShortestFirst});
    world.placement = oneOf(dice, {model::PlacementRule::Pack, model::PlacementRule::FewestNodes,
                                   model::PlacementRule::Spread});
    world.estimates = dice.coin() ? model::EstimateRule::Exact : model::EstimateRule::Requested;
    world.activities.resize(3);
    world.activities[2].shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    world.horizon = 10LL * 86'400 * 1'000'000;
    world.meterAt = {3LL * 86'400 * 1'000'000, 6LL * 86'400 * 1'000'000};
    world.stores.push_back({"store", magnitude(dice, 6, 9), magnitude(dice, 7, 9)});
    for (int c = 0; c < 2; ++c) {
        const perf::JobModelInputs inputs = anyInputs(dice);
        sim::ClassSteps steps;
        for (std::int64_t p = 0; p < pools; ++p)
            steps.byPool.push_back(std::make_shared<const perf::JobModel>(inputs));
        if (!inputs.store->isLocal)
            steps.store = steps.checkpointStore = 0;
        world.steps.push_back(std::move(steps));
    }
    world.steps.emplace_back();
    const std::int64_t count = dice.roll(40);
    std::vector<std::int64_t> submits;
    for (std::int64_t i = 0; i < count; ++i)
        submits.push_back(dice.roll(5LL * 86'400 * 1'000'000));
    std::sort(submits.begin(), submits.end());
    workload::JobTable& jobs = fleet.jobs;
    for (std::int64_t i = 0; i < count; ++i) {
        jobs.ids.append(std::to_string(i + 1));
        jobs.submit.push_back(submits[static_cast<std::size_t>(i)]);
        jobs.duration.push_back(dice.roll(20'000'000'000));
        jobs.estimate.push_back(jobs.duration.back() * (1 + dice.roll(3)));
        jobs.gpus.push_back(static_cast<std::int32_t>(1000 * (1 + dice.roll(12))));
        jobs.jobClass.push_back(static_cast<std::uint8_t>(dice.roll(3)));
    }
    return fleet;
}

} // namespace

TEST_CASE("a step's ladder never falls, and no cause taken away makes it slower",
          "[property][steps]") {
    for (std::uint64_t seed = 0; seed < scenarios; ++seed) {
        Dice dice(seed);
        const perf::JobModel model(anyInputs(dice));
        const perf::Placement placement = anyPlacement(dice);
        INFO("seed " << seed);
        for (const bool cold : {false, true}) {
            const perf::StepBreakdown step = model.step(placement, cold);
            REQUIRE(step.ladder[0] > 0);
            for (std::size_t k = 1; k < perf::stageCount; ++k)
                REQUIRE(step.ladder[k] >= step.ladder[k - 1]);
            for (const double without : step.without) {
                REQUIRE(without <= step.step());
                REQUIRE(without >= step.ladder[0] * (1 - 1e-12));
            }
            REQUIRE(step.busy() <= step.step() * (1 + 1e-12));
            REQUIRE(step.smActive() <= step.busy());
            REQUIRE(std::min(step.tensorSeconds, step.ladder[0]) <= step.smActive());
            REQUIRE((step.slowest == 0 || step.slowest >= step.step()));
            const perf::Pace pace = model.pace(placement, cold);
            REQUIRE(sumOf(pace.parts) == perf::wholeParts);
            REQUIRE(*std::min_element(pace.parts.begin(), pace.parts.end()) >= 0);
            REQUIRE(pace.stretch > 0);
        }
        REQUIRE(sumOf(model.startUp(placement).parts) == perf::wholeParts);
    }
}

TEST_CASE("GPU time, jobs and bytes are conserved where jobs share stores and links",
          "[property][steps][conservation]") {
    std::uint64_t finished = 0;
    for (std::uint64_t seed = 0; seed < scenarios; ++seed) {
        Dice dice(seed + 1'000'000);
        const Fleet fleet = anyFleet(dice);
        INFO("seed " << seed);
        const auto history = sim::simulate(fleet.world, fleet.jobs);
        REQUIRE(history);
        REQUIRE_NOTHROW(planner::checkHistory(fleet.world, fleet.jobs, *history));
        finished += history->jobs.completed;
        // Jobs' own times, added up by state, are the pools' GPU time in the states of jobs.
        std::array<Int128, model::gpuStateCount> byJobs{};
        std::array<Int128, model::gpuStateCount> byPools{};
        for (std::uint32_t job = 0; job < fleet.jobs.size(); ++job)
            for (std::size_t s = 0; s < byJobs.size(); ++s)
                byJobs[s] += Int128{fleet.jobs.gpus[job]} * history->jobStates[job][s];
        Int128 without = 0; // of the class without a step: all compute
        for (const history::MeterReading& reading : history->readings) {
            for (std::size_t s = 0; s < byPools.size(); ++s)
                byPools[s] += reading.byState[s].base();
            without += reading.allocatedByClass[2].base();
        }
        const auto held = [&](model::GpuState state) {
            const auto s = static_cast<std::size_t>(state);
            return byPools[s] == byJobs[s] + (state == model::GpuState::Compute ? without : 0);
        };
        for (const auto state :
             {model::GpuState::IdleHeld, model::GpuState::Restart, model::GpuState::Checkpoint,
              model::GpuState::Fetch, model::GpuState::Prep, model::GpuState::H2d,
              model::GpuState::Sync, model::GpuState::Comm, model::GpuState::Compute})
            REQUIRE(held(state));
    }
    CHECK(finished > scenarios); // the fleets really work
}
