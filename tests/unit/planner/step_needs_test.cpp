#include <gpuplan/planner/step_needs.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

catalog::Catalogs catalogs() {
    catalog::Catalogs all;
    catalog::GpuModel big;
    big.id = "big";
    big.memory = Bytes(80'000'000'000);
    big.memoryBandwidth = Bandwidth(3'350'000'000'000);
    big.fp32Tflops = 67;
    big.fp16Tflops = 989;
    big.hostBus = "PCIe5 x16";
    catalog::GpuModel bare; // of which nothing is known but its memory
    bare.id = "bare";
    bare.memory = Bytes(16'000'000'000);
    all.gpus = {big, bare};
    catalog::StorageTier tier;
    tier.id = "store";
    all.storage = {tier};
    catalog::CloudOffer offer;
    offer.id = "cloud/eight/here";
    offer.gpu = "big";
    offer.gpuCount = 8;
    offer.vcpus = 192;
    offer.memory = Bytes(2'000'000'000'000);
    offer.network = Bandwidth(400'000'000'000);
    all.offers = {offer};
    catalog::Interconnect network;
    network.id = "net";
    network.kind = "network";
    network.raw = Bandwidth(50'000'000'000);
    catalog::Interconnect bus;
    bus.id = "pcie5-x16";
    bus.kind = "host-bus";
    bus.effective = Bandwidth(55'000'000'000);
    all.interconnects = {network, bus};
    return all;
}

/// One class of 8-GPU jobs on two nodes of eight `big` GPUs each.
model::Scenario scenario() {
    model::Scenario scenario;
    model::JobClass job;
    job.name = "training";
    job.gpus = {{GpuCount::whole(8), 1}};
    job.step.emplace();
    job.step->gpu = "big";
    job.step->compute = model::StageStep{1e9, 1e6, std::nullopt, 0, {}};
    scenario.workload = model::ProfileWorkload{{job}};
    model::Alternative alternative;
    alternative.name = "one";
    model::Pool pool;
    pool.name = "nodes";
    pool.gpu = "big";
    pool.gpusPerNode = 8;
    pool.supply = model::FixedSupply{2};
    pool.node.network = "net";
    alternative.pools = {pool};
    scenario.alternatives = {alternative};
    return scenario;
}

model::StepModel& step(model::Scenario& scenario) {
    return *std::get<model::ProfileWorkload>(scenario.workload).classes[0].step;
}
model::Pool& pool(model::Scenario& scenario) {
    return scenario.alternatives[0].pools[0];
}

/// `pointer: key` of each problem.
std::vector<std::string> problems(const model::Scenario& scenario) {
    std::vector<std::string> result;
    for (const Diagnostic& problem : checkStepNeeds(scenario, io::Locator(), catalogs()))
        result.push_back(problem.at.pointer + ": " + problem.message.key);
    return result;
}

using List = std::vector<std::string>;
const std::string node = "/alternatives/0/pools/0/node";

} // namespace

TEST_CASE("a step whose every figure is known has no needs", "[planner][step]") {
    CHECK(problems(scenario()) == List{});
}

TEST_CASE("a line measured on one GPU moves to another by the peaks of both", "[planner][step]") {
    model::Scenario world = scenario();
    // On its own GPU and in its own precision nothing else is asked.
    step(world).compute =
        model::AffineStep{Duration(1), 1e-3, 0.85, model::Precision::Mixed, "bare", {}};
    step(world).gpu = "bare";
    pool(world).gpu = "bare";
    pool(world).node.hostLink = "any"; // no such link, told apart
    CHECK(problems(world) == List{node + "/host_link: planner.unknown_link"});

    pool(world).node.hostLink = "";
    pool(world).gpu = "big";
    CHECK(problems(world) == List{"/alternatives/0/pools/0/gpu: planner.no_peak",
                                  "/alternatives/0/pools/0/gpu: planner.no_memory_bandwidth"});
}

TEST_CASE("an offer tells cores, memory and network of its nodes", "[planner][step]") {
    model::Scenario world = scenario();
    step(world).input.emplace();
    step(world).input->data.tier = "store";
    step(world).input->samplesPerCore = 140;
    world.alternatives[0].storage = {
        {"store", Bytes(1), {}, Sourced{Bandwidth(1), Provenance{}}, {}, {}, {}}};
    pool(world).node = {};
    CHECK(problems(world) == List{node + "/cores: planner.no_cores",
                                  node + "/memory: planner.no_memory",
                                  node + "/network: planner.no_network"});

    pool(world).gpu = "";
    pool(world).gpusPerNode = 0;
    pool(world).offer = "cloud/eight/here";
    CHECK(problems(world) == List{});
    // 8 x 1024 workers on 96 cores (192 vCPUs): 85 a core.
    step(world).input->workers = 1024;
    CHECK(problems(world) == List{"/alternatives/0/pools/0: planner.too_many_workers"});
    // 8 x 768 are 64 a core.
    step(world).input->workers = 768;
    CHECK(problems(world) == List{});
}

TEST_CASE("only gangs that can stand on several nodes need a network", "[planner][step]") {
    model::Scenario world = scenario();
    pool(world).node.network = "";
    const List needed{node + "/network: planner.no_network"};
    CHECK(problems(world) == needed);
    world.alternatives[0].placement = model::PlacementRule::Pack;
    CHECK(problems(world) == List{});
    // A change to 16 GPUs leaves one node.
    model::StepChange change;
    change.jobClass = "training";
    change.gpus = 16;
    world.alternatives[0].changes = {change};
    CHECK(problems(world) == needed);
    world.alternatives[0].changes.clear();
    world.alternatives[0].placement = model::PlacementRule::Spread;
    pool(world).supply = model::FixedSupply{1};
    CHECK(problems(world) == List{});
}

TEST_CASE("a rate of a tier stands in the catalog or in the storage line", "[planner][step]") {
    model::Scenario world = scenario();
    step(world).checkpoint.emplace();
    step(world).checkpoint->tier = "store";
    world.alternatives[0].storage = {{"store", Bytes(1), {}}};
    CHECK(problems(world) == List{"/alternatives/0/storage/0/write: planner.no_rate"});
    world.alternatives[0].storage[0].write = Sourced{Bandwidth(1), Provenance{}};
    CHECK(problems(world) == List{});
}

TEST_CASE("a micro-batch that an alternative changes is told of there", "[planner][step]") {
    model::Scenario world = scenario();
    step(world).microBatch = 8;
    step(world).compute =
        model::MeasuredStep{{{"", 0, 8, Duration(1)}, {"", 0, 16, Duration(2)}}, {}};
    CHECK(problems(world) == List{});
    model::StepChange change;
    change.jobClass = "training";
    change.microBatch = 32;
    world.alternatives[0].changes = {change};
    CHECK(problems(world) == List{"/alternatives/0/changes/0/micro_batch: planner.outside_table"});
}

TEST_CASE("jobs divide into the groups that share a model", "[planner][step]") {
    model::Scenario world = scenario();
    step(world).parallel.tensor = 3; // 8 GPUs
    CHECK(problems(world) == List{"/workload/profile/classes/0/gpus/0: planner.parallel_groups"});
    step(world).parallel.tensor = 2;
    step(world).parallel.pipeline = 4;
    CHECK(problems(world) == List{});
    model::StepChange change;
    change.jobClass = "training";
    change.gpus = 12; // groups of 8
    world.alternatives[0].changes = {change};
    CHECK(problems(world) == List{"/alternatives/0/changes/0: planner.parallel_groups"});
    world.alternatives[0].changes[0].pipeline = 3; // groups of 6
    CHECK(problems(world) == List{});
    world.alternatives[0].changes[0].gpus.reset(); // 8 again
    CHECK(problems(world) == List{"/alternatives/0/changes/0: planner.parallel_groups"});
}

TEST_CASE("data fit their tier, caches their memory, and a trial has a sample", "[planner][step]") {
    model::Scenario world = scenario();
    step(world).input.emplace();
    step(world).input->data.tier = "store";
    step(world).input->data.samples = 1000;
    step(world).input->data.bytesPerSample = 1e6; // 1 GB
    step(world).input->cache = model::CachePolicy::PageCache;
    step(world).input->cacheBytes = Bytes(2'000'000'000'001);
    pool(world).gpu = "";
    pool(world).gpusPerNode = 0;
    pool(world).offer = "cloud/eight/here"; // 2 TB of memory
    world.alternatives[0].storage = {
        {"store", Bytes(999'999'999), {}, Sourced{Bandwidth(1), Provenance{}}, {}, {}, {}}};
    CHECK(problems(world) ==
          List{"/alternatives/0/pools/0: planner.cache_over_memory",
               "/alternatives/0/storage/0/capacity: planner.data_over_capacity"});
    // A pinned cache may stand on a disk.
    step(world).input->cache = model::CachePolicy::Pinned;
    world.alternatives[0].storage[0].capacity = Bytes(1'000'000'000);
    CHECK(problems(world) == List{});
    model::StepChange change;
    change.jobClass = "training";
    change.dataShare = 0.0009;
    world.alternatives[0].changes = {change};
    CHECK(problems(world) == List{"/alternatives/0/changes/0/data_share: planner.no_samples"});
}
