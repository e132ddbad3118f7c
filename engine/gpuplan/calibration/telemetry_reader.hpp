#pragma once
/// Reads files of measurements, whatever their form, into one Telemetry.

#include <gpuplan/calibration/row_log.hpp>
#include <gpuplan/calibration/telemetry.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::calibration {

/// Forms of files, by the names that `--from` takes.
///
/// - `dcgm`: scrapes of the DCGM exporter (Prometheus text). DEV_GPU_UTIL is 0..100, PROF_* 0..1,
///   whatever the HELP line says.
/// - `nvidia-smi`: a log of `nvidia-smi --query-gpu=... --format=csv`; also without units in the
///   values, and as cleaned by a script that renamed the columns.
/// - `duty-cycle`, `memory-used`: columns value, timestamp_anon, container_ip; the file's name says
///   which of the two it holds.
/// - `quantiles`: columns cluster, metric, percentile, value; the unit stands in the metric's name.
/// - `steps`: columns gpu, gpus, batch, step_s and, optionally, samples_per_s.
const std::vector<std::string>& telemetryForms();

struct ReadOptions {
    std::string form;                    ///< empty: by the content of each file
    std::optional<std::string> timeZone; ///< of clock readings without one; absent: UTC
    std::function<bool()> stopRequested; ///< may be empty
};

struct ReadOutcome {
    Telemetry telemetry;
    RowLog rows; ///< holds the diagnostics
    bool stopped = false;
};

/// Reads all files; goes on past a faulty one, so that every problem is told. `.gz` and `.zst` are
/// read as they are, `-` is standard input.
/// An empty file, one whose form can not be told, one of which no row can be taken, a missing unit
/// and a percentage where a ratio is due (or the reverse) are errors.
ReadOutcome readTelemetry(const std::vector<std::string>& files, const ReadOptions& options);

} // namespace gpuplan::calibration
