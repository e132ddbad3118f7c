/// What an event of the whole simulator costs while more and more jobs share storage and network
/// elsewhere: fleets that differ in nothing but their size, played by the same number of jobs, as
/// ratios taken in one run. No figure fails a build by itself.

#include "bench_trace.hpp"

#include <gpuplan/sim/simulate.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

using namespace gpuplan;

namespace {

constexpr std::int64_t perNode = 10;
constexpr std::size_t jobCount = 40'000;

/// A job reads as fast as its node's disk allows one alone: ten share it, and the network that all
/// nodes' second class reads over has room for all.
perf::JobModelInputs inputs(bool isLocal) {
    perf::JobModelInputs inputs;
    model::StepModel& step = inputs.step;
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
    inputs.stated = step;
    perf::GpuRates gpu;
    gpu.id = "gpu";
    gpu.fp16 = 1e14;
    gpu.memoryBandwidth = 1e12;
    inputs.gpu = inputs.statedGpu = inputs.curveGpu = inputs.statedCurveGpu = gpu;
    inputs.node.gpus = perNode;
    inputs.node.cores = 64;
    inputs.node.memory = 1e12;
    inputs.node.hostLink = {0, 25e9};
    inputs.node.pageable = 8e9;
    perf::StoreRates store;
    store.id = "store";
    store.read = isLocal ? 150e6 : 1e12;
    store.isLocal = isLocal;
    store.opens = 1e9;
    inputs.store = store;
    return inputs;
}

sim::World fleet(std::int64_t concurrent) {
    sim::World world;
    sim::PoolSpec pool;
    pool.name = "nodes";
    pool.gpusPerNode = perNode;
    pool.supply = model::FixedSupply{concurrent / perNode};
    pool.nodeNetwork = 300e6; // what two of a node's readers over the network ask for and more
    world.pools.push_back(pool);
    world.placement = model::PlacementRule::Pack;
    world.activities.resize(2);
    world.stores.push_back({"store", 1e12, 0});
    for (const bool isLocal : {true, false}) {
        sim::ClassSteps steps;
        steps.byPool.push_back(std::make_shared<const perf::JobModel>(inputs(isLocal)));
        if (!isLocal)
            steps.store = 0;
        world.steps.push_back(steps);
    }
    return world;
}

workload::JobTable jobs() {
    workload::JobTable table;
    bench::SplitMix64 random(7);
    for (std::size_t i = 0; i < jobCount; ++i) {
        table.ids.append(std::to_string(i + 1));
        table.submit.push_back(0);
        table.duration.push_back(static_cast<std::int64_t>(3.6e9 * (0.5 + random.next())));
        table.gpus.push_back(1000);
        table.jobClass.push_back(random.next() < 0.5 ? 0 : 1);
    }
    return table;
}

/// Nanoseconds an event, and the slow-down that sharing really caused.
struct Cost {
    double perEvent = 0;
    double waiting = 0; ///< share of the jobs' time spent waiting for data
};

Cost cost(const sim::World& world, const workload::JobTable& table) {
    const auto began = std::chrono::steady_clock::now();
    const auto history = sim::simulate(world, table, {}, {.attempts = false});
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    double held = 0;
    double fetch = 0;
    for (const auto& states : history->jobStates)
        for (std::size_t s = 0; s < states.size(); ++s) {
            held += static_cast<double>(states[s]);
            if (s == static_cast<std::size_t>(model::GpuState::Fetch))
                fetch += static_cast<double>(states[s]);
        }
    return {took / static_cast<double>(history->events) * 1e9, fetch / held};
}

} // namespace

int main() {
    const workload::JobTable table = jobs();
    constexpr std::int64_t sizes[] = {100, 1000, 10'000};
    constexpr int rounds = 3;
    std::printf("\nwhole simulator: %zu jobs that share their node's disk and network\n", jobCount);
    std::printf("%12s %14s %8s %18s\n", "concurrent", "ns an event", "ratio", "time lost sharing");
    double first = 0;
    for (const std::int64_t size : sizes) {
        const sim::World world = fleet(size);
        Cost best = cost(world, table);
        for (int i = 1; i < rounds; ++i)
            best.perEvent = std::min(best.perEvent, cost(world, table).perEvent);
        if (first == 0)
            first = best.perEvent;
        std::printf("%12lld %14.0f %8.2f %17.0f%%\n", static_cast<long long>(size), best.perEvent,
                    best.perEvent / first, best.waiting * 100);
    }
    return 0;
}
