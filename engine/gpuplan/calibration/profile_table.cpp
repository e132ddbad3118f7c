/// What people read of a profile.

#include <gpuplan/calibration/profile_output.hpp>
#include <gpuplan/report/document.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::calibration {

namespace {

using report::Align;

std::string percent(double share) {
    return fixedText(100.0 * share, 1) + " %";
}

std::string shown(Metric metric, double value) {
    if (metric == Metric::Power)
        return fixedText(value, 1) + " W";
    if (metric == Metric::MemoryUsed)
        return fixedText(value / 1073741824.0, 2) + " GiB";
    return percent(value);
}

std::string milliseconds(double seconds) {
    return fixedText(seconds * 1e3, 3) + " ms";
}

class ProfileText {
public:
    ProfileText(const Profile& profile, Language language)
        : m_profile(profile), m_language(language) {
        // Of one model alone the group of all says nothing more.
        const bool isSame = profile.groups.size() == 2 && profile.groups[0].name == everyGroup &&
                            profile.groups[0].gpus == profile.groups[1].gpus;
        for (std::size_t i = isSame ? 1 : 0; i < profile.groups.size(); ++i)
            m_groups.push_back(&profile.groups[i]);
    }

    report::Document document() const {
        report::Document document;
        document.title = say("calibration.title");
        document.sections.push_back({"", {files()}});
        if (!m_profile.rules.empty())
            document.sections.push_back({say("calibration.rules"), {rules()}});
        if (!m_profile.groups.empty()) {
            document.sections.push_back({say("calibration.coverage"), {coverage()}});
            document.sections.push_back({say("calibration.measured"), {measured(), notMeasured()}});
            document.sections.push_back(
                {say("calibration.activity"),
                 {activity(), report::Paragraph{say("calibration.activity_method")}}});
            document.sections.push_back({say("calibration.power"), {power()}});
        }
        if (!m_profile.steps.empty())
            document.sections.push_back({say("calibration.steps"), {steps()}});
        return document;
    }

    /// Below the tables, whole: lines to be copied are not wrapped.
    std::string snippets() const {
        std::string text;
        for (const StepFit& fit : m_profile.steps) {
            if (text.empty())
                text = "\n" + say("calibration.copy") + "\n";
            if (fit.fit && fit.gpus == 1)
                text += "\n\"step\": " + affineStepJson(m_profile, fit) + "\n";
            text += "\n\"step\": " + measuredStepJson(m_profile, fit) + "\n";
        }
        return text;
    }

private:
    std::string say(const std::string& key, std::vector<std::string> arguments = {}) const {
        return text(Message{key, std::move(arguments)}, m_language);
    }
    report::Column left(const char* key) const { return {say(key), Align::Left}; }
    report::Column right(const char* key) const { return {say(key)}; }

    report::Table files() const {
        report::Table table{{left("calibration.column.file"), left("calibration.column.form"),
                             right("calibration.column.read"), right("calibration.column.taken"),
                             right("calibration.column.other"),
                             right("calibration.column.quarantined")},
                            {},
                            false};
        for (const FileRows& file : m_profile.files)
            table.rows.push_back({file.file, file.form, count(file.read), count(file.taken),
                                  count(file.other), count(file.quarantined)});
        return table;
    }

    report::Table rules() const {
        report::Table table{{left("calibration.column.rule"), left("calibration.column.action"),
                             right("calibration.column.rows"), left("calibration.column.first")},
                            {},
                            false};
        for (const RuleCount& rule : m_profile.rules)
            table.rows.push_back({std::string(name(rule.rule)),
                                  say(rule.quarantined ? "calibration.action.quarantined"
                                                       : "calibration.action.warned"),
                                  count(rule.rows),
                                  rule.first.file + ":" + std::to_string(rule.first.line)});
        return table;
    }

    report::Table coverage() const {
        report::Table table{{left("calibration.column.group"), right("calibration.column.gpus"),
                             right("calibration.column.samples"), left("calibration.column.from"),
                             right("calibration.column.span"), right("calibration.column.step"),
                             right("calibration.column.gaps"),
                             right("calibration.column.gap_total")},
                            {},
                            false};
        for (const ProfileGroup* const shownGroup : m_groups) {
            const ProfileGroup& group = *shownGroup;
            std::vector<std::string> row{group.name, group.gpus == 0 ? "-" : count(group.gpus),
                                         count(group.samples)};
            if (const auto& known = group.coverage) {
                row.push_back(instantText(Instant(Duration(known->first))));
                row.push_back(span(Duration(known->last - known->first)));
                row.push_back(span(known->step));
                row.push_back(count(known->gaps));
                row.push_back(span(known->gapTotal));
            }
            if (row.size() == 3)
                row.push_back(say("calibration.no_clock"));
            row.resize(8, "-");
            table.rows.push_back(std::move(row));
        }
        return table;
    }

    report::Table measured() const {
        report::Table table{{left("calibration.column.group"), left("calibration.column.metric"),
                             right("calibration.column.samples"),
                             left("calibration.column.mean_over"), right("calibration.column.mean"),
                             right("calibration.column.p50"), right("calibration.column.p90"),
                             right("calibration.column.p99"), right("calibration.column.max")},
                            {},
                            false};
        for (const ProfileGroup* const group : m_groups)
            for (const Metric metric : metrics()) {
                const auto& s = group->of(metric);
                if (!s)
                    continue;
                const auto value = [&](double number) { return shown(metric, number); };
                table.rows.push_back({group->name, std::string(name(metric)), count(s->count),
                                      say(s->isDistribution ? "calibration.over.distribution"
                                          : s->timeWeighted ? "calibration.over.time"
                                                            : "calibration.over.samples"),
                                      value(s->mean), value(s->p50), value(s->p90), value(s->p99),
                                      value(s->most)});
            }
        return table;
    }

    report::List notMeasured() const {
        report::List list;
        for (const ProfileGroup* const group : m_groups) {
            std::string missing;
            for (const Metric metric : metrics())
                if (!group->of(metric))
                    missing += (missing.empty() ? "" : ", ") + std::string(name(metric));
            if (!missing.empty())
                list.items.push_back(say("calibration.not_measured", {group->name, missing}));
        }
        return list;
    }

    report::Table activity() const {
        report::Table table{{left("calibration.column.group"), right("calibration.column.compute"),
                             right("calibration.column.compute_range"),
                             right("calibration.column.comm"), right("calibration.column.idle"),
                             left("calibration.column.remark")},
                            {},
                            false};
        for (const ProfileGroup* const shownGroup : m_groups) {
            const ProfileGroup& group = *shownGroup;
            if (const auto& fit = group.activity)
                table.rows.push_back(
                    {group.name, percent(fit->compute),
                     say("calibration.range",
                         {percent(fit->computeLow), percent(fit->computeHigh)}),
                     percent(fit->comm), percent(fit->idle),
                     say("calibration.from_means", {std::string(name(group.busyFrom))})});
            else
                table.rows.push_back({group.name, "-", "-", "-", "-", why(group)});
        }
        return table;
    }

    std::string why(const ProfileGroup& group) const {
        switch (group.activityGap) {
        case ActivityGap::TooActive:
            return say("calibration.too_active", {std::string(name(group.busyFrom))});
        case ActivityGap::TooQuiet:
            return say("calibration.too_quiet", {std::string(name(group.busyFrom))});
        case ActivityGap::NotMeasured:
        case ActivityGap::None:
            break;
        }
        return say("calibration.activity_needs");
    }

    report::Table power() const {
        report::Table table{
            {left("calibration.column.group"), right("calibration.column.idle_power"),
             right("calibration.column.full_power"), right("calibration.column.exponent"),
             right("calibration.column.residual"), right("calibration.column.r_squared"),
             right("calibration.column.points"), left("calibration.column.remark")},
            {},
            false};
        for (const ProfileGroup* const shownGroup : m_groups) {
            const ProfileGroup& group = *shownGroup;
            if (const auto& fit = group.power)
                table.rows.push_back(
                    {group.name, shown(Metric::Power, fit->idle), shown(Metric::Power, fit->full),
                     fixedText(fit->exponent, 3), shown(Metric::Power, fit->residual),
                     fixedText(fit->explained, 3), count(fit->points),
                     say("calibration.power_over",
                         {std::string(name(group.powerOver)), percent(fit->leastActivity),
                          percent(fit->mostActivity)})});
            else
                table.rows.push_back(
                    {group.name, "-", "-", "-", "-", "-", "-", why(group.powerGap)});
        }
        return table;
    }

    std::string why(PowerGap gap) const {
        switch (gap) {
        case PowerGap::TooFew:
            return say("calibration.power.too_few");
        case PowerGap::NoSpread:
            return say("calibration.power.no_spread");
        case PowerGap::NotRising:
            return say("calibration.power.not_rising");
        case PowerGap::NegativeIdle:
            return say("calibration.power.negative_idle");
        case PowerGap::NotMeasured:
        case PowerGap::None:
            break;
        }
        return say("calibration.power.needs");
    }

    report::Table steps() const {
        report::Table table{
            {left("calibration.column.gpu"), right("calibration.column.ranks"),
             right("calibration.column.batches"), right("calibration.column.fixed"),
             right("calibration.column.per_sample"), right("calibration.column.half_batch"),
             right("calibration.column.mean_error"), right("calibration.column.worst_error"),
             right("calibration.column.left_out"), left("calibration.column.remark")},
            {},
            false};
        for (const StepFit& one : m_profile.steps) {
            std::vector<std::string> row{one.gpu, std::to_string(one.gpus),
                                         std::to_string(one.points.size())};
            if (one.fit) {
                row.push_back(milliseconds(one.fit->curve.fixed));
                row.push_back(milliseconds(one.fit->curve.perSample));
                row.push_back(fixedText(one.fit->curve.halfBatch(), 2));
                row.push_back(percent(one.fit->meanError));
                row.push_back(percent(one.fit->worstError));
                row.push_back(one.leaveOneOut ? percent(*one.leaveOneOut) : "-");
                row.push_back(
                    say(one.leaveOneOut ? "calibration.fitted" : "calibration.fitted_unchecked"));
            } else {
                row.resize(9, "-");
                row.push_back(why(*one.fault));
            }
            table.rows.push_back(std::move(row));
        }
        return table;
    }

    std::string why(perf::BatchFitFault fault) const {
        switch (fault) {
        case perf::BatchFitFault::OneBatch:
            return say("calibration.step.one_batch");
        case perf::BatchFitFault::NotRising:
            return say("calibration.step.not_rising");
        case perf::BatchFitFault::NegativeFixed:
            return say("calibration.step.negative_fixed");
        }
        return "";
    }

    static std::string count(std::uint64_t value) { return grouped(std::to_string(value)); }
    static std::string span(Duration value) {
        return value >= hours(1) ? fixedText(inHours(value), 2) + " h"
                                 : fixedText(inSeconds(value), 1) + " s";
    }

    const Profile& m_profile;
    std::vector<const ProfileGroup*> m_groups; ///< that are shown
    Language m_language;
};

} // namespace

std::string profileAsTable(const Profile& profile, Language language) {
    const ProfileText text(profile, language);
    return report::plainText(text.document()) + text.snippets();
}

} // namespace gpuplan::calibration
