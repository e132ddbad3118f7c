#include <gpuplan/calibration/profile_output.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::calibration {

namespace {

using io::JsonLayout;
using io::JsonWriter;

void orNull(JsonWriter& out, std::string_view key, const std::optional<double>& value) {
    out.key(key);
    if (value)
        out.number(*value);
    else
        out.null();
}

const char* word(ActivityGap gap) {
    switch (gap) {
    case ActivityGap::None:
        return "";
    case ActivityGap::NotMeasured:
        return "not_measured";
    case ActivityGap::TooActive:
        return "sm_active_above_busy";
    case ActivityGap::TooQuiet:
        return "sm_active_below_busy";
    }
    return "";
}

const char* word(PowerGap gap) {
    switch (gap) {
    case PowerGap::None:
        return "";
    case PowerGap::NotMeasured:
        return "not_measured";
    case PowerGap::TooFew:
        return "too_few";
    case PowerGap::NoSpread:
        return "no_spread";
    case PowerGap::NotRising:
        return "not_rising";
    case PowerGap::NegativeIdle:
        return "negative_idle";
    }
    return "";
}

const char* word(perf::BatchFitFault fault) {
    switch (fault) {
    case perf::BatchFitFault::OneBatch:
        return "one_batch";
    case perf::BatchFitFault::NotRising:
        return "not_rising";
    case perf::BatchFitFault::NegativeFixed:
        return "negative_fixed";
    }
    return "";
}

void writeFiles(JsonWriter& out, const Profile& profile) {
    out.key("files").beginArray();
    for (const FileRows& file : profile.files)
        out.beginObject(JsonLayout::Line)
            .member("file", file.file)
            .member("form", file.form)
            .member("read", file.read)
            .member("taken", file.taken)
            .member("other", file.other)
            .member("quarantined", file.quarantined)
            .endObject();
    out.endArray().key("by_rule").beginArray();
    for (const RuleCount& rule : profile.rules)
        out.beginObject(JsonLayout::Line)
            .member("rule", name(rule.rule))
            .member("rows", rule.rows)
            .member("action", rule.quarantined ? "quarantined" : "warned")
            .member("first_file", rule.first.file)
            .member("first_line", std::uint64_t{rule.first.line})
            .endObject();
    out.endArray();
}

void writeCoverage(JsonWriter& out, const std::optional<Coverage>& coverage) {
    out.key("coverage");
    if (!coverage) {
        out.null();
        return;
    }
    const auto at = [](std::int64_t microseconds) {
        return instantText(Instant(Duration(microseconds)));
    };
    out.beginObject(JsonLayout::Line)
        .member("first", at(coverage->first))
        .member("last", at(coverage->last))
        .member("span_s", inSeconds(Duration(coverage->last - coverage->first)))
        .member("step_s", inSeconds(coverage->step))
        .member("observed_s", inSeconds(coverage->observed))
        .member("gaps", coverage->gaps)
        .member("gap_s", inSeconds(coverage->gapTotal))
        .member("longest_gap_s", inSeconds(coverage->gapLongest))
        .endObject();
}

void writeMetrics(JsonWriter& out, const ProfileGroup& group) {
    out.key("metrics").beginObject();
    for (const Metric metric : metrics()) {
        out.key(name(metric));
        const auto& statistics = group.of(metric);
        if (!statistics) {
            out.null();
            continue;
        }
        out.beginObject(JsonLayout::Line)
            .member("unit", unit(metric))
            .member("count", statistics->count)
            .member("mean", statistics->mean)
            .member("mean_over", statistics->isDistribution ? "distribution"
                                 : statistics->timeWeighted ? "time"
                                                            : "samples")
            .member("min", statistics->least)
            .member("p5", statistics->p5)
            .member("p50", statistics->p50)
            .member("p75", statistics->p75)
            .member("p90", statistics->p90)
            .member("p95", statistics->p95)
            .member("p99", statistics->p99)
            .member("max", statistics->most)
            .endObject();
    }
    out.endObject();
}

/// Shares to a millionth that sum to 1: what a scenario's activity takes.
void writeActivity(JsonWriter& out, const Profile& profile, const ProfileGroup& group) {
    out.key("activity");
    if (!group.activity) {
        out.null();
    } else {
        constexpr double million = 1e6;
        const std::int64_t compute = std::llround(group.activity->compute * million);
        const std::int64_t comm =
            std::min(std::llround(group.activity->comm * million), 1'000'000LL - compute);
        out.beginObject(JsonLayout::Line)
            .member("compute", Decimal::scaled(compute, 6))
            .member("comm", Decimal::scaled(comm, 6))
            .member("idle_held", Decimal::scaled(1'000'000 - compute - comm, 6));
        if (group.tensorActive)
            out.member("tensor_active",
                       Decimal::scaled(std::min(std::llround(*group.tensorActive * million),
                                                static_cast<long long>(compute)),
                                       6));
        out.member("source", activitySource(profile, group));
        if (group.coverage)
            out.member("as_of", dateText(Instant(Duration(group.coverage->last))));
        out.member("confidence", group.confidence == Confidence::High ? "high" : "medium")
            .endObject();
    }
    out.key("activity_fit");
    if (!group.activity) {
        out.beginObject(JsonLayout::Line).member("missing", word(group.activityGap)).endObject();
        return;
    }
    out.beginObject(JsonLayout::Line)
        .member("busy_from", name(group.busyFrom))
        .member("busy", group.of(group.busyFrom)->mean)
        .member("sm_active", group.of(Metric::SmActive)->mean)
        .member("sm_active_in_compute", defaultSmActivity.compute)
        .member("sm_active_in_comm", defaultSmActivity.comm);
    out.key("compute_range")
        .beginArray()
        .number(group.activity->computeLow)
        .number(group.activity->computeHigh)
        .endArray()
        .endObject();
}

void writePower(JsonWriter& out, const ProfileGroup& group) {
    out.key("power_fit").beginObject(JsonLayout::Line);
    if (!group.power) {
        out.member("missing", word(group.powerGap)).endObject();
        return;
    }
    const PowerFit& fit = *group.power;
    out.member("over", name(group.powerOver))
        .member("idle_w", fit.idle)
        .member("full_w", fit.full)
        .member("exponent", fit.exponent)
        .member("points", fit.points)
        .member("residual_w", fit.residual)
        .member("r_squared", fit.explained);
    out.key("seen_activity")
        .beginArray()
        .number(fit.leastActivity)
        .number(fit.mostActivity)
        .endArray()
        .endObject();
}

void writeStep(JsonWriter& out, const Profile& profile, const StepFit& fit) {
    out.beginObject().member("gpu", fit.gpu).member("gpus", fit.gpus);
    out.key("points").beginArray();
    for (const perf::BatchPoint& point : fit.points)
        out.beginObject(JsonLayout::Line)
            .member("batch", point.batch)
            .member("step_s", point.time)
            .endObject();
    out.endArray().key("fit").beginObject(JsonLayout::Line);
    if (fit.fit) {
        out.member("fixed_s", fit.fit->curve.fixed)
            .member("per_sample_s", fit.fit->curve.perSample)
            .member("half_batch", fit.fit->curve.halfBatch())
            .member("mean_error", fit.fit->meanError)
            .member("worst_error", fit.fit->worstError);
        orNull(out, "leave_one_out_error", fit.leaveOneOut);
    } else {
        out.member("missing", word(*fit.fault));
    }
    out.endObject().key("steps").beginArray();
    if (fit.fit && fit.gpus == 1)
        out.raw(affineStepJson(profile, fit));
    out.raw(measuredStepJson(profile, fit)).endArray().endObject();
}

std::string cell(double value) {
    return numberText(value);
}

} // namespace

std::string profileAsJson(const Profile& profile) {
    JsonWriter out;
    out.beginObject().member("format", "gpuplan.profile/1");
    writeFiles(out, profile);
    out.key("groups").beginArray();
    for (const ProfileGroup& group : profile.groups) {
        out.beginObject().member("name", group.name);
        out.key("gpus");
        if (group.gpus == 0)
            out.null();
        else
            out.integer(group.gpus);
        out.member("samples", group.samples);
        writeCoverage(out, group.coverage);
        writeMetrics(out, group);
        writeActivity(out, profile, group);
        writePower(out, group);
        out.endObject();
    }
    out.endArray().key("steps").beginArray();
    for (const StepFit& fit : profile.steps)
        writeStep(out, profile, fit);
    return out.endArray().endObject().take();
}

std::string profileAsCsv(const Profile& profile) {
    std::string text;
    report::appendCsvRow(text, {"group", "metric", "unit", "count", "mean", "min", "p5", "p50",
                                "p75", "p90", "p95", "p99", "max"});
    for (const ProfileGroup& group : profile.groups)
        for (const Metric metric : metrics()) {
            std::vector<std::string> row{group.name, std::string(name(metric)),
                                         std::string(unit(metric))};
            if (const auto& s = group.of(metric))
                for (const std::string& value :
                     {std::to_string(s->count), cell(s->mean), cell(s->least), cell(s->p5),
                      cell(s->p50), cell(s->p75), cell(s->p90), cell(s->p95), cell(s->p99),
                      cell(s->most)})
                    row.push_back(value);
            row.resize(13);
            report::appendCsvRow(text, row);
        }
    return text;
}

} // namespace gpuplan::calibration
