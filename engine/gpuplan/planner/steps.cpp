#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/planner/steps.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::planner {

namespace {

const std::vector<model::JobClass>& classesOf(const model::Scenario& scenario) {
    static const std::vector<model::JobClass> none;
    const auto* const profile = std::get_if<model::ProfileWorkload>(&scenario.workload);
    return profile == nullptr ? none : profile->classes;
}

/// The alternative's line of that tier, or null.
const model::StorageLine* storageLine(const model::Alternative& alternative,
                                      const std::string& tier) {
    const auto found =
        std::find_if(alternative.storage.begin(), alternative.storage.end(),
                     [&tier](const model::StorageLine& line) { return line.tier == tier; });
    return found == alternative.storage.end() ? nullptr : &*found;
}

std::optional<perf::StoreRates> storeOf(const model::Alternative& alternative,
                                        const std::string& tier,
                                        const catalog::Catalogs& catalogs) {
    if (tier.empty())
        return std::nullopt;
    const model::StorageLine* const line = storageLine(alternative, tier);
    GPUPLAN_EXPECTS(line != nullptr, "tiers of steps were checked when the scenario was read");
    return storeRates(*line, catalogs);
}

/// Index of a shared store in the world, added if it was not there; none for a local one.
std::size_t sharedStore(sim::World& world, const std::optional<perf::StoreRates>& store) {
    if (!store || store->isLocal)
        return sim::ClassSteps::noStore;
    const auto found = std::find_if(world.stores.begin(), world.stores.end(),
                                    [&](const sim::SharedStore& s) { return s.name == store->id; });
    if (found != world.stores.end())
        return static_cast<std::size_t>(found - world.stores.begin());
    world.stores.push_back({store->id, store->read, store->write});
    return world.stores.size() - 1;
}

/// The GPU on which an affine step was measured; of other kinds of steps nobody asks for it.
perf::GpuRates curveGpu(const model::StepModel& step, const catalog::Catalogs& catalogs) {
    const auto* const affine = std::get_if<model::AffineStep>(&step.compute);
    return affine == nullptr ? perf::GpuRates{} : perf::gpuRates(*catalogs.gpu(affine->gpu));
}

sim::ClassSteps stepsOf(sim::World& world, const model::Scenario& scenario, std::size_t alternative,
                        std::size_t jobClass, const catalog::Catalogs& catalogs) {
    const model::Alternative& from = scenario.alternatives[alternative];
    perf::JobModelInputs inputs;
    inputs.stated = *classesOf(scenario)[jobClass].step;
    inputs.step = *stepOf(scenario, alternative, jobClass);
    inputs.statedGpu = perf::gpuRates(*catalogs.gpu(inputs.stated.gpu));
    inputs.curveGpu = curveGpu(inputs.step, catalogs);
    inputs.statedCurveGpu = curveGpu(inputs.stated, catalogs);
    if (inputs.step.input)
        inputs.store = storeOf(from, inputs.step.input->data.tier, catalogs);
    if (inputs.step.checkpoint)
        inputs.checkpointStore = storeOf(from, inputs.step.checkpoint->tier, catalogs);
    sim::ClassSteps steps;
    for (const model::Pool& pool : from.pools) {
        inputs.gpu = perf::gpuRates(*catalogs.gpu(pool.gpu));
        inputs.node = nodeRates(pool, catalogs);
        steps.byPool.push_back(std::make_shared<const perf::JobModel>(inputs));
    }
    steps.store = sharedStore(world, inputs.store);
    steps.checkpointStore = sharedStore(world, inputs.checkpointStore);
    return steps;
}

/// GPUs that the alternative gives the jobs of a class, if it changes them.
std::optional<std::int64_t> gpusOf(const model::Alternative& alternative, const std::string& name) {
    std::optional<std::int64_t> gpus;
    for (const model::StepChange& change : alternative.changes)
        if (change.jobClass == name && change.gpus)
            gpus = change.gpus;
    return gpus;
}

std::size_t classOf(const workload::JobTable& jobs, std::size_t row) {
    return jobs.jobClass.empty() ? 0 : jobs.jobClass[row];
}

} // namespace

bool hasSteps(const model::Scenario& scenario) {
    const auto& classes = classesOf(scenario);
    return std::any_of(classes.begin(), classes.end(),
                       [](const model::JobClass& c) { return c.step.has_value(); });
}

std::optional<model::StepModel> stepOf(const model::Scenario& scenario, std::size_t alternative,
                                       std::size_t jobClass) {
    const model::JobClass& from = classesOf(scenario).at(jobClass);
    if (!from.step)
        return std::nullopt;
    return model::changedBy(*from.step, from.name, scenario.alternatives.at(alternative).changes);
}

void addSteps(sim::World& world, const model::Scenario& scenario, std::size_t alternative,
              const catalog::Catalogs& catalogs) {
    if (!hasSteps(scenario))
        return;
    const model::Alternative& from = scenario.alternatives[alternative];
    for (std::size_t c = 0; c < classesOf(scenario).size(); ++c)
        world.steps.push_back(classesOf(scenario)[c].step
                                  ? stepsOf(world, scenario, alternative, c, catalogs)
                                  : sim::ClassSteps{});
    for (std::size_t p = 0; p < from.pools.size(); ++p) {
        const model::NodeHardware& node = from.pools[p].node;
        sim::PoolSpec& pool = world.pools[p];
        pool.nodeNetwork = nodeRates(from.pools[p], catalogs).network.bytesPerSecond;
        pool.nodesPerLeaf = node.nodesPerLeaf;
        if (node.leafUplink)
            pool.leafUplink = static_cast<double>(node.leafUplink->value.base());
    }
}

void setStatedDurations(workload::JobTable& jobs, const model::Scenario& scenario,
                        const catalog::Catalogs& catalogs) {
    const auto& classes = classesOf(scenario);
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        const model::JobClass& from = classes.at(classOf(jobs, row));
        if (!from.step || jobs.gpus[row] == 0)
            continue;
        const std::int64_t gpus = std::max<std::int64_t>(1, jobs.gpus[row] / 1000);
        const auto duration = perf::JobModel::statedDuration(
            *from.step, perf::gpuRates(*catalogs.gpu(from.step->gpu)),
            curveGpu(*from.step, catalogs), gpus);
        if (!duration)
            continue;
        jobs.duration[row] = *duration;
        if (!jobs.estimate.empty())
            jobs.estimate[row] = static_cast<std::int64_t>(
                std::ceil(static_cast<double>(*duration) * from.estimateFactor));
    }
}

std::optional<workload::JobTable> changedJobs(const workload::JobTable& jobs,
                                              const model::Scenario& scenario,
                                              std::size_t alternative) {
    const auto& classes = classesOf(scenario);
    std::vector<std::optional<std::int64_t>> gpus;
    for (const model::JobClass& c : classes)
        gpus.push_back(gpusOf(scenario.alternatives[alternative], c.name));
    if (std::none_of(gpus.begin(), gpus.end(), [](const auto& each) { return each.has_value(); }))
        return std::nullopt;
    workload::JobTable changed = jobs;
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        const std::optional<std::int64_t>& count = gpus[classOf(jobs, row)];
        if (!count || jobs.gpus[row] == 0)
            continue;
        // The same samples at more a step: less pure computing time in proportion.
        const auto now = static_cast<std::int32_t>(*count * 1000);
        const auto scaled = [&](std::int64_t time) {
            return time < 0 ? time : toInt64(multiplyDivideHalfEven(time, jobs.gpus[row], now));
        };
        changed.gpus[row] = now;
        changed.duration[row] = scaled(jobs.duration[row]);
        if (!jobs.estimate.empty())
            changed.estimate[row] = scaled(jobs.estimate[row]);
    }
    return changed;
}

} // namespace gpuplan::planner
