#include <gpuplan/perf/memory_fit.hpp>
#include <gpuplan/planner/change_text.hpp>
#include <gpuplan/planner/step_results.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace gpuplan::planner {

namespace {

using history::Attempts;
using history::Tick;

std::size_t classOf(const workload::JobTable& jobs, std::uint32_t row) {
    return jobs.jobClass.empty() ? 0 : jobs.jobClass[row];
}

/// Where an attempt stood, as the simulator counts it.
perf::Placement placementOf(const sim::World& world, const Attempts& attempts, std::size_t i,
                            std::int64_t gpus) {
    const sim::PoolSpec& pool = world.pools[attempts.pool[i]];
    const std::uint32_t begin = attempts.placementBegin[i];
    const std::uint32_t end = attempts.placementBegin[i + 1];
    if (begin == end)
        return sim::packedPlacement(pool, gpus);
    std::uint32_t firstNode = 0;
    for (std::size_t p = 0; p < attempts.pool[i]; ++p)
        firstNode += static_cast<std::uint32_t>(sim::mostNodes(world.pools[p].supply));
    perf::Placement placement;
    placement.gpus = std::max<std::int64_t>(1, gpus);
    placement.nodes = end - begin;
    std::vector<std::int64_t> leaves;
    for (std::uint32_t at = begin; at < end; ++at) {
        const history::Placement& part = attempts.placements[at];
        placement.mostOnNode = std::max<std::int64_t>(placement.mostOnNode, part.share / 1000);
        if (pool.nodesPerLeaf > 0)
            leaves.push_back((part.node - firstNode) / pool.nodesPerLeaf);
    }
    std::sort(leaves.begin(), leaves.end());
    placement.leaves =
        std::max<std::int64_t>(1, std::unique(leaves.begin(), leaves.end()) - leaves.begin());
    return placement;
}

/// GPU time by pool and placement.
using Places = std::map<std::pair<std::size_t, perf::Placement>, Int128>;

Places placesOf(const sim::World& world, std::size_t jobClass, const workload::JobTable& jobs,
                const history::History& history) {
    Places places;
    const Attempts& attempts = history.attempts;
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        const std::uint32_t job = attempts.job[i];
        if (classOf(jobs, job) != jobClass)
            continue;
        const auto place = std::pair(std::size_t{attempts.pool[i]},
                                     placementOf(world, attempts, i, jobs.gpus[job] / 1000));
        places[place] += Int128{jobs.gpus[job]} * (attempts.end[i] - attempts.start[i]);
    }
    return places;
}

void addTimes(metrics::StepResult& result, std::size_t jobClass, const workload::JobTable& jobs,
              const history::History& history) {
    Int128 ran = 0;
    for (std::uint32_t job = 0; job < jobs.size(); ++job) {
        if (classOf(jobs, job) != jobClass || history.firstStart[job] < 0)
            continue;
        ++result.started;
        Int128 wall = 0;
        for (std::size_t s = 0; s < result.wall.size(); ++s) {
            result.wall[s] += history.jobStates[job][s];
            wall += history.jobStates[job][s];
        }
        result.queued += history.firstStart[job] - jobs.submit[job];
        if (history.lastEnd[job] < 0)
            continue;
        ++result.completed;
        ran += wall;
    }
    if (result.completed > 0)
        result.meanRun = toDouble(ran) * 1e-6 / static_cast<double>(result.completed);
}

void addMemory(metrics::StepResult& result, const perf::JobModel& model) {
    const perf::MemoryFit fit = model.memory(result.placement.gpus);
    if (!fit.need.isKnown() || fit.have <= 0)
        return;
    result.memoryNeed = fit.need.total();
    result.memoryHave = fit.have;
    if (fit.excess() > 0)
        for (const perf::MemoryRemedy& remedy : fit.remedies)
            result.fitsWith.push_back(memoryChangeText(remedy.change));
}

void addCheckpoint(metrics::StepResult& result, const perf::JobModel& model) {
    const auto time = model.checkpoint(result.placement);
    if (!time)
        return;
    metrics::StepResult::Checkpoint checkpoint;
    checkpoint.bytes = time->bytes;
    checkpoint.interval =
        static_cast<double>(model.inputs().step.checkpoint->interval.count()) * 1e-6;
    checkpoint.stall = time->stall;
    checkpoint.drain = time->drain;
    checkpoint.hostMemory = time->hostMemory;
    checkpoint.haveMemory = model.inputs().node.memory;
    checkpoint.restart = time->restart;
    result.checkpoint = checkpoint;
}

/// GPUs of a job that asks for the most of its class: for a class of which nothing ever ran.
std::int64_t largestJob(std::size_t jobClass, const workload::JobTable& jobs) {
    std::int64_t most = 1000;
    for (std::uint32_t job = 0; job < jobs.size(); ++job)
        if (classOf(jobs, job) == jobClass)
            most = std::max<std::int64_t>(most, jobs.gpus[job]);
    return most / 1000;
}

} // namespace

std::vector<metrics::StepResult>
stepResults(const sim::World& world, const model::Scenario& scenario, std::size_t alternative,
            const catalog::Catalogs& catalogs, const workload::JobTable& jobs,
            const history::History& history) {
    std::vector<metrics::StepResult> results;
    const auto* const profile = std::get_if<model::ProfileWorkload>(&scenario.workload);
    if (profile == nullptr || world.steps.empty())
        return results;
    for (std::size_t c = 0; c < profile->classes.size(); ++c) {
        const sim::ClassSteps& steps = world.steps[c];
        if (steps.byPool.empty())
            continue;
        metrics::StepResult result;
        result.jobClass = profile->classes[c].name;
        const Places places = placesOf(world, c, jobs, history);
        const auto most =
            std::max_element(places.begin(), places.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        std::size_t pool = 0;
        if (most != places.end()) {
            pool = most->first.first;
            result.placement = most->first.second;
            result.pool = world.pools[pool].name;
        } else {
            result.placement = sim::packedPlacement(world.pools[0], largestJob(c, jobs));
        }
        const perf::JobModel& model = *steps.byPool[pool];
        result.gpuName = catalogs.gpu(scenario.alternatives[alternative].pools[pool].gpu)->name;
        addMemory(result, model);
        addCheckpoint(result, model);
        addTimes(result, c, jobs, history);
        if (most != places.end() || !model.obstacle(result.placement.gpus)) {
            result.warm = model.step(result.placement, false);
            result.cold = model.step(result.placement, true);
            result.usefulCache = model.usefulCache(result.placement);
            result.samplesPerSecond = result.warm.samples / result.warm.step();
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::vector<metrics::JobTimes> jobTimes(const sim::World& world, const model::Scenario& scenario,
                                        const workload::JobTable& jobs,
                                        const history::History& history) {
    std::vector<metrics::JobTimes> times;
    const auto* const profile = std::get_if<model::ProfileWorkload>(&scenario.workload);
    if (profile == nullptr || world.steps.empty())
        return times;
    std::vector<const std::string*> pools(jobs.size());
    for (std::size_t i = 0; i < history.attempts.size(); ++i)
        pools[history.attempts.job[i]] = &world.pools[history.attempts.pool[i]].name;
    for (std::uint32_t job = 0; job < jobs.size(); ++job) {
        const std::size_t jobClass = classOf(jobs, job);
        if (world.steps[jobClass].byPool.empty())
            continue;
        metrics::JobTimes row;
        row.id = jobs.ids.text(job);
        row.jobClass = profile->classes[jobClass].name;
        row.gpus = jobs.gpuCount(job);
        row.submit = jobs.submit[job];
        if (pools[job] != nullptr)
            row.pool = *pools[job];
        if (history.firstStart[job] >= 0)
            row.start = history.firstStart[job];
        if (history.lastEnd[job] >= 0)
            row.end = history.lastEnd[job];
        row.wall = history.jobStates[job];
        times.push_back(std::move(row));
    }
    return times;
}

} // namespace gpuplan::planner
