#include <gpuplan/perf/checkpoint.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

/// 16 GPUs on two nodes; copies at 20 GB/s a GPU, 40 GB/s of ports a node.
NodeRates node() {
    NodeRates rates;
    rates.gpus = 8;
    rates.hostLink = {1e-6, 20e9};
    rates.network = {5e-6, 40e9};
    return rates;
}
StoreRates store() {
    StoreRates rates;
    rates.read = 50e9;
    rates.write = 20e9;
    return rates;
}
model::CheckpointPlan plan(bool asynchronous) {
    model::CheckpointPlan result;
    result.interval = Duration(60'000'000);
    result.asynchronous = asynchronous;
    result.metadata = Duration(2'000'000);
    return result;
}

constexpr double parameters = 80e9; // 1.12 TB at 14 B each
const Placement placement{16, 2, 1, 8};

} // namespace

TEST_CASE("the slowest part of the way decides how long a checkpoint is written",
          "[perf][checkpoint]") {
    const CheckpointBytes bytes{100, 40, 10};
    CheckpointPath path;
    path.metadata = 3;
    CHECK(writeTime(bytes, path) == 3);
    path.store = 50; // 2 s
    CHECK(writeTime(bytes, path) == 2 + 3);
    path.network = 10; // 4 s
    CHECK(writeTime(bytes, path) == 4 + 3);
    path.hostCopy = 2; // 5 s
    CHECK(writeTime(bytes, path) == 5 + 3);
    path.disk = 4; // 10 s
    CHECK(writeTime(bytes, path) == 10 + 3);
}

TEST_CASE("a synchronous checkpoint stalls for all of the write", "[perf][checkpoint]") {
    const CheckpointTime time = checkpointTime(plan(false), parameters, store(), node(), placement);

    CHECK(time.bytes == Approx(1.12e12).epsilon(1e-12));
    CHECK(time.stall == Approx(1.12e12 / 20e9 + 2).epsilon(1e-12));
    CHECK(time.drain == 0);
    CHECK(time.hostMemory == 0);
    CHECK(time.restart == Approx(1.12e12 / 50e9 + 2).epsilon(1e-12));
    CHECK(checkpointSpacing(time, 60) == 60);
}

TEST_CASE("an asynchronous one stalls for the copy, and the next waits for its drain",
          "[perf][checkpoint]") {
    const CheckpointTime time = checkpointTime(plan(true), parameters, store(), node(), placement);

    CHECK(time.stall == Approx(1.12e12 / 16 / 20e9).epsilon(1e-12));
    CHECK(time.drain == Approx(56 + 2).epsilon(1e-12));
    CHECK(time.hostMemory == Approx(0.56e12).epsilon(1e-12));
    CHECK(checkpointSpacing(time, 60) == 60);
    CHECK(checkpointSpacing(time, 30) == Approx(58).epsilon(1e-12));
}

TEST_CASE("where rank 0 writes, its node's ports carry everything", "[perf][checkpoint]") {
    model::CheckpointPlan rankZero = plan(false);
    rankZero.rankZero = true;
    StoreRates fast = store();
    fast.write = 1e12;

    CHECK(checkpointTime(rankZero, parameters, fast, node(), placement).stall ==
          Approx(1.12e12 / 40e9 + 2).epsilon(1e-12));
    CHECK(checkpointTime(plan(false), parameters, fast, node(), placement).stall ==
          Approx(0.56e12 / 40e9 + 2).epsilon(1e-12));
}

TEST_CASE("a local disk takes its node's part and no network", "[perf][checkpoint]") {
    StoreRates disk = store();
    disk.isLocal = true;
    disk.write = 7e9;

    CHECK(checkpointTime(plan(false), parameters, disk, node(), placement).stall ==
          Approx(0.56e12 / 7e9 + 2).epsilon(1e-12));
}

TEST_CASE("GPUs behind one host link share it", "[perf][checkpoint]") {
    NodeRates shared = node();
    shared.gpusPerUplink = 4;

    CHECK(checkpointTime(plan(true), parameters, store(), shared, placement).stall ==
          Approx(70e9 / 5e9).epsilon(1e-12));
}
