/// The public files, where they are: figures of the collection's own description.

#include "temporary_file.hpp"

#include <gpuplan/calibration/profile.hpp>

#include <catch2/catch.hpp>

#include <filesystem>

using namespace gpuplan;
using namespace gpuplan::calibration;

namespace {

const std::string traces = GPUPLAN_SOURCE_DIR "/../shared/traces/";

/// False, with a word, where the files are not.
bool areThere(const std::vector<std::string>& files) {
    for (const std::string& file : files)
        if (!std::filesystem::exists(traces + file)) {
            WARN("skipped: ../shared/traces/" << file << " is not there");
            return false;
        }
    return true;
}

ReadOutcome readAll(const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files)
        paths.push_back(traces + file);
    ReadOutcome outcome = readTelemetry(paths, {});
    CHECK_FALSE(outcome.rows.diagnostics.hasErrors());
    return outcome;
}

const ProfileGroup& group(const Profile& profile, const std::string& name) {
    for (const ProfileGroup& one : profile.groups)
        if (one.name == name)
            return one;
    FAIL("no group " << name);
    return profile.groups[0];
}

} // namespace

TEST_CASE("S16 means of the published quantile curves", "[calibration][real]") {
    const std::vector<std::string> files{"gpu-telemetry-acme-cdf/acme_utilisation_cdf.csv"};
    if (!areThere(files))
        return;
    const ReadOutcome got = readAll(files);
    const Profile profile = makeProfile(got.telemetry, got.rows);

    const ProfileGroup& kalos = group(profile, "Kalos");
    CHECK(kalos.of(Metric::GpuUtil)->mean == Approx(0.6984).margin(0.005));
    CHECK(kalos.of(Metric::SmActive)->mean == Approx(0.385).margin(0.005));
    CHECK(kalos.of(Metric::SmOccupancy)->mean == Approx(0.1171).margin(0.005));
    CHECK(kalos.of(Metric::Power)->mean == Approx(191.4).margin(0.5));
    CHECK(kalos.of(Metric::MemoryShare)->p50 == Approx(0.755).margin(0.002));
    CHECK(group(profile, "Philly").of(Metric::GpuUtil)->mean == Approx(0.472).margin(0.005));
    CHECK(kalos.activity->compute == Approx(0.42).margin(0.005));
    CHECK(kalos.activity->comm == Approx(0.28).margin(0.005));
    CHECK_FALSE(kalos.of(Metric::TensorActive).has_value());
}

TEST_CASE("the log of a workstation GPU, raw and cleaned", "[calibration][real]") {
    const std::string folder = "gpu-telemetry-nvidia-smi/nvidia-smi.";
    for (const std::string& file : {folder + "repeated-header.csv", folder + "cleaned.csv"}) {
        if (!areThere({file}))
            return;
        const ReadOutcome got = readAll({file});
        const Profile profile = makeProfile(got.telemetry, got.rows);

        CHECK(got.rows.files()[0].taken == 224);
        const ProfileGroup& gpu = group(profile, "NVIDIA GeForce RTX 2070");
        CHECK(gpu.samples == 224);
        CHECK(gpu.of(Metric::GpuUtil)->p50 == Approx(0.24));
        CHECK(gpu.of(Metric::GpuUtil)->most == Approx(0.42));
        CHECK(inSeconds(gpu.coverage->step) == Approx(1.0).margin(0.05));
    }
}

TEST_CASE("scrapes of a T4 and of A800 with slices", "[calibration][real]") {
    const std::vector<std::string> t4{"gpu-telemetry-dcgm/dcgm-exporter-t4.prom"};
    const std::vector<std::string> a800{"gpu-telemetry-dcgm/dcgm-exporter-a800-mig.excerpt.prom"};
    if (!areThere(t4) || !areThere(a800))
        return;

    const ReadOutcome one = readAll(t4);
    CHECK(one.rows.files()[0].read == 20);
    const GpuSeries& gpu = one.telemetry.gpus.at(0);
    CHECK(gpu.of(Metric::GpuUtil)[0].value == Approx(0.91));
    CHECK(gpu.of(Metric::TensorActive)[0].value == 0.005822);
    CHECK(gpu.of(Metric::EngineActive)[0].value == 0.156205);
    CHECK(gpu.of(Metric::MemoryUsed)[0].value == 5120.0 * 1024 * 1024);
    CHECK(gpu.of(Metric::Power)[0].value == 68.244);

    const ReadOutcome eight = readAll(a800);
    CHECK(eight.rows.files()[0].read == 74);
    CHECK(eight.telemetry.gpus.size() == 3 + 7); // three slices of GPU 0, seven whole GPUs
    CHECK(linesOf(eight, "calibration.help_wrong") == std::vector<std::size_t>{49, 61});
}

TEST_CASE("duty cycle and memory of pods", "[calibration][real]") {
    const std::string folder = "gpu-telemetry-alibaba-genai/pod_gpu_";
    const std::vector<std::string> files{folder + "duty_cycle_anon.first60pct.csv.gz",
                                         folder + "memory_used_bytes_anon.first60pct.csv.gz"};
    if (!areThere(files))
        return;
    const ReadOutcome got = readAll(files);
    const Profile profile = makeProfile(got.telemetry, got.rows);

    CHECK(got.rows.files()[0].taken == 94400);
    CHECK(got.rows.files()[1].taken == 96820);
    const ProfileGroup& all = group(profile, "all");
    CHECK(all.gpus == 123);
    CHECK(all.of(Metric::GpuUtil)->p50 == 0.0);
    CHECK(all.of(Metric::GpuUtil)->p75 == Approx(0.186).margin(0.0005));
    CHECK(all.of(Metric::GpuUtil)->p90 == Approx(0.275).margin(0.0005));
    CHECK(all.of(Metric::GpuUtil)->p99 == Approx(0.843).margin(0.0005));
    CHECK(all.of(Metric::GpuUtil)->most == Approx(0.995).margin(0.0005));
    CHECK(all.of(Metric::MemoryUsed)->p50 == Approx(23.96e9).epsilon(0.001));
    CHECK(all.of(Metric::MemoryUsed)->most == Approx(50.6e9).epsilon(0.002));
    CHECK(all.coverage->step == seconds(57));
}
