#include <gpuplan/io/activity_form.hpp>
#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/profile_activity.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::io {

using model::Activity;
using model::GpuState;
using model::gpuStateCount;

namespace {

using Shares = std::array<Decimal, gpuStateCount>;

/// An Activity as files have it.
struct ActivityText {
    Shares shares{};
    std::optional<Decimal> tensorActive;
    std::optional<std::string> profile; ///< file that holds them instead
    std::optional<std::string> group;   ///< of the profile
    Provenance provenance;
    bool operator==(const ActivityText&) const = default;
};

/// The states a job can be in while it holds GPUs, in the order people read them.
struct StateLine {
    GpuState state;
    const char* doc;
};
constexpr std::array<StateLine, 9> stateLines{{
    {GpuState::Compute, "useful computing"},
    {GpuState::Comm, "waiting for other GPUs: collectives, pipeline bubbles"},
    {GpuState::Sync, "waiting for the host to catch up"},
    {GpuState::H2d, "waiting for copies from host memory"},
    {GpuState::Prep, "waiting for input to be prepared"},
    {GpuState::Fetch, "waiting for input from storage"},
    {GpuState::Checkpoint, "stalled by checkpoints"},
    {GpuState::Restart, "restarting after losses, work done again included"},
    {GpuState::IdleHeld, "held without work"},
}};

Field<ActivityText> shareField(const StateLine& line) {
    const DecimalForm form{"0", "1"};
    const auto index = static_cast<std::size_t>(line.state);
    Field<ActivityText> field;
    field.shape = detail::fieldShape(std::string(name(line.state)), FieldShape::Need::Defaulted,
                                     form, line.doc, "0.25");
    field.read = [form, index](const JsonValue& json, ActivityText& target, Reading& reading) {
        return form.read(json, target.shares[index], reading);
    };
    field.write = [form, index](JsonWriter& out, const ActivityText& value) {
        form.write(out, value.shares[index]);
    };
    field.isWritten = [index](const ActivityText& value, const ActivityText&) {
        return !value.shares[index].isZero();
    };
    return field;
}

bool checkSum(ActivityText& activity, const JsonValue& json, Reading& reading) {
    const Decimal sum = std::accumulate(activity.shares.begin(), activity.shares.end(), Decimal{});
    const Decimal one = Decimal::integer(1);
    const Decimal difference = sum < one ? one - sum : sum - one;
    if (difference > Decimal::scaled(1, 9))
        return reading.problem(json.location(), "io.check.shares", {sum.text()});
    const Decimal& compute = activity.shares[static_cast<std::size_t>(GpuState::Compute)];
    if (activity.tensorActive && *activity.tensorActive > compute)
        return reading.problem(json.find("tensor_active")->location(), "io.check.tensor",
                               {activity.tensorActive->text(), compute.text()});
    return true;
}

bool finish(ActivityText& activity, const JsonValue& json, Reading& reading);

const FieldTable<ActivityText>& activityFields() {
    static const FieldTable<ActivityText> table = [] {
        FieldTable<ActivityText> t(
            "activity", "Shares of the GPU time that jobs hold, by what the GPUs do. Assumed, or "
                        "measured on other jobs: results that rest on it are marked estimated.");
        for (const StateLine& line : stateLines)
            t.add(shareField(line));
        t.add(optional("tensor_active", &ActivityText::tensorActive, DecimalForm{"0", "1"},
                       "share in which the matrix units work, at most that of compute; not known "
                       "if absent",
                       "0.2"));
        t.inlined(&ActivityText::provenance, provenanceFields());
        t.add(optional("profile", &ActivityText::profile, TextForm{},
                       "file of `gpuplan calibrate` that says all of this instead; beside this "
                       "file unless its path is absolute",
                       "\"profile.json\""));
        t.add(optional("group", &ActivityText::group, TextForm{},
                       "of the profile: a GPU model or cluster; absent: all, or the only one",
                       "\"NVIDIA A100-SXM4-80GB\""));
        t.then("the shares of the states sum to 1, or `profile` stands alone or with `group`",
               finish);
        return t;
    }();
    return table;
}

/// The shares written here, or those of the profile.
bool finish(ActivityText& activity, const JsonValue& json, Reading& reading) {
    if (!activity.profile) {
        if (activity.group)
            return reading.problem(json.find("group")->location(), "io.check.needs_too",
                                   {inQuotes("group"), inQuotes("profile")});
        return checkSum(activity, json, reading);
    }
    bool good = true;
    for (const JsonMember member : json.members())
        if (member.name != "profile" && member.name != "group")
            good = reading.problem(member.nameLocation(), "io.profile.beside",
                                   {inQuotes(member.name), inQuotes("profile")});
    if (!good)
        return false;
    const auto document = profileActivity(json, *activity.profile, activity.group, reading);
    if (!document)
        return false;
    // A profile that names a profile, perhaps itself, would lead on without end.
    if (document->activity.find("profile"))
        return reading.problem(document->activity.location(), "io.profile.chain");
    ActivityText found;
    if (!activityFields().read(document->activity, found, reading))
        return false;
    activity = std::move(found);
    return true;
}

/// Largest remainders, so that the parts sum to 1,000,000 where the shares sum to 1.
model::StateShares inPartsPerMillion(const Shares& shares) {
    constexpr int places = 18; // as many as a Decimal has
    const Int128 million = 1'000'000;
    model::StateShares parts{};
    std::array<Int128, gpuStateCount> rest{};
    Int128 missing = million;
    for (std::size_t i = 0; i < gpuStateCount; ++i) {
        const Int128 scaled = shares[i].scaledInteger(places);
        const Int128 unit = powerOfTen(places) / million;
        parts[i] = static_cast<std::int32_t>(scaled / unit);
        rest[i] = scaled % unit;
        missing -= parts[i];
    }
    // At most one part a state is missing; one too many can only be where the sum is 1 + 1e-9.
    while (missing > 0) {
        const auto largest = std::max_element(rest.begin(), rest.end());
        ++parts[static_cast<std::size_t>(largest - rest.begin())];
        *largest = -1;
        --missing;
    }
    return parts;
}

} // namespace

bool ActivityForm::read(const JsonValue& json, Activity& target, Reading& reading) const {
    ActivityText text;
    if (!activityFields().read(json, text, reading))
        return false;
    target.shares = inPartsPerMillion(text.shares);
    target.tensorActivePpm.reset();
    if (text.tensorActive)
        target.tensorActivePpm = static_cast<std::int32_t>(text.tensorActive->scaledInteger(6));
    target.provenance = std::move(text.provenance);
    return true;
}

void ActivityForm::write(JsonWriter& out, const Activity& value) const {
    ActivityText text;
    for (std::size_t i = 0; i < gpuStateCount; ++i)
        text.shares[i] = Decimal::scaled(value.shares[i], 6);
    if (value.tensorActivePpm)
        text.tensorActive = Decimal::scaled(*value.tensorActivePpm, 6);
    text.provenance = value.provenance;
    activityFields().write(out, text, JsonLayout::Line);
}

Shape ActivityForm::shape() const {
    return object(activityFields()).shape();
}

} // namespace gpuplan::io
