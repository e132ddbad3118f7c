#include <gpuplan/perf/storage_rate.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan::perf;
using gpuplan::model::DataFormat;
using gpuplan::model::DataSet;

namespace {

constexpr double photo = 110e3;

DataSet dataSet(DataFormat format) {
    DataSet data;
    data.samples = 1'000'000;
    data.bytesPerSample = photo;
    data.format = format;
    data.samplesPerShard = 1000;
    return data;
}

SampleAccess access(DataFormat format, bool inKeyOrder = false) {
    return sampleAccess(dataSet(format), photo, inKeyOrder);
}

StoreRates disk() {
    StoreRates store;
    store.isLocal = true;
    store.isSpindle = true;
    store.read = 180e6;
    store.latency = 0.0083;
    return store;
}

StoreRates parallelFileSystem() {
    StoreRates store;
    store.read = 20e9;
    store.stream = 1e9;
    store.latency = 0.0011;
    store.opens = 435;
    return store;
}

} // namespace

TEST_CASE("formats differ in reads and opens a sample", "[perf][storage]") {
    CHECK(access(DataFormat::RawFiles) == SampleAccess{photo, 1.0, 1.0});
    CHECK(access(DataFormat::Lmdb) == SampleAccess{photo, 1.0, 0.0});
    CHECK(access(DataFormat::Lmdb, true) == SampleAccess{photo, photo / 8e6, 0.0});
    // 1,000 samples are 110 MB: 14 ranges of 8 MB.
    CHECK(access(DataFormat::Shards) == SampleAccess{photo, 14.0 / 1000, 1.0 / 1000});
}

TEST_CASE("a disk seeks twice for a small file and hardly for shards", "[perf][storage]") {
    CHECK(storageRate(disk(), access(DataFormat::RawFiles), 1) ==
          Approx(1 / (2 * 0.0083 + photo / 180e6)));
    CHECK(storageRate(disk(), access(DataFormat::Shards), 1) ==
          Approx(1 / (0.015 * 0.0083 + photo / 180e6)));
}

TEST_CASE("more requests in flight gain nothing on a disk", "[perf][storage]") {
    const SampleAccess files = access(DataFormat::RawFiles);

    CHECK(storageRate(disk(), files, 64) == storageRate(disk(), files, 1));
    CHECK(storageCeiling(disk(), files) == storageRate(disk(), files, 1));
}

TEST_CASE("each limit of a store binds in its turn", "[perf][storage]") {
    StoreRates store = parallelFileSystem();
    const SampleAccess files = access(DataFormat::RawFiles);

    // One stream: 1.1 ms + 0.11 ms; opens would allow only 435.
    store.opens.reset();
    CHECK(storageRate(store, files, 1) == Approx(1 / (0.0011 + photo / 1e9)));
    store.iops = 1000; // an open and a read each
    CHECK(storageRate(store, files, 64) == Approx(500));
    store.opens = 435; // opens stand apart, so the reads have all IOPS
    CHECK(storageRate(store, files, 64) == Approx(435));
    store.opens = 1e6;
    CHECK(storageRate(store, files, 64) == Approx(1000));
    store.read = 50e6;
    CHECK(storageRate(store, files, 64) == Approx(50e6 / photo));
}

TEST_CASE("shards take the metadata limit away", "[perf][storage]") {
    const StoreRates store = parallelFileSystem();

    const double files = storageRate(store, access(DataFormat::RawFiles), 64);
    const double shards = storageRate(store, access(DataFormat::Shards), 64);

    CHECK(files == Approx(435));
    CHECK(shards == Approx(20e9 / photo)); // 64 streams of 1 GB/s pass the tier's 20
}

TEST_CASE("opening a small file takes longer than reading it", "[perf][storage]") {
    StoreRates store = parallelFileSystem();
    store.latency.reset();

    const SampleTime time = sampleTime(store, access(DataFormat::RawFiles));

    CHECK(time.open == Approx(1.0 / 435));      // 2.3 ms
    CHECK(time.payload == Approx(photo / 1e9)); // 0.11 ms
    CHECK(sampleTime(disk(), access(DataFormat::RawFiles)).open == Approx(0.0083));
}

TEST_CASE("nodes divide a shared tier but not their own opens", "[perf][storage]") {
    StoreRates store = parallelFileSystem();
    const SampleAccess shards = access(DataFormat::Shards);

    CHECK(storageCeiling(store, shards, {.readers = 4, .bytesPerSecond = {}}) ==
          Approx(20e9 / 4 / photo));
    CHECK(storageCeiling(store, shards, {.readers = 4, .bytesPerSecond = 1e9}) ==
          Approx(1e9 / photo));
    CHECK(storageCeiling(store, access(DataFormat::RawFiles),
                         {.readers = 4, .bytesPerSecond = {}}) == Approx(435));
}

TEST_CASE("a store of which nothing is known names the figure that is missing", "[perf][storage]") {
    StoreRates store;
    CHECK(missingFigure(store) == "read");
    CHECK_THROWS(storageRate(store, access(DataFormat::RawFiles), 1));
    store.isSpindle = true;
    CHECK(missingFigure(store) == "latency");
    store.latency = 0.008;
    CHECK(missingFigure(store) == "read");
    store.read = 1e8;
    CHECK(missingFigure(store).empty());
    store = {};
    store.opens = 100; // one limit is enough; the others do not bind
    CHECK(storageRate(store, access(DataFormat::RawFiles), 1) == Approx(100));
}
