/// scenarios/cv-small-files.json, hdd-to-nvme.json and narrow-bus.json by hand: where the time of
/// an input pipeline goes, from the figures written in them.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

/// Misses of a page cache that holds a share x of the data (docs/method.md#cache-miss).
double pageCacheMiss(double x) {
    return x * std::log(x + (1 - x) * std::exp(1 / x));
}

const metrics::StepResult& step(const metrics::RunResult& result, const std::string& alternative,
                                std::size_t jobClass = 0) {
    return named(result, alternative).steps.at(jobClass);
}

// ResNet-50 on a V100: 8 ms a micro-step and 2.85 ms an image.
double computing(double batch) {
    return 0.008 + batch * 0.00285;
}

constexpr double prepared = 0.004;             ///< s a core takes for an image
constexpr double pageable = 12.5e9 / 2;        ///< B/s, half of PCIe 3 x16
constexpr double tensor = 224.0 * 224 * 3 * 4; ///< B of an image on the GPU
constexpr double copyLatency = 1e-6;           ///< of PCIe 3

double copied(double batch) {
    return copyLatency + batch * tensor / pageable;
}

} // namespace

// ---- 48 hours to 12 -----------------------------------------------------------------------------

namespace {

// One stream of the disk volume: 5 ms to the first byte; 500 requests a second would be 250 files.
constexpr double fileRead = 0.005;
constexpr double images = 300'000;

double smallFiles(double missed) {
    return computing(16) + 16 * (missed * fileRead + prepared) + copied(16);
}

} // namespace

TEST_CASE("small files on a slow disk make a run of 48 hours", "[findings][cv-small-files]") {
    const metrics::RunResult result = runShipped(shipped("cv-small-files.json"));

    const double cold = smallFiles(1);
    const double warm = smallFiles(pageCacheMiss(0.35)); // 12.285 of 35.1 GB
    const double hours = images / 16 * (cold + 49 * warm) / 3600;

    CHECK(step(result, "small files").cold.step() == Approx(cold).epsilon(1e-9));
    CHECK(step(result, "small files").warm.step() == Approx(warm).epsilon(1e-9));
    // The first batch, which nothing hides, is a tenth of a second.
    CHECK(*step(result, "small files").meanRun / 3600 == Approx(hours).epsilon(1e-5));
    CHECK(hours == Approx(48).epsilon(0.03));
}

TEST_CASE("records, workers and a batch of 64 leave what the GPU itself takes",
          "[findings][cv-small-files]") {
    const metrics::RunResult result = runShipped(shipped("cv-small-files.json"));

    // In key order: ranges of 8 MB at 80 MB/s, never a hit; eight workers on four cores.
    const double fetched = 64 * 117e3 / 80e6;
    const double feed = std::max({(fetched + 64 * prepared) / 8, 64 * prepared / 4, fetched});
    REQUIRE(feed < computing(64));
    const double hours = images * 50 / 64 * computing(64) / 3600;

    const metrics::StepResult& after = step(result, "records, workers and batch");
    CHECK(after.warm.step() == Approx(computing(64)).epsilon(1e-9));
    CHECK(*after.meanRun / 3600 == Approx(hours).epsilon(1e-4));
    CHECK(hours > 12);
    CHECK(hours < 14);
}

TEST_CASE("most of that gain comes from the workers, next to nothing from the batch alone",
          "[findings][cv-small-files]") {
    const metrics::RunResult result = runShipped(shipped("cv-small-files.json"));
    const double missed = pageCacheMiss(0.35);
    const double before = 16 / smallFiles(missed);

    const double batch = 64 / (computing(64) + 64 * (missed * fileRead + prepared) + copied(64));
    // Eight workers keep more requests in flight than the volume takes: 500 a second, two a file.
    const double volume = 16 * missed / 250;
    const double workers = 16 / std::max({computing(16), 16 * (missed * fileRead + prepared) / 8,
                                          16 * prepared / 4, volume});

    CHECK(step(result, "batch of 64").samplesPerSecond == Approx(batch).epsilon(1e-9));
    CHECK(step(result, "loader workers").samplesPerSecond == Approx(workers).epsilon(1e-9));
    const double all = 64 / computing(64);
    CHECK(workers / before > 0.8 * all / before);
    CHECK(batch / before < 1.1);
}

TEST_CASE("a trial on a tenth of the files does not see the disk", "[findings][cv-small-files]") {
    const metrics::RunResult result = runShipped(shipped("cv-small-files.json"));

    // 3.5 GB fit the page cache of 12.285 GB: only the first pass reads.
    const double trial = images / 10 / 16 * (smallFiles(1) + 49 * smallFiles(0));
    CHECK(*step(result, "a tenth of the small files").meanRun == Approx(trial).epsilon(1e-3));
    CHECK(10 * trial / 3600 < 32);
}

// ---- hard disk to NVMe --------------------------------------------------------------------------

namespace {

const double diskMissed = pageCacheMiss(24e9 / (1'281'167 * 110e3));
constexpr double diskFiles = 375.0 / 2; ///< a second: a file is opened and read
constexpr double flashFile = 0.1e-3;    ///< s of a stream

double diskFetch(double readers = 1) {
    return readers * 32 * diskMissed / diskFiles;
}

} // namespace

TEST_CASE("from a hard disk to NVMe with a queue, three times lies in the range",
          "[findings][hdd-to-nvme]") {
    const metrics::RunResult result = runShipped(shipped("hdd-to-nvme.json"));
    const double decoded = computing(32) + diskFetch() + 32 * prepared + copied(32);
    const double ready = computing(32) + diskFetch() + copied(32);

    CHECK(step(result, "hard disk, no queue").warm.step() == Approx(decoded).epsilon(1e-9));
    CHECK(step(result, "hard disk, no queue", 1).warm.step() == Approx(ready).epsilon(1e-9));
    CHECK(step(result, "NVMe, queue").warm.step() == Approx(computing(32)).epsilon(1e-9));
    CHECK(step(result, "NVMe, queue", 1).warm.step() == Approx(computing(32)).epsilon(1e-9));
    CHECK(ready / computing(32) < 3);
    CHECK(decoded / computing(32) > 3);
}

TEST_CASE("the queue alone and NVMe alone each bring a part of it", "[findings][hdd-to-nvme]") {
    const metrics::RunResult result = runShipped(shipped("hdd-to-nvme.json"));

    // With a queue the disk works all the time; without, its time adds to the others'.
    CHECK(step(result, "hard disk, queue").warm.step() == Approx(diskFetch()).epsilon(1e-9));
    CHECK(step(result, "NVMe, no queue").warm.step() ==
          Approx(computing(32) + 32 * (diskMissed * flashFile + prepared) + copied(32))
              .epsilon(1e-9));
}

TEST_CASE("a second GPU on a full disk only doubles the bill", "[findings][hdd-to-nvme]") {
    const metrics::RunResult result = runShipped(shipped("hdd-to-nvme.json"));

    const metrics::StepResult& one = step(result, "hard disk, queue");
    const metrics::StepResult& two = step(result, "hard disk, queue, two GPUs");
    CHECK(two.warm.step() == Approx(diskFetch(2)).epsilon(1e-9));
    CHECK(two.samplesPerSecond == Approx(one.samplesPerSecond).epsilon(1e-9));
    // Nor does a faster one.
    CHECK(step(result, "hard disk, queue, A100").samplesPerSecond ==
          Approx(one.samplesPerSecond).epsilon(1e-9));
}

// ---- narrow bus ---------------------------------------------------------------------------------

TEST_CASE("eight GPUs behind one link are idle a third of the time", "[findings][narrow-bus]") {
    const metrics::RunResult result = runShipped(shipped("narrow-bus.json"));
    const auto copy = [](double sharing) { return copyLatency + 512 * tensor * sharing / 12.5e9; };
    constexpr double compute = 0.133333;

    const metrics::StepResult& narrow = step(result, "one link for eight GPUs");
    CHECK(narrow.warm.step() == Approx(copy(8)).epsilon(1e-9));
    CHECK(1 - compute / copy(8) == Approx(0.32).epsilon(0.02));
    // Two links: the copy hides behind computing. The exchange of 23 MB adds some tenths of a ms.
    const metrics::StepResult& wide = step(result, "one link for four GPUs");
    REQUIRE(copy(4) < compute);
    CHECK(wide.warm.step() >= compute);
    CHECK(wide.warm.step() == Approx(compute).epsilon(0.01));
}

TEST_CASE("without a cache the file server is the narrower one", "[findings][narrow-bus]") {
    const metrics::RunResult result = runShipped(shipped("narrow-bus.json"));

    // Eight readers share 1,150 MB/s; a sample is 224 x 224 x 3 B.
    const double fetch = 8 * 512 * 224.0 * 224 * 3 / 1150e6;
    const metrics::StepResult& uncached = step(result, "one link for four GPUs, no cache");
    CHECK(uncached.warm.step() == Approx(fetch).epsilon(1e-9));
    CHECK(1 - 0.133333 / fetch > 0.7);
}
