#include <gpuplan/base/hash.hpp>
#include <gpuplan/base/version.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/planner/digest.hpp>
#include <gpuplan/planner/services.hpp>

namespace gpuplan::planner {

namespace {

/// What the simulation reads of a recorded job; a generated one follows from scenario and seed.
std::string traceText(const workload::JobTable& jobs) {
    std::string text;
    const auto add = [&text](std::int64_t value) {
        text += std::to_string(value);
        text += ',';
    };
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        text += jobs.ids.text(row);
        text += ',';
        add(jobs.submit[row]);
        add(jobs.duration[row]);
        add(jobs.gpus[row]);
        if (!jobs.estimate.empty())
            add(jobs.estimate[row]);
        if (!jobs.user.empty())
            text += jobs.users[jobs.user[row]] + ",";
        if (!jobs.team.empty())
            text += jobs.teams[jobs.team[row]] + ",";
        if (!jobs.model.empty())
            text += jobs.models[jobs.model[row]];
        text += '\n';
    }
    return text;
}

} // namespace

std::string runDigest(const model::Scenario& scenario, const catalog::Catalogs& catalogs,
                      const workload::JobTable& jobs) {
    std::string text = "gpuplan " + std::string(engineVersion()) + "\n";
    text += std::to_string(scenario.seed) + "\n" + catalogs.digest + "\n";
    text += sha256(io::writeScenario(scenario)) + "\n";
    if (std::holds_alternative<model::TraceWorkload>(scenario.workload))
        text += sha256(traceText(jobs)) + "\n";
    text += requestTraceDigest(scenario);
    return sha256(text);
}

} // namespace gpuplan::planner
