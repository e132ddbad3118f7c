#include "trace_files.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

const std::string header = "job_id,submit_s,gpus,duration_s\n";

std::string gzipped(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstdPacked(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

/// A trace that is larger than the blocks in which it is read.
std::string manyRows() {
    std::string text = header;
    for (int i = 1; i <= 40'000; ++i)
        text += std::to_string(i) + "," + std::to_string(7 * i) + ",2,3600\n";
    return text;
}

/// Jobs and problems of a file with this content.
std::string readBack(const std::string& content, const std::string& suffix) {
    const TemporaryFile file(content, suffix);
    const auto outcome = readTrace({file.path()}, {});
    if (!outcome.ok())
        return keysOf(outcome.diagnostics());
    return std::to_string(outcome->report.jobs) + " jobs";
}

} // namespace

TEST_CASE("packed traces are read as they are, whatever their name", "[workload][source]") {
    const std::string text = manyRows();

    CHECK(readBack(text, ".csv") == "40000 jobs");
    CHECK(readBack(gzipped(text), ".csv.gz") == "40000 jobs");
    CHECK(readBack(gzipped(text), ".csv") == "40000 jobs");
    CHECK(readBack(zstdPacked(text), ".csv.zst") == "40000 jobs");
    CHECK(readBack(zstdPacked(text), "") == "40000 jobs");
}

TEST_CASE("packed files put end to end are one file", "[workload][source]") {
    const std::string more = "40001,1,1,1\n";

    CHECK(readBack(gzipped(manyRows()) + gzipped(more), ".gz") == "40001 jobs");
    CHECK(readBack(gzipped(manyRows()) + gzipped(more) + std::string(1000, '\0'), ".gz") ==
          "40001 jobs");
    CHECK(readBack(zstdPacked(manyRows()) + zstdPacked(more), ".zst") == "40001 jobs");
}

TEST_CASE("a truncated or damaged archive is an error, at whatever byte", "[workload][source]") {
    const std::string text = header + "1,0,1,60\n2,5,1,60\n";
    const std::string gz = gzipped(text);
    const std::string zst = zstdPacked(text);
    REQUIRE(readBack(gz, ".gz") == "2 jobs");
    REQUIRE(readBack(zst, ".zst") == "2 jobs");

    for (std::size_t length = 4; length < gz.size(); ++length)
        CHECK(readBack(gz.substr(0, length), ".gz") == "workload.source.truncated");
    for (std::size_t length = 4; length < zst.size(); ++length)
        CHECK(readBack(zst.substr(0, length), ".zst") == "workload.source.truncated");
    std::string damaged = gzipped(manyRows());
    damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
    CHECK(readBack(damaged, ".gz") == "workload.source.corrupt");
    CHECK(readBack(gz + "more", ".gz") == "workload.source.corrupt");
    CHECK(readBack("", ".gz") == "workload.source.not_packed");
    CHECK(readBack(text, ".zst") == "workload.source.not_packed");
}

TEST_CASE("what is no regular file is refused without waiting", "[workload][source]") {
    const auto problem = [](const std::string& path) {
        const auto outcome = readTrace({path}, {});
        REQUIRE_FALSE(outcome.ok());
        CHECK(outcome.diagnostics()[0].trouble == Trouble::Outside);
        return keysOf(outcome.diagnostics());
    };
    const TemporaryFile spot("");
    const std::string fifo = spot.path() + ".fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);

    CHECK(problem(fifo) == "base.file.not_regular");
    CHECK(problem("/dev/zero") == "base.file.not_regular");
    CHECK(problem("/tmp") == "base.file.directory");
    CHECK(problem("/nowhere/trace.csv") == "base.file.missing");
    ::unlink(fifo.c_str());
}

TEST_CASE("files in trouble are all named at once", "[workload][source]") {
    const auto outcome = readTrace({"/nowhere/a.csv", "/nowhere/b.csv"}, {});

    CHECK(keysOf(outcome.diagnostics()) == "base.file.missing base.file.missing");
}
