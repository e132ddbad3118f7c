#include <gpuplan/base/contract.hpp>
#include <gpuplan/planner/steps.hpp>
#include <gpuplan/planner/world.hpp>
#include <gpuplan/workload/generator.hpp>
#include <gpuplan/workload/trace_reader.hpp>

#include <filesystem>

namespace gpuplan::planner {

namespace {

std::vector<model::Activity> activities(const model::Workload& workload) {
    if (const auto* trace = std::get_if<model::TraceWorkload>(&workload))
        return {trace->activity};
    std::vector<model::Activity> list;
    for (const model::JobClass& job : std::get<model::ProfileWorkload>(workload).classes)
        list.push_back(job.activity);
    return list;
}

Result<workload::JobTable> recorded(const model::Scenario& scenario,
                                    const model::TraceWorkload& trace,
                                    const std::function<bool()>& stop) {
    workload::ImportOptions options;
    options.format = trace.format;
    options.processorsPerGpu = trace.processorsPerGpu;
    const std::string file = traceFile(scenario, trace);
    Result<workload::ImportOutcome> read = workload::readTrace({file}, options, stop);
    if (!read)
        return read.diagnostics();
    Diagnostics warnings = read.diagnostics();
    const Location at{file, 0, 0, ""};
    const workload::ImportReport& report = read->report;
    if (report.rows.quarantined > 0)
        warnings.warning(at, "planner.quarantined",
                         {std::to_string(report.rows.quarantined), std::to_string(report.rows.read),
                          inQuotes(trace.format), file});
    if (report.gpuJobs < report.jobs)
        warnings.note(at, "planner.without_gpus", {std::to_string(report.jobs - report.gpuJobs)});
    return {std::move(read).value().jobs, std::move(warnings)};
}

} // namespace

std::string traceFile(const model::Scenario& scenario, const model::TraceWorkload& trace) {
    const std::filesystem::path file(trace.file);
    if (file.is_absolute())
        return trace.file;
    return (std::filesystem::path(scenario.file).parent_path() / file).string();
}

model::Scenario resolved(model::Scenario scenario, const catalog::Catalogs& catalogs) {
    for (model::Alternative& alternative : scenario.alternatives) {
        for (model::Pool& pool : alternative.pools) {
            if (!pool.offer)
                continue;
            const catalog::CloudOffer* const offer = catalogs.offer(*pool.offer);
            GPUPLAN_EXPECTS(offer != nullptr, "offers were checked when the scenario was read");
            pool.gpu = offer->gpu;
            if (pool.gpusPerNode == 0)
                pool.gpusPerNode = offer->gpuCount;
        }
    }
    return scenario;
}

sim::World makeWorld(const model::Scenario& scenario, std::size_t alternative,
                     const catalog::Catalogs& catalogs) {
    const model::Alternative& from = scenario.alternatives.at(alternative);
    sim::World world;
    for (const model::Pool& pool : from.pools)
        world.pools.push_back({pool.name, pool.gpusPerNode, pool.supply, pool.speed.value});
    world.queue = from.queue;
    world.placement = from.placement;
    world.estimates = from.estimates;
    world.activities = activities(scenario.workload);
    world.horizon = scenario.horizon().count();
    for (int month = 1; month < static_cast<int>(scenario.horizonMonths); ++month)
        world.meterAt.push_back(
            Duration(startOfMonth(scenario.start, month) - scenario.start).count());
    addSteps(world, scenario, alternative, catalogs);
    return world;
}

Result<workload::JobTable> makeJobs(const model::Scenario& scenario,
                                    const catalog::Catalogs& catalogs,
                                    const std::function<bool()>& stop) {
    if (const auto* trace = std::get_if<model::TraceWorkload>(&scenario.workload))
        return recorded(scenario, *trace, stop);
    const workload::GeneratorSpec spec{scenario.start, scenario.horizon(), scenario.seed};
    Result<workload::JobTable> drawn =
        workload::generateJobs(std::get<model::ProfileWorkload>(scenario.workload), spec, stop);
    if (!drawn)
        return drawn;
    workload::JobTable jobs = std::move(drawn).value();
    setStatedDurations(jobs, scenario, catalogs);
    return jobs;
}

} // namespace gpuplan::planner
