#pragma once
/// From measurements to a profile: what GPUs did, as exporters and tools recorded it, and how long
/// steps took.
///
/// Map: files -> telemetry_reader (one reader a form: dcgm_reader, nvidia_smi_reader,
///      duty_cycle_reader, quantile_reader, step_table_reader; rows that can not be used: row_log)
///      -> Telemetry -> statistics, activity_fit, power_fit, step_fit -> profile -> profile_output.
/// `io` takes a profile's activity into a scenario. The formulas: docs/method.md#calibration

#include <gpuplan/units/time.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::calibration {

enum class Metric : std::uint8_t {
    GpuUtil,      ///< share of time with a kernel on the device
    EngineActive, ///< share of time the compute or graphics engine works; the only one on a slice
    SmActive,     ///< share of multiprocessors with a warp on them
    SmOccupancy,  ///< share of warp places that are taken
    TensorActive, ///< share of time the matrix units work
    DramActive,   ///< share of time device memory moves data
    MemoryUsed,   ///< bytes
    MemoryShare,  ///< of the device's memory
    Power,        ///< watts
};
inline constexpr std::size_t metricCount = 9;
const std::array<Metric, metricCount>& metrics();
/// `gpu_util`, `sm_active`, ...
std::string_view name(Metric metric);
/// `1` for a share of 0 to 1, `B`, `W`.
std::string_view unit(Metric metric);
bool isShare(Metric metric);

/// One measured value. Without a clock `at` is the number of the scrape: equal for what was read
/// together.
struct Sample {
    std::int64_t at = 0; ///< microseconds since 1970, UTC, or number of the scrape
    bool timed = false;
    double value = 0; ///< in the metric's unit()
};

/// What a file says of the device a value belongs to; empty where it says nothing.
struct GpuIdentity {
    std::string uuid;
    std::string host;
    std::string bus;   ///< PCI bus id
    std::string index; ///< on the host
    std::string slice; ///< GPU instance of a device that is cut up (MIG)
    std::string pod;   ///< where only the pod is known, not the device
    std::string model; ///< a slice's profile is part of it
};

struct GpuSeries {
    GpuIdentity identity;
    std::array<std::vector<Sample>, metricCount> samples; ///< in time order within a file

    std::vector<Sample>& of(Metric metric) { return samples[static_cast<std::size_t>(metric)]; }
    const std::vector<Sample>& of(Metric metric) const {
        return samples[static_cast<std::size_t>(metric)];
    }
};

/// A published distribution of a metric over all samples of a cluster.
struct Distribution {
    struct Point {
        double percent = 0; ///< 0 to 100, rising
        double value = 0;   ///< not falling
    };
    std::string cluster;
    Metric metric = Metric::GpuUtil;
    std::vector<Point> points;
};

/// One measured step time.
struct StepRow {
    std::string gpu;
    std::int64_t gpus = 1; ///< ranks
    double batch = 0;      ///< samples per GPU and step
    double step = 0;       ///< seconds
};

/// Everything that was read, of all files together.
class Telemetry {
public:
    /// The device's place in `gpus`, made if it is new. Two identities are one device if uuids
    /// agree, or, where one has none, bus ids, or else indices; hosts and slices must not differ.
    std::size_t gpu(const GpuIdentity& identity);

    std::vector<GpuSeries> gpus;
    std::vector<Distribution> distributions;
    std::vector<StepRow> steps;

private:
    std::optional<std::size_t> match(const GpuIdentity& identity) const;
    std::map<std::string, std::size_t> m_known; ///< by the whole identity
};

} // namespace gpuplan::calibration
