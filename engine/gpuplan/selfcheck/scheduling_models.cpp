#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/gang_placement.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <array>
#include <cmath>
#include <set>

namespace gpuplan::selfcheck {

namespace {

struct NamedRule {
    const char* name;
    model::QueueRule rule;
};
constexpr std::array queueRules = {
    NamedRule{"fifo", model::QueueRule::Fifo},
    NamedRule{"greedy", model::QueueRule::Greedy},
    NamedRule{"easy", model::QueueRule::Easy},
    NamedRule{"conservative", model::QueueRule::Conservative},
    NamedRule{"sjf", model::QueueRule::ShortestFirst},
    NamedRule{"srtf", model::QueueRule::Srtf},
};

std::vector<std::string> queueRuleNames() {
    std::vector<std::string> names;
    names.reserve(queueRules.size());
    for (const NamedRule& rule : queueRules)
        names.emplace_back(rule.name);
    return names;
}

model::QueueRule queueRule(const std::string& name) {
    for (const NamedRule& rule : queueRules)
        if (name == rule.name)
            return rule.rule;
    GPUPLAN_EXPECTS(false, "a checked name of a queue rule");
    return model::QueueRule::Fifo;
}

// The models' time units are free; the simulator counts whole microseconds.
constexpr double ticksPerUnit = 1e6;

history::Tick ticks(double units) {
    return std::llrint(units * ticksPerUnit);
}
double units(history::Tick span) {
    return static_cast<double>(span) / ticksPerUnit;
}

workload::JobTable jobTable(Inputs& in) {
    workload::JobTable table;
    std::set<std::string> ids;
    for (const Value& job : in.list("jobs")) {
        const std::string& id = job.textOf("id");
        const double gpus = job.numberOf("gpus");
        if (!ids.insert(id).second)
            in.refuse("jobs", "selfcheck.jobs.twice", {inQuotes(id)});
        if (gpus > in.number("gpus"))
            in.refuse("jobs", "selfcheck.jobs.too_large", {inQuotes(id)});
        table.ids.append(id);
        table.submit.push_back(ticks(job.numberOf("submit")));
        table.duration.push_back(ticks(job.numberOf("run")));
        table.estimate.push_back(ticks(job.numberOf("estimate")));
        table.gpus.push_back(static_cast<std::int32_t>(gpus) * 1000);
    }
    return table;
}

/// Plays the jobs on one pool of GPUs through the simulator, once for each rule.
void schedule(Inputs& in, Outputs& out) {
    const workload::JobTable jobs = jobTable(in);
    if (in.refusals().hasErrors())
        return;
    sim::World world;
    world.pools = {{.name = "pool", .supply = model::FixedSupply{in.integer("gpus")}}};
    world.estimates = model::EstimateRule::Requested;
    world.activities.emplace_back().shares[static_cast<std::size_t>(model::GpuState::Compute)] =
        1'000'000;
    Value::Object starts;
    Value::Object makespans;
    Value::Object waits;
    for (const Value& policy : in.list("policies")) {
        const std::string& name = *policy.text();
        if (find(starts, name) != nullptr) {
            in.refuse("policies", "selfcheck.policies.twice", {inQuotes(name)});
            return;
        }
        world.queue = queueRule(name);
        const auto history =
            sim::simulate(world, jobs, {.stopRequested = [&in] { return in.stopRequested(); }});
        if (!history)
            return; // asked to stop
        Value::Object start;
        history::Tick wait = 0;
        for (std::size_t row = 0; row < jobs.size(); ++row) {
            start.push_back({jobs.ids.text(row), Value(units(history->firstStart[row]))});
            wait += history->firstStart[row] - jobs.submit[row];
        }
        starts.push_back({name, Value(std::move(start))});
        makespans.push_back({name, Value(units(history->end - history->begin))});
        waits.push_back({name, Value(units(wait) / static_cast<double>(jobs.size()))});
    }
    out.set("start", Value(std::move(starts)));
    out.set("makespan", Value(std::move(makespans)));
    out.set("mean_wait", Value(std::move(waits)));
}

void gang(Inputs& in, Outputs& out) {
    const std::vector<double> sizes = in.numbers("nodes");
    const std::vector<double> used = in.numbers("used");
    if (sizes.size() != used.size()) {
        in.refuse("used", "selfcheck.unequal_lists", {inQuotes("used"), inQuotes("nodes")});
        return;
    }
    std::vector<NodeRoom> nodes;
    std::int64_t free = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        nodes.push_back(
            {static_cast<std::int64_t>(sizes[i]), static_cast<std::int64_t>(sizes[i] - used[i])});
        free += nodes.back().free;
        if (used[i] > sizes[i])
            in.refuse("used", "selfcheck.at_most", {inQuotes("used"), inQuotes("nodes")});
    }
    const std::string& policy = in.text("policy");
    const auto rule = policy == "fewest_nodes" ? model::PlacementRule::FewestNodes
                      : policy == "spread"     ? model::PlacementRule::Spread
                                               : model::PlacementRule::Pack;
    const auto taken = nodesForGang(nodes, in.integer("job_gpus"), rule);
    out.flag("fits", taken.has_value());
    out.number("nodes_used", static_cast<double>(taken.value_or(0)));
    out.number("free_total", static_cast<double>(free));
    out.number("fragmentation", fragmentation(nodes, in.integer("job_gpus")));
}

} // namespace

std::vector<CalcModel> schedulingModels() {
    const Range time = between(0, 1e9);
    return {
        {"sched.schedule",
         "start times of jobs on one pool of GPUs under queue rules",
         "queue-rules",
         {integer("gpus", "GPU", 1, 1'000'000),
          listOf("policies", choice("", queueRuleNames()), 1, 6),
          listOf(
              "jobs",
              fields("", {anyText("id"), number("submit", "time units", time),
                          integer("gpus", "GPU", 1, 1'000'000), number("run", "time units", time),
                          number("estimate", "time units", time)}),
              1, 2'000)},
         {{"start", "time units"}, {"makespan", "time units"}, {"mean_wait", "time units"}},
         schedule},
        {"sched.gang",
         "nodes a gang takes, and how fragmented the free GPUs are for its size",
         "placement",
         {listOf("nodes", integer("", "GPU", 1, 1'000'000), 1, 10'000),
          listOf("used", integer("", "GPU", 0, 1'000'000), 1, 10'000),
          integer("job_gpus", "GPU", 1, 1e9),
          choice("policy", {"single_node", "pack", "fewest_nodes", "spread"})},
         {{"fits", ""}, {"nodes_used", "1"}, {"free_total", "GPU"}, {"fragmentation", "1"}},
         gang},
    };
}

} // namespace gpuplan::selfcheck
