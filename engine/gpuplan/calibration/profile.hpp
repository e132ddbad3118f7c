#pragma once
/// The profile: what calibration found, by group of devices, with how good each fit is.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/calibration/activity_fit.hpp>
#include <gpuplan/calibration/power_fit.hpp>
#include <gpuplan/calibration/statistics.hpp>
#include <gpuplan/calibration/step_fit.hpp>
#include <gpuplan/calibration/telemetry_reader.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::calibration {

/// The group of all devices.
inline constexpr std::string_view everyGroup = "all";

/// Why a group has no activity.
enum class ActivityGap {
    None,
    NotMeasured, ///< busy share or SM activity was not measured
    TooActive,
    TooQuiet,
};
/// Why a group has no power fit.
enum class PowerGap { None, NotMeasured, TooFew, NoSpread, NotRising, NegativeIdle };

/// Devices of one model, all devices, or one published cluster.
struct ProfileGroup {
    std::string name;
    std::uint64_t gpus = 0;    ///< 0: a published distribution, which does not say
    std::uint64_t samples = 0; ///< of each device those of its most sampled metric
    std::optional<Coverage> coverage;
    std::array<std::optional<MetricStatistics>, metricCount> metrics;

    std::optional<ActivityFit> activity;
    ActivityGap activityGap = ActivityGap::NotMeasured;
    Metric busyFrom = Metric::GpuUtil;          ///< EngineActive where that is missing
    std::optional<double> tensorActive;         ///< where measured and at most the compute share
    Confidence confidence = Confidence::Medium; ///< of the activity

    std::optional<PowerFit> power;
    PowerGap powerGap = PowerGap::NotMeasured;
    Metric powerOver = Metric::SmActive; ///< GpuUtil where that is missing

    const std::optional<MetricStatistics>& of(Metric metric) const {
        return metrics[static_cast<std::size_t>(metric)];
    }
};

struct Profile {
    std::vector<FileRows> files;
    std::vector<RuleCount> rules;
    std::vector<ProfileGroup> groups; ///< `all` first, then by name
    std::vector<StepFit> steps;
};

/// Fits everything that the measurements allow.
Profile makeProfile(const Telemetry& telemetry, const RowLog& rows);

/// `mean over 3 GPUs, ...`: where a group's activity comes from and how sure it is, for a
/// scenario's source.
std::string activitySource(const Profile& profile, const ProfileGroup& group);

} // namespace gpuplan::calibration
