#include "temporary_file.hpp"

#include <catch2/catch.hpp>

#include <functional>

using namespace gpuplan;
using namespace gpuplan::calibration;

namespace {

const std::string smiHeader = "timestamp, index, name, utilization.gpu [%]\n";

std::string smiRow(const std::string& time, const std::string& value) {
    return "2023/06/22 " + time + ", 0, RTX, " + value + "\n";
}

bool hasError(const ReadOutcome& outcome, const std::string& key) {
    for (const Diagnostic& diagnostic : outcome.rows.diagnostics)
        if (diagnostic.message.key == key && diagnostic.severity == Severity::Error)
            return true;
    return false;
}

} // namespace

TEST_CASE("empty files, headers alone and other texts are told apart", "[calibration][hostile]") {
    CHECK(hasError(readText(""), "calibration.empty_file"));
    CHECK(hasError(readText("\n \n\n"), "calibration.empty_file"));
    CHECK(hasError(readText(smiHeader), "calibration.no_rows"));
    CHECK(hasError(readText("# HELP DCGM_FI_DEV_GPU_UTIL x\n"), "calibration.no_rows"));
    CHECK(hasError(readText("gpu,gpus,batch,step_s\n"), "calibration.no_rows"));
    CHECK(hasError(readText("job,submit\n1,2\n"), "calibration.unknown_form"));
    CHECK(hasError(readText("gpu,\xc3\x28\n"), "calibration.no_text"));
    CHECK(hasError(readText("value,timestamp_anon,container_ip\n1,2,p\n"),
                   "calibration.pods_of_what"));
}

TEST_CASE("percent under a ratio's name is an error that names the line",
          "[calibration][hostile]") {
    const ReadOutcome got =
        readText(scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "91") + scraped("DCGM_FI_PROF_SM_ACTIVE", "92"));

    CHECK(linesOf(got, "calibration.percent_for_ratio") == std::vector<std::size_t>{2});
    CHECK(got.rows.diagnostics.hasErrors());
}

TEST_CASE("a ratio under a percent counter's name is an error that names the line",
          "[calibration][hostile]") {
    CHECK(linesOf(readText(scraped("DCGM_FI_DEV_GPU_UTIL", "0") +
                           scraped("DCGM_FI_DEV_GPU_UTIL", "0.91") +
                           scraped("DCGM_FI_DEV_GPU_UTIL", "1")),
                  "calibration.ratio_for_percent") == std::vector<std::size_t>{2});
    // 0 % and 1 % are whole percents, and one value above shows the unit.
    CHECK_FALSE(
        readText(scraped("DCGM_FI_DEV_GPU_UTIL", "0") + scraped("DCGM_FI_DEV_GPU_UTIL", "1"))
            .rows.diagnostics.hasErrors());
    CHECK_FALSE(
        readText(scraped("DCGM_FI_DEV_GPU_UTIL", "0.91") + scraped("DCGM_FI_DEV_GPU_UTIL", "50"))
            .rows.diagnostics.hasErrors());
}

TEST_CASE("a utilization without its % is refused with what would be right",
          "[calibration][hostile]") {
    const ReadOutcome got = readText("timestamp, index, name, utilization.gpu\n" +
                                     smiRow("18:00:00", "22") + smiRow("18:00:01", "23"));

    CHECK(linesOf(got, "calibration.unit_missing") == std::vector<std::size_t>{2}); // once
    CHECK(describe(got.rows.diagnostics).find("as [%] or behind each value") != std::string::npos);
}

TEST_CASE("wrong and contradicting units are errors", "[calibration][hostile]") {
    CHECK(hasError(
        readText("timestamp, index, name, memory.used [MB]\n" + smiRow("18:00:00", "841 MB")),
        "calibration.unit_wrong"));
    CHECK(hasError(
        readText("timestamp, index, name, memory.used [MiB]\n" + smiRow("18:00:00", "841 GiB")),
        "calibration.units_disagree"));
    CHECK(hasError(readText("cluster,metric,percentile,value\nK,gpu_util,0,1\n"),
                   "calibration.metric_unit"));
}

TEST_CASE("bad values are quarantined by rule and line, never clamped", "[calibration][hostile]") {
    const ReadOutcome got = readText(
        smiHeader + smiRow("18:00:00", "22 %") + smiRow("18:00:01", "-5 %") +
        smiRow("18:00:02", "101 %") + smiRow("18:00:03", "nan %") + smiRow("18:00:04", "1e999 %") +
        smiRow("18:00:05", "many %") + "only, two\n" + smiRow("25:00:00", "22 %") +
        smiRow("18:00:00.500", "\xc3\x28 %") + smiRow("17:59:59", "22 %") +
        "2023/06/22 18:00:09, , RTX, 22 %\n" + smiRow("18:00:08", "[Unknown Error]"));

    CHECK(rowsBy(got, RowRule::Negative) == 1);
    CHECK(rowsBy(got, RowRule::OutOfRange) == 1);
    CHECK(rowsBy(got, RowRule::NotFinite) == 1);
    CHECK(rowsBy(got, RowRule::NoNumber) == 2); // 1e999 is no double
    CHECK(rowsBy(got, RowRule::Malformed) == 1);
    CHECK(rowsBy(got, RowRule::NoTime) == 1);
    CHECK(rowsBy(got, RowRule::NotUtf8) == 1);
    CHECK(rowsBy(got, RowRule::TimeBackwards) == 1);
    CHECK(rowsBy(got, RowRule::NoGpu) == 1);
    CHECK(rowsBy(got, RowRule::DeviceError) == 1);
    CHECK(linesOf(got, "calibration.rule.negative") == std::vector<std::size_t>{3});
    CHECK(linesOf(got, "calibration.rule.time_backwards") == std::vector<std::size_t>{11});
    const FileRows& rows = got.rows.files()[0];
    CHECK((rows.read == 12 && rows.taken == 2 && rows.quarantined == 10));
    CHECK(got.telemetry.gpus[0].of(Metric::GpuUtil).size() == 1);
}

TEST_CASE("bad samples of a scrape are quarantined by rule", "[calibration][hostile]") {
    const ReadOutcome got =
        readText(scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5", "2000") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "NaN", "3000") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "+Inf", "3000") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "-0.1", "3000") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "1.2", "3000") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5", "soon") +
                 scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5", "1000") +
                 "DCGM_FI_PROF_SM_ACTIVE{modelName=\"A100\"} 0.5\n"
                 "DCGM_FI_PROF_SM_ACTIVE{gpu=\"0\" 0.5\nDCGM_FI_PROF_SM_ACTIVE{gpu=\"0\n"
                 "timestamp, index, name\n");

    CHECK(rowsBy(got, RowRule::NotFinite) == 2);
    CHECK(rowsBy(got, RowRule::Negative) == 1);
    CHECK(rowsBy(got, RowRule::OutOfRange) == 1);
    CHECK(rowsBy(got, RowRule::NoTime) == 1);
    CHECK(rowsBy(got, RowRule::TimeBackwards) == 1);
    CHECK(rowsBy(got, RowRule::NoGpu) == 1);
    CHECK(rowsBy(got, RowRule::Malformed) == 3);
    CHECK(got.rows.files()[0].taken == 1);
    CHECK_FALSE(got.rows.diagnostics.hasErrors());
}

TEST_CASE("a file of which nothing is left is an error", "[calibration][hostile]") {
    CHECK(hasError(readText(smiHeader + smiRow("18:00:00", "-5 %")), "calibration.none_taken"));
    CHECK(hasError(readText(scraped("DCGM_FI_DEV_SM_CLOCK", "660")), "calibration.none_taken"));
}

TEST_CASE("past twenty rows a rule is counted on, not named on", "[calibration][hostile]") {
    std::string log = smiHeader + smiRow("18:00:00", "22 %");
    for (int i = 0; i < 500; ++i)
        log += smiRow("18:00:01", "-1 %");

    const ReadOutcome got = readText(log);

    CHECK(rowsBy(got, RowRule::Negative) == 500);
    CHECK(linesOf(got, "calibration.rule.negative").size() == RowLog::mostNamed);
    CHECK(linesOf(got, "calibration.more_rows").size() == 1);
}

TEST_CASE("problems of all files are told, and a file given twice is one",
          "[calibration][hostile]") {
    const TemporaryFile good(smiHeader + smiRow("18:00:00", "22 %"));
    const TemporaryFile empty("");

    const ReadOutcome got =
        readTelemetry({empty.path(), "/no/such/file", good.path(), good.path()}, {});

    CHECK(hasError(got, "calibration.empty_file"));
    CHECK(hasError(got, "calibration.file_twice"));
    CHECK(got.telemetry.gpus.size() == 1);
    CHECK(got.telemetry.gpus[0].of(Metric::GpuUtil).size() == 1);
    bool isOutside = false;
    for (const Diagnostic& diagnostic : got.rows.diagnostics)
        isOutside = isOutside || diagnostic.trouble == Trouble::Outside;
    CHECK(isOutside);
}

TEST_CASE("quantiles that fall, or do not reach the ends, are errors", "[calibration][hostile]") {
    const std::string header = "cluster,metric,percentile,value\n";
    CHECK(hasError(readText(header + "K,gpu_util_pct,0,50\nK,gpu_util_pct,100,40\n"),
                   "calibration.not_rising"));
    CHECK(hasError(readText(header + "K,gpu_util_pct,50,1\nK,gpu_util_pct,50,2\n"),
                   "calibration.not_rising"));
    CHECK(hasError(readText(header + "K,gpu_util_pct,0,1\nK,gpu_util_pct,60,2\n"),
                   "calibration.quantiles_part"));
}

TEST_CASE("step tables without what they need are refused", "[calibration][hostile]") {
    CHECK(hasError(readText("gpu,gpus,batch\na,1,2\n"), "calibration.no_column"));
    const ReadOutcome got = readText("gpu,gpus,batch,step_s\na,1,0,0.1\na,1.5,4,0.1\n,1,4,0.1\n"
                                     "a,1,4,-1\na,1,4,0\na,1,4,0.1\n"
                                     "a,1,2000000,1\na,1,4,1e-9\na,1,4,1e6\n");
    CHECK((got.rows.files()[0].quarantined == 8 && got.rows.files()[0].taken == 1));
}

TEST_CASE("no text of any kind crashes a reader", "[calibration][hostile]") {
    // A small linear congruential generator of our own: the same bytes on every machine.
    std::uint32_t state = 7;
    const auto next = [&state] {
        state = state * 1664525U + 1013904223U;
        return state >> 24U;
    };
    const std::vector<std::string> seeds{
        smiHeader + smiRow("18:00:00", "22 %"), scraped("DCGM_FI_PROF_SM_ACTIVE", "0.5", "1000"),
        "cluster,metric,percentile,value\nK,gpu_util_pct,0,1\nK,gpu_util_pct,100,2\n",
        "gpu,gpus,batch,step_s\na,1,4,0.1\n"};
    for (int round = 0; round < 400; ++round) {
        std::string text = seeds[static_cast<std::size_t>(round) % seeds.size()];
        for (int change = 0; change < 6; ++change) {
            const std::size_t at = next() * text.size() / 256;
            if (next() % 3 == 0)
                text.erase(at, 1 + next() % 4);
            else
                text.insert(at, 1, static_cast<char>(next()));
            if (text.empty())
                text = "x";
        }
        ReadOptions options;
        options.form = telemetryForms()[static_cast<std::size_t>(round) % telemetryForms().size()];
        const ReadOutcome got = readText(text, options);
        for (const FileRows& file : got.rows.files())
            CHECK(file.read == file.taken + file.other + file.quarantined);
        for (const GpuSeries& gpu : got.telemetry.gpus)
            for (const Sample& sample : gpu.of(Metric::SmActive))
                CHECK((sample.value >= 0 && sample.value <= 1 + 1e-9));
    }
}
