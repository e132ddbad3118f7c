#include "temporary_file.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::calibration;

namespace {

const GpuSeries& only(const ReadOutcome& outcome) {
    REQUIRE(outcome.telemetry.gpus.size() == 1);
    return outcome.telemetry.gpus[0];
}

std::string smi(const std::string& header, const std::string& rows) {
    return "timestamp, index, name, " + header + "\n" + rows;
}

} // namespace

TEST_CASE("percent counters and ratios of a scrape become shares", "[calibration][dcgm]") {
    const ReadOutcome got = readText(
        scraped("DCGM_FI_DEV_GPU_UTIL", "91") + scraped("DCGM_FI_PROF_SM_ACTIVE", "0.58") +
        scraped("DCGM_FI_DEV_FB_USED", "5120") + scraped("DCGM_FI_DEV_POWER_USAGE", "68.244000") +
        scraped("DCGM_FI_DEV_SM_CLOCK", "660"));

    const GpuSeries& gpu = only(got);
    CHECK(gpu.of(Metric::GpuUtil)[0].value == Approx(0.91));
    CHECK(gpu.of(Metric::SmActive)[0].value == 0.58);
    CHECK(gpu.of(Metric::MemoryUsed)[0].value == 5120.0 * 1024 * 1024);
    CHECK(gpu.of(Metric::Power)[0].value == 68.244);
    const FileRows& rows = got.rows.files()[0];
    CHECK(rows.form == "dcgm");
    CHECK((rows.read == 5 && rows.taken == 4 && rows.other == 1));
    CHECK(got.rows.diagnostics.empty());
}

TEST_CASE("a HELP line that says percent of a ratio is noted and not believed",
          "[calibration][dcgm]") {
    const ReadOutcome got = readText("# HELP DCGM_FI_PROF_SM_ACTIVE The ratio of cycles (in %).\n"
                                     "# TYPE DCGM_FI_PROF_SM_ACTIVE gauge\n" +
                                     scraped("DCGM_FI_PROF_SM_ACTIVE", "0.58"));

    CHECK(only(got).of(Metric::SmActive)[0].value == 0.58);
    CHECK(linesOf(got, "calibration.help_wrong") == std::vector<std::size_t>{1});
    CHECK_FALSE(got.rows.diagnostics.hasErrors());
}

TEST_CASE("time stamps of a scrape are milliseconds, with a point seconds", "[calibration][dcgm]") {
    const ReadOutcome got = readText(scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5", "1764547200000") +
                                     scraped("DCGM_FI_PROF_SM_ACTIVE", "0.6", "1764547201.5"));

    const auto& samples = only(got).of(Metric::SmActive);
    CHECK(samples[0].at == 1764547200000000);
    CHECK(samples[1].at == 1764547201500000);
    CHECK(samples[1].timed);
}

TEST_CASE("without time stamps a value met again begins the next scrape", "[calibration][dcgm]") {
    const ReadOutcome got = readText(
        scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5") + scraped("DCGM_FI_DEV_POWER_USAGE", "100") +
        scraped("DCGM_FI_DEV_POWER_USAGE", "200") + scraped("DCGM_FI_PROF_SM_ACTIVE", "0.7"));

    const GpuSeries& gpu = only(got);
    CHECK(gpu.of(Metric::SmActive)[0].at == gpu.of(Metric::Power)[0].at);
    CHECK(gpu.of(Metric::SmActive)[1].at == gpu.of(Metric::Power)[1].at);
    CHECK(gpu.of(Metric::Power)[0].at != gpu.of(Metric::Power)[1].at);
}

TEST_CASE("a slice is a device of its own and has no power", "[calibration][dcgm]") {
    const std::string slice =
        R"({gpu="0",UUID="GPU-a",modelName="A100",GPU_I_PROFILE="2g.20gb",GPU_I_ID="3"} )";
    const ReadOutcome got =
        readText("DCGM_FI_PROF_SM_ACTIVE" + slice + "0.4\n" + "DCGM_FI_DEV_POWER_USAGE" + slice +
                 "300\n" + scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5"));

    REQUIRE(got.telemetry.gpus.size() == 2);
    CHECK(got.telemetry.gpus[0].identity.model == "A100 MIG 2g.20gb");
    CHECK(got.telemetry.gpus[0].of(Metric::Power).empty());
    CHECK(rowsBy(got, RowRule::SlicePower) == 1);
    CHECK((got.rows.files()[0].taken == 2 && got.rows.files()[0].other == 1));
}

TEST_CASE("labels may hold quotes, braces and commas", "[calibration][dcgm]") {
    const ReadOutcome got =
        readText(R"(DCGM_FI_PROF_SM_ACTIVE{UUID="GPU-a",pod="a\"},b\\",gpu="1",} 0.25)"
                 "\n");

    CHECK(only(got).of(Metric::SmActive)[0].value == 0.25);
    CHECK(only(got).identity.index == "1");
}

TEST_CASE("what DCGM writes for no value is no value", "[calibration][dcgm]") {
    const ReadOutcome got = readText(scraped("DCGM_FI_PROF_SM_ACTIVE", "140737488355328") +
                                     scraped("DCGM_FI_DEV_GPU_UTIL", "2147483632") +
                                     scraped("DCGM_FI_DEV_GPU_UTIL", "40"));

    CHECK(only(got).of(Metric::SmActive).empty());
    CHECK(only(got).of(Metric::GpuUtil).size() == 1);
    CHECK(got.rows.diagnostics.empty());
}

TEST_CASE("a log with its header before every sample has as many rows as samples",
          "[calibration][nvidia-smi]") {
    const std::string header = "timestamp, index, name, utilization.gpu [%], memory.used [MiB]\n";
    const ReadOutcome got = readText(header + "2023/06/22 18:56:56.252, 0, RTX, 22 %, 841 MiB\n" +
                                     header + "2023/06/22 18:56:57.274, 0, RTX, 24 %, [N/A]\n");

    const GpuSeries& gpu = only(got);
    CHECK(got.rows.files()[0].read == 2);
    CHECK(gpu.of(Metric::GpuUtil)[0].value == Approx(0.22));
    CHECK(gpu.of(Metric::GpuUtil)[1].at - gpu.of(Metric::GpuUtil)[0].at == 1022000);
    CHECK(gpu.of(Metric::MemoryUsed).size() == 1);
    CHECK(gpu.of(Metric::MemoryUsed)[0].value == 841.0 * 1024 * 1024);
    CHECK(gpu.identity.model == "RTX");
}

TEST_CASE("a header that changes in the middle of a log counts from there",
          "[calibration][nvidia-smi]") {
    const ReadOutcome got =
        readText(smi("utilization.gpu [%]", "2023/06/22 18:00:00, 0, RTX, 22 %\n") +
                 smi("power.draw [W]", "2023/06/22 18:00:01, 0, RTX, 70.50 W\n"));

    CHECK(only(got).of(Metric::GpuUtil).size() == 1);
    CHECK(only(got).of(Metric::Power)[0].value == 70.5);
}

TEST_CASE("clock readings are local to the zone that is named", "[calibration][nvidia-smi]") {
    const std::string log = smi("utilization.gpu [%]", "2023/06/22 18:00:00, 0, RTX, 22 %\n");
    ReadOptions oslo;
    oslo.timeZone = "Europe/Oslo";

    const auto utc = only(readText(log)).of(Metric::GpuUtil)[0].at;
    const auto local = only(readText(log, oslo)).of(Metric::GpuUtil)[0].at;

    CHECK(utc - local == 2 * 3600 * 1000000LL); // summer time
}

TEST_CASE("units stand in the header, behind the value, or both", "[calibration][nvidia-smi]") {
    const auto value = [](const std::string& header, const std::string& cell) {
        const ReadOutcome got =
            readText(smi(header, "2023/06/22 18:00:00, 0, RTX, " + cell + "\n"));
        REQUIRE_FALSE(got.rows.diagnostics.hasErrors());
        return only(got).of(Metric::GpuUtil)[0].value;
    };

    CHECK(value("utilization.gpu [%]", "22") == Approx(0.22));
    CHECK(value("utilization.gpu", "22 %") == Approx(0.22));
    CHECK(value("utilization.gpu [%]", "22 %") == Approx(0.22));
}

TEST_CASE("a log that a script cleaned is taken in the tool's units, with a warning",
          "[calibration][nvidia-smi]") {
    const ReadOutcome got = readText("timestamp,index_gpu,name,gpu_utilization,gpu_memory_used\n"
                                     "2023-06-22 18:56:56, 0, RTX,22,841\n");

    CHECK(only(got).of(Metric::GpuUtil)[0].value == Approx(0.22));
    CHECK(only(got).of(Metric::MemoryUsed)[0].value == 841.0 * 1024 * 1024);
    CHECK(linesOf(got, "calibration.unit_implied").size() == 2);
    CHECK_FALSE(got.rows.diagnostics.hasErrors());
}

TEST_CASE("pod series find their columns in any order and their metric in the name",
          "[calibration][pods]") {
    const TemporaryFile duty("value,timestamp_anon,container_ip\n18.5,100.0,p\n",
                             "-gpu_duty_cycle.csv");
    const TemporaryFile memory("timestamp_anon,value,container_ip\n100.0,33879490560.0,p\n",
                               "-gpu_memory_used_bytes.csv");

    const ReadOutcome got = readTelemetry({duty.path(), memory.path()}, {});

    CHECK(only(got).of(Metric::GpuUtil)[0].value == Approx(0.185));
    CHECK(only(got).of(Metric::MemoryUsed)[0].value == 33879490560.0);
    CHECK(only(got).of(Metric::GpuUtil)[0].at == 100000000);
}

TEST_CASE("a distribution is read by cluster and metric", "[calibration][quantiles]") {
    const ReadOutcome got = readText("cluster,metric,percentile,value\n"
                                     "K,gpu_util_pct,0,10\nK,gpu_util_pct,100,90\n"
                                     "K,gpu_power_w,0,60\nK,gpu_power_w,100,400\n"
                                     "K,cpu_server_power_w,0,500\n");

    REQUIRE(got.telemetry.distributions.size() == 2);
    CHECK(got.telemetry.distributions[0].points[1].value == Approx(0.9));
    CHECK(got.telemetry.distributions[1].metric == Metric::Power);
    CHECK((got.rows.files()[0].taken == 4 && got.rows.files()[0].other == 1));
}

TEST_CASE("a step table takes times, or rates where there is no time", "[calibration][steps]") {
    const ReadOutcome got = readText("gpu,gpus,batch,step_s,samples_per_s\n"
                                     "a100,8,16,0.064,2000\n"
                                     "a100,8,32,,2560\n"
                                     "a100,1,16,0.0536,999\n");

    REQUIRE(got.telemetry.steps.size() == 3);
    CHECK(got.telemetry.steps[1].step == Approx(8 * 32 / 2560.0));
    CHECK(got.telemetry.steps[2].step == 0.0536);
    CHECK(rowsBy(got, RowRule::RatesDisagree) == 1); // 16/0.0536 is 298.5
    CHECK_FALSE(got.rows.diagnostics.hasErrors());
}

TEST_CASE("files are joined by uuid, bus or index", "[calibration][join]") {
    Telemetry telemetry;
    const auto at = [&](const char* uuid, const char* host, const char* bus, const char* index,
                        const char* slice = "") {
        return telemetry.gpu({uuid, host, bus, index, slice, "", "A100"});
    };

    const std::size_t first = at("GPU-a", "n1", "00000000:1A:00.0", "0");
    CHECK(at("GPU-a", "", "", "") == first);
    CHECK(at("", "", "0000:1a:00.0", "5") == first); // the bus says more than the index
    CHECK(at("", "", "", "0") == first);
    CHECK(at("GPU-b", "n1", "00000000:1A:00.0", "0") != first);
    CHECK(at("GPU-a", "n1", "00000000:1A:00.0", "0", "3") != first);
    CHECK(at("", "n2", "", "0") != first);
}
