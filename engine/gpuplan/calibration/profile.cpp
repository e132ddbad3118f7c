#include <gpuplan/calibration/profile.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <map>

namespace gpuplan::calibration {

namespace {

/// A device's readings of two metrics taken at one time.
void join(const GpuSeries& gpu, Metric activity, std::vector<PowerPoint>& points) {
    using Key = std::pair<bool, std::int64_t>;
    std::map<Key, double> at;
    for (const Sample& sample : gpu.of(activity))
        at.emplace(Key{sample.timed, sample.at}, sample.value);
    for (const Sample& sample : gpu.of(Metric::Power))
        if (const auto found = at.find({sample.timed, sample.at}); found != at.end())
            points.push_back({found->second, sample.value});
}

PowerGap gapOf(PowerFault fault) {
    switch (fault) {
    case PowerFault::TooFew:
        return PowerGap::TooFew;
    case PowerFault::NoSpread:
        return PowerGap::NoSpread;
    case PowerFault::NotRising:
        return PowerGap::NotRising;
    case PowerFault::NegativeIdle:
        return PowerGap::NegativeIdle;
    }
    return PowerGap::NotMeasured;
}

void fitGroupPower(ProfileGroup& group, const std::vector<const GpuSeries*>& gpus) {
    if (!group.of(Metric::Power))
        return;
    group.powerOver = group.of(Metric::SmActive) ? Metric::SmActive : Metric::GpuUtil;
    std::vector<PowerPoint> points;
    for (const GpuSeries* const gpu : gpus)
        join(*gpu, group.powerOver, points);
    if (points.empty())
        return;
    const PowerAnswer answer = fitPower(points);
    group.power = answer.fit;
    group.powerGap = answer.fault ? gapOf(*answer.fault) : PowerGap::None;
}

/// High where little can be wrong: many samples of both, hardly a gap, a narrow range.
Confidence confidenceOf(const ProfileGroup& group) {
    constexpr std::uint64_t manySamples = 1000;
    constexpr double fewGaps = 0.05;
    constexpr double narrow = 0.15;
    const std::uint64_t samples =
        std::min(group.of(group.busyFrom)->count, group.of(Metric::SmActive)->count);
    const bool hasGaps = group.coverage && inSeconds(group.coverage->gapTotal) >
                                               fewGaps * inSeconds(group.coverage->gapTotal +
                                                                   group.coverage->observed);
    const bool isNarrow = group.activity->computeHigh - group.activity->computeLow <= narrow;
    return samples >= manySamples && !hasGaps && isNarrow ? Confidence::High : Confidence::Medium;
}

void fitGroupActivity(ProfileGroup& group) {
    group.busyFrom = group.of(Metric::GpuUtil) ? Metric::GpuUtil : Metric::EngineActive;
    const auto& busy = group.of(group.busyFrom);
    const auto& active = group.of(Metric::SmActive);
    if (!busy || !active)
        return;
    const ActivityAnswer answer = solveActivity(busy->mean, active->mean);
    group.activity = answer.fit;
    group.activityGap = !answer.fault                               ? ActivityGap::None
                        : *answer.fault == ActivityFault::TooActive ? ActivityGap::TooActive
                                                                    : ActivityGap::TooQuiet;
    if (!group.activity)
        return;
    group.confidence = confidenceOf(group);
    const auto& tensor = group.of(Metric::TensorActive);
    if (tensor && tensor->mean <= group.activity->compute)
        group.tensorActive = tensor->mean;
}

ProfileGroup groupOf(std::string name, const std::vector<const GpuSeries*>& gpus) {
    ProfileGroup group;
    group.name = std::move(name);
    group.gpus = gpus.size();
    group.coverage = coverageOf(gpus);
    for (const Metric metric : metrics())
        group.metrics[static_cast<std::size_t>(metric)] = statisticsOf(gpus, metric);
    for (const GpuSeries* const gpu : gpus) {
        std::size_t most = 0;
        for (const std::vector<Sample>& samples : gpu->samples)
            most = std::max(most, samples.size());
        group.samples += most;
    }
    fitGroupActivity(group);
    fitGroupPower(group, gpus);
    return group;
}

} // namespace

Profile makeProfile(const Telemetry& telemetry, const RowLog& rows) {
    Profile profile{rows.files(), rows.rules(), {}, fitSteps(telemetry.steps)};
    std::map<std::string, std::vector<const GpuSeries*>> models;
    std::vector<const GpuSeries*> all;
    for (const GpuSeries& gpu : telemetry.gpus) {
        models[gpu.identity.model.empty() ? "unknown model" : gpu.identity.model].push_back(&gpu);
        all.push_back(&gpu);
    }
    if (!all.empty())
        profile.groups.push_back(groupOf(std::string(everyGroup), all));
    for (const auto& [name, gpus] : models)
        profile.groups.push_back(groupOf(name, gpus));
    std::map<std::string, ProfileGroup> clusters;
    for (const Distribution& distribution : telemetry.distributions) {
        ProfileGroup& group = clusters[distribution.cluster];
        group.name = distribution.cluster;
        group.metrics[static_cast<std::size_t>(distribution.metric)] = statisticsOf(distribution);
        group.samples = std::max<std::uint64_t>(group.samples, distribution.points.size());
    }
    for (auto& [name, group] : clusters) {
        fitGroupActivity(group);
        profile.groups.push_back(std::move(group));
    }
    return profile;
}

std::string activitySource(const Profile& profile, const ProfileGroup& group) {
    std::string files;
    for (const FileRows& file : profile.files)
        if (file.form != "steps")
            files += (files.empty() ? "" : ", ") + file.file;
    return "calibrated from " + files + ": mean " + std::string(name(group.busyFrom)) + " " +
           fixedText(group.of(group.busyFrom)->mean, 4) + " and sm_active " +
           fixedText(group.of(Metric::SmActive)->mean, 4) + ", solved with SM activity " +
           numberText(defaultSmActivity.compute) + " in compute and " +
           numberText(defaultSmActivity.comm) + " in communication; compute lies between " +
           fixedText(group.activity->computeLow, 3) + " and " +
           fixedText(group.activity->computeHigh, 3) + " over the range of these";
}

} // namespace gpuplan::calibration
