/// Files made to harm: none may crash, hang, fill the memory or bend a number.

#include "trace_files.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace gpuplan;
using namespace gpuplan::workload;
using namespace gpuplan::workload::test;

namespace {

/// Resident memory of this process in bytes.
long residentBytes() {
    std::ifstream file("/proc/self/statm");
    long total = 0;
    long resident = 0;
    file >> total >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

const std::vector<std::string> formats{"gpuplan", "philly", "openb", "swf", "sacct"};

} // namespace

TEST_CASE("a line of 200 MB is refused in little memory", "[workload][hostile]") {
    const std::string header = "job_id,submit_s,gpus,duration_s\n";
    const TemporaryFile file(header);
    REQUIRE(::truncate(file.path().c_str(), 200 * 1000 * 1000) == 0); // a hole of NUL bytes
    const long before = residentBytes();
    for (const std::string& format : formats) {
        ImportOptions options;
        options.format = format;

        const auto outcome = readTrace({file.path()}, options);

        CHECK_FALSE(outcome.ok());
    }
    CHECK(residentBytes() - before < 32'000'000);
    const auto outcome = readTrace({file.path()}, {});
    CHECK(keysOf(outcome.diagnostics()) == "workload.line_too_long");
    CHECK(outcome.diagnostics()[0].at.line == 2);
}

TEST_CASE("quarantined rows take no memory", "[workload][hostile]") {
    // 20 MB of rows, each with one value too few.
    std::string text = "job_id,submit_s,gpus,duration_s\n";
    while (text.size() < 20'000'000)
        text += "1,2,3\n";
    const TemporaryFile file(text);
    text = {};
    const long before = residentBytes();

    const auto outcome = readTrace({file.path()}, {});

    REQUIRE(outcome.ok());
    CHECK(outcome->report.rows.quarantined > 3'000'000);
    CHECK(residentBytes() - before < 4'000'000);
}

TEST_CASE("any bytes are read or refused by every reader", "[workload][hostile]") {
    // A small generator of pieces that the readers look for.
    const std::vector<std::string> pieces{"job_id",
                                          "JobID",
                                          ",",
                                          "|",
                                          "^|^",
                                          "\n",
                                          "\r\n",
                                          "\"",
                                          "gpus",
                                          "0",
                                          "-1",
                                          "1e18",
                                          "nan",
                                          " ",
                                          "\t",
                                          ";",
                                          std::string(1, '\0'),
                                          "\xff",
                                          "submit_s",
                                          "duration_s",
                                          "timestamp,duration,num_gpus",
                                          "1-02:03:04",
                                          "_[1-9]",
                                          "gres/gpu=2",
                                          "UnixStartTime: 9",
                                          ".batch",
                                          "99999999999"};
    std::uint64_t state = 12345;
    const auto draw = [&state](std::size_t count) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::size_t>((state >> 33U) % count);
    };
    for (int i = 0; i < 400; ++i) {
        std::string text;
        for (std::size_t j = draw(60); j > 0; --j)
            text += pieces[draw(pieces.size())];
        for (const std::string& format : formats) {
            const auto outcome = importText(text, format);
            if (!outcome.ok())
                continue;
            const ImportReport::Rows& rows = outcome->report.rows;
            CHECK(rows.read == rows.taken + rows.merged + rows.quarantined);
            CHECK(outcome->report.jobs >= rows.taken);
        }
    }
}

TEST_CASE("a job list cut at any byte is read or refused", "[workload][hostile]") {
    const std::string folder = GPUPLAN_SOURCE_DIR "/tests/samples/";
    const std::vector<std::pair<std::string, std::string>> samples{{"gpuplan", "jobs.csv"},
                                                                   {"philly", "philly.csv"},
                                                                   {"openb", "openb_pods.csv"},
                                                                   {"swf", "small.swf"},
                                                                   {"sacct", "sacct.psv"}};
    for (const auto& [format, name] : samples) {
        std::ifstream file(folder + name, std::ios::binary);
        std::stringstream content;
        content << file.rdbuf();
        const std::string text = content.str();
        REQUIRE(text.size() > 100);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto outcome = importText(text.substr(0, length), format);
            if (outcome.ok()) {
                const ImportReport::Rows& rows = outcome->report.rows;
                CHECK(rows.read == rows.taken + rows.merged + rows.quarantined);
            }
        }
    }
}

TEST_CASE("sums stay right at the limits", "[workload][hostile]") {
    // The longest run times on the most GPUs: 2,147,483.647 GPUs x 876,600 h, a hundred times.
    std::string text = "job_id,submit_s,gpus,duration_s\n";
    for (int i = 1; i <= 100; ++i)
        text += std::to_string(i) + ",31000000000,2147483.647,3155760000\n";

    const auto outcome = importText(text);

    REQUIRE(outcome.ok());
    CHECK(outcome->report.gpuTime == GpuTime(Int128{2'147'483'647} * 3'155'760'000 * second * 100));
    CHECK(outcome->report.lastEnd == Duration((31'000'000'000 + 3'155'760'000) * second));
}
