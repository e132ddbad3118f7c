#include <gpuplan/des/math.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gpuplan::selfcheck {

namespace {

constexpr std::int64_t mostTasks = 100'000;

/// One task at a time to the user with the lowest dominant share, ties to the lower index; a user
/// whose next task does not fit leaves the round (Ghodsi et al., NSDI 2011).
void dominantResource(Inputs& in, Outputs& out) {
    const std::vector<double> capacity = in.numbers("capacity");
    const std::size_t users = in.list("demands").size();
    std::vector<std::vector<double>> demands;
    std::vector<double> perTask(users, 0.0); // dominant share of one task
    for (std::size_t user = 0; user < users; ++user) {
        demands.push_back(in.list("demands")[user].asNumbers());
        if (demands[user].size() != capacity.size()) {
            in.refuse("demands", "selfcheck.unequal_lists",
                      {inQuotes("demands"), inQuotes("capacity")});
            return;
        }
        for (std::size_t r = 0; r < capacity.size(); ++r)
            perTask[user] = std::max(perTask[user], demands[user][r] / capacity[r]);
        if (perTask[user] == 0.0)
            in.refuse("demands", "selfcheck.demand_nothing", {std::to_string(user)});
    }
    if (in.has("resources") && in.list("resources").size() != capacity.size())
        in.refuse("resources", "selfcheck.unequal_lists",
                  {inQuotes("resources"), inQuotes("capacity")});
    if (in.refusals().hasErrors())
        return;
    std::vector<double> used(capacity.size(), 0.0);
    std::vector<double> tasks(users, 0.0);
    std::vector<bool> done(users, false);
    for (std::int64_t given = 0;; ++given) {
        std::size_t next = users;
        for (std::size_t user = 0; user < users; ++user)
            if (!done[user] &&
                (next == users || tasks[user] * perTask[user] < tasks[next] * perTask[next]))
                next = user;
        if (next == users)
            break;
        if (given > mostTasks) {
            in.refuse("demands", "selfcheck.too_many_tasks", {std::to_string(mostTasks)});
            return;
        }
        bool fits = true;
        for (std::size_t r = 0; r < capacity.size(); ++r)
            fits = fits && used[r] + demands[next][r] <= capacity[r];
        if (!fits) {
            done[next] = true;
            continue;
        }
        for (std::size_t r = 0; r < capacity.size(); ++r)
            used[r] += demands[next][r];
        tasks[next] += 1.0;
    }
    out.numbers("tasks", tasks);
}

void multifactor(Inputs& in, Outputs& out) {
    const double fairShare = des::power(2.0, -in.number("usage") / in.number("shares"));
    out.number("fairshare", fairShare);
    out.number("priority", in.number("weight_fairshare") * fairShare +
                               in.number("weight_age") * in.number("age_factor") +
                               in.number("weight_size") * in.number("size_factor"));
}

void usageDecay(Inputs& in, Outputs& out) {
    out.number("decayed", in.number("usage") *
                              des::power(2.0, -in.number("days") / in.number("half_life_days")));
}

/// A job that is stopped once, goes back to the queue and starts again from its last checkpoint.
void preempted(Inputs& in, Outputs& out) {
    const double work = in.number("work_h");
    const double stopped = in.number("preempted_after_h");
    if (stopped >= work) {
        out.number("finish_h", work);
        out.number("lost_work_h", 0.0);
        return;
    }
    const double interval = in.number("interval_h");
    // A quotient a rounding error below a whole number of intervals is that number.
    const double kept = std::floor(stopped / interval * (1.0 + 1e-12)) * interval;
    const bool onNotice = in.flag("checkpoint_on_notice");
    const double lost = onNotice ? 0.0 : std::max(0.0, stopped - kept);
    out.number("finish_h", stopped + (onNotice ? in.number("notice_checkpoint_h") : 0.0) +
                               in.number("requeue_wait_h") + in.number("restart_h") +
                               (work - stopped + lost));
    out.number("lost_work_h", lost);
}

/// Idle time held in one pause of an interactive session, exponential think time.
void reaper(Inputs& in, Outputs& out) {
    const double think = in.number("think_mean_h");
    if (in.value("timeout_h").isNone()) {
        out.number("held_idle_h", think);
        out.number("reap_probability", 0.0);
        return;
    }
    const double timeouts = in.number("timeout_h") / think;
    out.number("held_idle_h", -think * des::expm1(-timeouts));
    out.number("reap_probability", des::exp(-timeouts));
}

/// Slices of one GPU: compute of 7, memory of 8, and where in the memory a profile may begin.
struct MigProfile {
    const char* name;
    int compute;
    int memory;
    std::vector<int> starts;
};

const std::vector<MigProfile>& migProfiles() {
    static const std::vector<MigProfile> profiles = {
        {"1g", 1, 1, {0, 1, 2, 3, 4, 5, 6}},
        {"1g+me", 1, 2, {0, 2, 4, 6}},
        {"2g", 2, 2, {0, 2, 4}},
        {"3g", 3, 4, {0, 4}},
        {"4g", 4, 4, {0}},
        {"7g", 7, 8, {0}},
    };
    return profiles;
}

bool placeSlices(const std::vector<const MigProfile*>& wanted, std::size_t next, unsigned taken) {
    if (next == wanted.size())
        return true;
    const MigProfile& profile = *wanted[next];
    for (const int start : profile.starts) {
        const unsigned slices = ((1U << static_cast<unsigned>(profile.memory)) - 1U)
                                << static_cast<unsigned>(start);
        if ((taken & slices) == 0 && placeSlices(wanted, next + 1, taken | slices))
            return true;
    }
    return false;
}

void slices(Inputs& in, Outputs& out) {
    std::vector<const MigProfile*> wanted;
    int compute = 0;
    int memory = 0;
    for (const Value& name : in.list("request"))
        for (const MigProfile& profile : migProfiles())
            if (*name.text() == profile.name) {
                wanted.push_back(&profile);
                compute += profile.compute;
                memory += profile.memory;
            }
    // The largest first: they have the fewest places.
    std::stable_sort(wanted.begin(), wanted.end(), [](const MigProfile* a, const MigProfile* b) {
        return a->memory > b->memory;
    });
    out.flag("fits", compute <= 7 && memory <= 8 && placeSlices(wanted, 0, 0));
}

std::vector<std::string> migNames() {
    std::vector<std::string> names;
    for (const MigProfile& profile : migProfiles())
        names.emplace_back(profile.name);
    return names;
}

} // namespace

std::vector<CalcModel> sharingModels() {
    const Range some = atLeast(0);
    const Range share = between(0, 1);
    return {
        {"sched.drf",
         "tasks of users under dominant resource fairness",
         "sharing",
         {listOf("capacity", number("", "1", above(0)), 1, 100),
          listOf("demands", listOf("", number("", "1", some), 1, 100), 1, 1000),
          optional(listOf("resources", anyText(""), 1, 100))},
         {{"tasks", "1"}},
         dominantResource},
        {"sched.multifactor",
         "priority of a job from fair share, age and size",
         "sharing",
         {number("usage", "1", some), number("shares", "1", above(0)),
          number("age_factor", "1", share), number("size_factor", "1", share),
          number("weight_fairshare", "1", some), number("weight_age", "1", some),
          number("weight_size", "1", some)},
         {{"fairshare", "1"}, {"priority", "1"}},
         multifactor},
        {"sched.usage_decay",
         "recorded usage after some days",
         "sharing",
         {number("usage", "any", some), number("half_life_days", "d", above(0)),
          number("days", "d", some)},
         {{"decayed", "same as usage"}},
         usageDecay},
        {"sched.preempt",
         "end of a job that is preempted once and requeued",
         "preemption",
         {number("work_h", "h", above(0)), number("interval_h", "h", above(0)),
          number("preempted_after_h", "h", some), number("restart_h", "h", some),
          number("requeue_wait_h", "h", some), flag("checkpoint_on_notice"),
          number("notice_checkpoint_h", "h", some)},
         {{"finish_h", "h"}, {"lost_work_h", "h"}},
         preempted},
        {"sched.reaper",
         "idle time held in a pause of an interactive session",
         "interactive",
         {number("think_mean_h", "h", above(0)), nullable(number("timeout_h", "h", some))},
         {{"held_idle_h", "h"}, {"reap_probability", "1"}},
         reaper},
        {"sched.mig",
         "whether slices fit on one GPU",
         "slices",
         {listOf("request", choice("", migNames()), 0, 64)},
         {{"fits", ""}},
         slices},
    };
}

} // namespace gpuplan::selfcheck
