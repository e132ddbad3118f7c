#include <gpuplan/metrics/summary.hpp>
#include <gpuplan/planner/conservation.hpp>
#include <gpuplan/planner/play.hpp>
#include <gpuplan/planner/services.hpp>
#include <gpuplan/planner/step_results.hpp>
#include <gpuplan/planner/steps.hpp>
#include <gpuplan/planner/world.hpp>
#include <gpuplan/pricing/pricing.hpp>

namespace gpuplan::planner {

namespace {

void noteRejections(Diagnostics& diagnostics, const model::Scenario& scenario, std::size_t index,
                    const workload::JobTable& jobs, const history::History& history) {
    if (history.rejections.empty())
        return;
    const history::Rejection& first = history.rejections.front();
    const std::string at = "/alternatives/" + std::to_string(index) + "/pools";
    diagnostics.add({Severity::Error,
                     Trouble::Target,
                     {scenario.file, 0, 0, at},
                     {"planner.rejected",
                      {scenario.alternatives[index].name, std::to_string(history.rejections.size()),
                       jobs.ids.text(first.job), first.asked, first.available, first.resource}},
                     {}});
}

} // namespace

Played playAlternative(const model::Scenario& scenario, std::size_t index,
                       const catalog::Catalogs& catalogs, const workload::JobTable& common,
                       const sim::Watch& watch, Detail detail) {
    const auto isStopped = [&watch] { return watch.stopRequested && watch.stopRequested(); };
    sim::World world = makeWorld(scenario, index, catalogs);
    std::optional<workload::JobTable> changed = changedJobs(common, scenario, index);
    Played played;
    std::vector<PlayedService> services;
    if (hasServices(scenario)) {
        Result<std::vector<PlayedService>> simulated =
            playServices(scenario, index, catalogs, isStopped);
        played.diagnostics.append(simulated.diagnostics());
        if (!simulated)
            return played;
        if (isStopped()) {
            played.stopped = true;
            return played;
        }
        services = std::move(simulated).value();
        if (!changed)
            changed = common;
        addServiceJobs(*changed, scenario, index, services);
        addServices(world, services);
    }
    const workload::JobTable& jobs = changed ? *changed : common;
    std::optional<history::History> history = sim::simulate(world, jobs, watch);
    if (!history || isStopped()) {
        played.stopped = true;
        return played;
    }
    checkHistory(world, jobs, *history);
    noteRejections(played.diagnostics, scenario, index, jobs, *history);
    Result<pricing::Priced> priced = pricing::priceAlternative(scenario, index, catalogs, *history);
    played.diagnostics.append(priced.diagnostics());
    if (!priced)
        return played;
    if (isStopped()) {
        played.stopped = true;
        return played;
    }
    auto kept = std::make_shared<const history::History>(std::move(*history));
    played.result = metrics::summarize(scenario, index, jobs, kept, std::move(priced).value());
    played.result->steps = stepResults(world, scenario, index, catalogs, jobs, *kept);
    if (detail == Detail::All)
        played.result->jobTimes = jobTimes(world, scenario, jobs, *kept);
    addServiceResults(*played.result, played.diagnostics, scenario, index, catalogs, jobs,
                      services);
    checkReport(*played.result);
    return played;
}

} // namespace gpuplan::planner
