/// Jobs whose speed follows from hardware: shared stores, phases, what each microsecond was spent
/// on. Every expected figure is worked out by hand beside it.

#include <gpuplan/planner/conservation.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan;
using model::GpuState;

namespace {

constexpr std::int64_t second = 1'000'000;

perf::GpuRates anyGpu() {
    perf::GpuRates gpu;
    gpu.id = "gpu";
    gpu.fp16 = 100e12;
    gpu.memoryBandwidth = 1e12;
    gpu.memory = 80e9;
    return gpu;
}

/// 10 ms of computing a sample and step, 1 MB read for it.
model::StepModel readingStep() {
    model::StepModel step;
    step.gpu = "gpu";
    model::AffineStep affine;
    affine.perSample = 0.01;
    affine.gpu = "gpu";
    step.compute = affine;
    model::InputPipeline input;
    input.data.samples = 1'000'000'000;
    input.data.bytesPerSample = 1e6;
    input.data.format = model::DataFormat::Shards;
    input.data.samplesPerShard = 1'000'000;
    input.data.tier = "store";
    input.loader = model::Loader::Staged;
    input.cache = model::CachePolicy::None;
    step.input = input;
    return step;
}

perf::JobModelInputs inputsOf(model::StepModel step) {
    perf::JobModelInputs inputs;
    inputs.stated = step;
    inputs.step = std::move(step);
    inputs.gpu = inputs.statedGpu = inputs.curveGpu = inputs.statedCurveGpu = anyGpu();
    inputs.node.gpus = 8;
    inputs.node.cores = 64;
    inputs.node.memory = 1e12;
    inputs.node.hostLink = {0, 25e9};
    inputs.node.pageable = 8e9;
    return inputs;
}

/// Nodes of 8 GPUs, a store of 100 MB/s that all of them share.
sim::World sharedWorld(const model::StepModel& step) {
    perf::JobModelInputs inputs = inputsOf(step);
    perf::StoreRates store;
    store.id = "store";
    store.read = 100e6;
    store.opens = 1e9;
    inputs.store = store;
    sim::World world;
    sim::PoolSpec pool;
    pool.name = "nodes";
    pool.gpusPerNode = 8;
    pool.supply = model::FixedSupply{1};
    world.pools.push_back(pool);
    world.activities.resize(1);
    sim::ClassSteps steps;
    steps.byPool.push_back(std::make_shared<const perf::JobModel>(inputs));
    steps.store = 0;
    world.steps.push_back(steps);
    world.stores.push_back({"store", 100e6, 0});
    return world;
}

workload::JobTable jobsAt(const std::vector<std::int64_t>& submits, std::int64_t duration) {
    workload::JobTable jobs;
    for (std::size_t i = 0; i < submits.size(); ++i) {
        jobs.ids.append(std::to_string(i + 1));
        jobs.submit.push_back(submits[i]);
        jobs.duration.push_back(duration);
        jobs.gpus.push_back(1000);
    }
    return jobs;
}

history::Tick state(const history::History& history, std::size_t job, GpuState state) {
    return history.jobStates[job][static_cast<std::size_t>(state)];
}

} // namespace

TEST_CASE("a job alone reads as fast as it computes", "[sim][steps]") {
    // 1 MB at 100 MB/s is 10 ms, as long as computing takes: nothing is lost but the first batch,
    // which nothing hides.
    const sim::World world = sharedWorld(readingStep());
    const workload::JobTable jobs = jobsAt({0}, 100 * second);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    CHECK(history->lastEnd[0] == 100 * second + second / 100);
    CHECK(state(*history, 0, GpuState::Compute) == 100 * second);
    CHECK(state(*history, 0, GpuState::Fetch) == second / 100);
    planner::checkHistory(world, jobs, *history);
}

TEST_CASE("two jobs share a store evenly, and each waits for the other", "[sim][steps][fluid]") {
    // The second begins 50 s after the first. Until then the first has done 50 s of its work; from
    // then on each reads 50 MB/s and is half as fast. The first ends 100 s later, when the second
    // has done 50 s of work and goes on alone for the other 50.
    const sim::World world = sharedWorld(readingStep());
    const workload::JobTable jobs = jobsAt({0, 50 * second}, 100 * second);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    const std::int64_t first = second / 100;
    CHECK(std::abs(history->lastEnd[0] - (150 * second + first)) <= 1);
    CHECK(std::abs(history->lastEnd[1] - (200 * second + first)) <= 2);
    // Of the 150 s, 100 are spent computing; what sharing added is waiting for data.
    CHECK(std::abs(state(*history, 0, GpuState::Compute) - 100 * second) <= 2);
    CHECK(std::abs(state(*history, 0, GpuState::Fetch) - (50 * second + first)) <= 2);
    planner::checkHistory(world, jobs, *history);
    // 20,000 samples of 1 MB in all.
    REQUIRE(history->dataMoved.size() == 1);
    CHECK(history->dataMoved[0].byLink == Approx(20'000e6).epsilon(1e-6));
    CHECK(history->dataMoved[0].byJobs == Approx(20'000e6).epsilon(1e-6));
}

TEST_CASE("the first pass over the data is cold, later ones read what the cache misses",
          "[sim][steps][phases]") {
    // 1,000 samples of 1 MB fit the cache (pinned, all of it): from the second pass on nothing is
    // read. A slower store, 50 MB/s: a cold step takes 20 ms, a warm one 10.
    model::StepModel step = readingStep();
    step.input->data.samples = 1000;
    step.input->data.samplesPerShard = 1000;
    step.input->cache = model::CachePolicy::Pinned;
    step.input->cacheBytes = Bytes(1'000'000'000);
    step.work = model::WorkByEpochs{3};
    sim::World world = sharedWorld(step);
    perf::JobModelInputs inputs = world.steps[0].byPool[0]->inputs();
    inputs.store->read = 50e6;
    world.steps[0].byPool[0] = std::make_shared<const perf::JobModel>(inputs);
    world.stores[0].read = 50e6;
    const auto duration =
        perf::JobModel::statedDuration(step, inputs.statedGpu, inputs.statedCurveGpu, 1);
    REQUIRE(duration == 3 * 10 * second); // 3 x 1000 x 10 ms of computing
    const workload::JobTable jobs = jobsAt({0}, *duration);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    // First batch 20 ms, then 1,000 x 20 ms and 2,000 x 10 ms.
    CHECK(history->lastEnd[0] == 40 * second + second / 50);
    CHECK(state(*history, 0, GpuState::Compute) == 30 * second);
    CHECK(state(*history, 0, GpuState::Fetch) == 10 * second + second / 50);
    planner::checkHistory(world, jobs, *history);
}

TEST_CASE("checkpoints stall a job by their share", "[sim][steps][checkpoint]") {
    // 1e9 parameters x 14 B = 14 GB at 1.4 GB/s = 10 s every 90 s of work: a tenth of the time.
    model::StepModel step = readingStep();
    step.input.reset();
    step.parameters = 1e9;
    step.checkpoint = model::CheckpointPlan{};
    step.checkpoint->interval = Duration(90 * second);
    step.checkpoint->tier = "store";
    sim::World world = sharedWorld(step);
    perf::JobModelInputs inputs = inputsOf(step);
    perf::StoreRates store;
    store.id = "store";
    store.read = store.write = 1.4e9;
    inputs.checkpointStore = store;
    inputs.node.network = {0, 100e9};
    world.steps[0].byPool[0] = std::make_shared<const perf::JobModel>(inputs);
    world.steps[0].store = sim::ClassSteps::noStore;
    const workload::JobTable jobs = jobsAt({0}, 900 * second);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    CHECK(history->lastEnd[0] == 1000 * second);
    CHECK(std::abs(state(*history, 0, GpuState::Checkpoint) - 100 * second) <= 1);
    planner::checkHistory(world, jobs, *history);
}

TEST_CASE("a job that no GPU's memory holds is rejected, and the run goes on",
          "[sim][steps][memory]") {
    // 10e9 parameters x 16 B = 160 GB of states alone, on 80 GB.
    model::StepModel step = readingStep();
    step.input.reset();
    step.parameters = 10e9;
    step.activationBytesPerSample = 1e6;
    const sim::World world = sharedWorld(step);
    const workload::JobTable jobs = jobsAt({0, second}, 10 * second);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    CHECK(history->jobs.rejected == 2);
    REQUIRE(history->rejections.size() == 2);
    CHECK(history->rejections[0].resource == "gpu_memory");
}

TEST_CASE("the same jobs give the same history and hash", "[sim][steps][determinism]") {
    const sim::World world = sharedWorld(readingStep());
    const workload::JobTable jobs =
        jobsAt({0, 3 * second, 3 * second, 7 * second, 11 * second}, 40 * second);

    const auto once = sim::simulate(world, jobs);
    const auto again = sim::simulate(world, jobs);

    REQUIRE(once);
    REQUIRE(again);
    CHECK(once->eventHash == again->eventHash);
    CHECK(once->jobStates == again->jobStates);
}

TEST_CASE("easy backfilling expects ends as they move", "[sim][steps][policy]") {
    // Eight readers fill the node; the ninth waits for the first to end. Each reads 12.5 MB/s, an
    // eighth of what it asks for: 10 s of work take 80 s.
    sim::World world = sharedWorld(readingStep());
    world.queue = model::QueueRule::Easy;
    const workload::JobTable jobs = jobsAt(std::vector<std::int64_t>(9, 0), 10 * second);

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    CHECK(history->jobs.completed == 9);
    CHECK(std::abs(history->firstStart[8] - (80 * second + second / 100)) <= 10);
    planner::checkHistory(world, jobs, *history);
}

TEST_CASE("a step takes as long as the host needs to issue it", "[sim][steps][sync]") {
    // 10 ms of computing, 30 ms to issue, one read of the device a step: 10 + 20 us.
    model::StepModel step = readingStep();
    step.input.reset();
    step.sync = model::SyncPoints{1, 1, Duration(30'000), Duration(10), Duration(20)};
    sim::World world = sharedWorld(step);
    world.steps[0].store = sim::ClassSteps::noStore;
    const workload::JobTable jobs = jobsAt({0}, 10 * second); // 1,000 steps

    const auto history = sim::simulate(world, jobs);

    REQUIRE(history);
    CHECK(std::abs(history->lastEnd[0] - (30 * second + 30'000)) <= 1);
    CHECK(std::abs(state(*history, 0, GpuState::Compute) - 10 * second) <= 1);
    CHECK(std::abs(state(*history, 0, GpuState::Sync) - (20 * second + 30'000)) <= 1);
}
