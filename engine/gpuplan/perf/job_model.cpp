#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/cache_miss.hpp>
#include <gpuplan/perf/compute_side.hpp>
#include <gpuplan/perf/exchange.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/input_pipeline.hpp>
#include <gpuplan/perf/job_model.hpp>
#include <gpuplan/perf/loader_simulation.hpp>
#include <gpuplan/perf/straggler.hpp>
#include <gpuplan/perf/sync_points.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

using model::GpuState;

namespace {

constexpr std::size_t position(GpuState state) {
    return static_cast<std::size_t>(state);
}

/// Which stages of the ladder take time.
using Active = std::array<bool, stageCount>;

bool has(const Active& active, Stage stage) {
    return active[static_cast<std::size_t>(stage)];
}

/// Everything about a step that the ladder puts together.
struct Parts {
    ComputeSide side;
    Exchange exchange;
    double straggler = 0;
    std::optional<InputTimes> input;
    const model::SyncPoints* sync = nullptr;
    double variation = 0; ///< of the input's fetch and preparation times
    std::int64_t prefetch = 1;

    double comm() const {
        return side.tensorComm + side.expertComm + side.pipelineComm + side.bubble +
               exchange.exposed + straggler;
    }

    /// What the host adds: drained queues, and issuing where that takes longer than computing.
    double syncTime() const {
        const SyncedStep synced = syncedStep(*sync, side.compute());
        return synced.cost() + std::max(0.0, synced.free - side.compute());
    }

    /// Time of the GPU in a step with only these stages.
    double gpuTime(const Active& active) const {
        double gpu = side.compute();
        if (has(active, Stage::Comm))
            gpu += comm();
        if (has(active, Stage::Sync) && sync != nullptr)
            gpu += syncTime();
        if (input && has(active, Stage::Prep))
            gpu += input->gpuPreparation;
        return gpu;
    }

    /// Step time with only these stages; the others are infinitely fast.
    double time(const Active& active) const {
        const double gpu = gpuTime(active);
        if (!input)
            return gpu;
        const LoaderStages stages{has(active, Stage::Fetch), has(active, Stage::Prep),
                                  has(active, Stage::H2d)};
        return variation > 0 && (stages.fetch || stages.prep) ? simulated(stages, gpu).mean
                                                              : feedOf(*input, stages).step(gpu);
    }

    /// Batch by batch, where times vary: the same draws whatever the stages.
    SimulatedSteps simulated(const LoaderStages& stages, double gpu) const {
        LoaderSimulation simulation;
        simulation.loader = input->loader;
        simulation.times = only(input->stages, stages);
        simulation.gpu = gpu;
        simulation.prefetch = prefetch;
        simulation.variation.fetch = stages.fetch ? variation : 0;
        simulation.variation.prep = stages.prep ? variation : 0;
        simulation.steps = simulatedSteps;
        return simulateLoader(simulation);
    }
    /// Enough for a mean to a percent or so.
    static constexpr std::int64_t simulatedSteps = 4000;
};

/// Data-parallel ranks on the fullest node, each with a reader of its own.
std::int64_t readersOnNode(const model::StepModel& step, const Placement& placement) {
    const std::int64_t group = step.parallel.tensor * step.parallel.pipeline;
    return std::max<std::int64_t>(1, placement.mostOnNode / group);
}

InputSite siteOf(const model::StepModel& step, const Placement& placement, bool cold) {
    InputSite site;
    site.samples = static_cast<double>(step.microBatch) * static_cast<double>(step.accumulation);
    site.copies = step.accumulation;
    site.readers = readersOnNode(step, placement);
    site.nodes = placement.nodes;
    site.cold = cold;
    return site;
}

/// Samples of one optimizer step of a whole job.
double globalBatch(const model::StepModel& step, std::int64_t gpus) {
    const std::int64_t group = step.parallel.tensor * step.parallel.pipeline;
    return static_cast<double>(std::max<std::int64_t>(1, gpus / group)) *
           static_cast<double>(step.microBatch) * static_cast<double>(step.accumulation);
}

/// Pure computing time of a step as the workload states it, where nothing else matters.
double statedStep(const model::StepModel& stated, const GpuRates& gpu, const GpuRates& curveGpu,
                  std::int64_t gpus) {
    // Whole groups: an alternative may change GPUs and groups together.
    const std::int64_t group = stated.parallel.tensor * stated.parallel.pipeline;
    gpus = (gpus + group - 1) / group * group;
    Placement placement;
    placement.gpus = gpus;
    placement.mostOnNode = gpus;
    NodeRates node;
    node.gpus = gpus;
    const auto side = computeSide(stated, gpu, curveGpu, node, placement);
    GPUPLAN_EXPECTS(side.has_value(), "the figures of a step were checked before");
    return side->compute();
}

/// Whole parts of 1e9 by largest remainder, ties to the earlier state; they sum to 1e9.
StateParts partsOf(const std::array<double, model::gpuStateCount>& times) {
    double sum = 0;
    for (const double time : times)
        sum += time;
    StateParts parts{};
    if (!(sum > 0)) {
        parts[position(GpuState::Compute)] = wholeParts;
        return parts;
    }
    std::array<double, model::gpuStateCount> rest{};
    std::int32_t left = wholeParts;
    for (std::size_t s = 0; s < parts.size(); ++s) {
        const double exact = times[s] / sum * wholeParts;
        parts[s] = static_cast<std::int32_t>(exact);
        rest[s] = exact - parts[s];
        left -= parts[s];
    }
    for (; left > 0; --left) {
        const auto most = std::max_element(rest.begin(), rest.end());
        ++parts[static_cast<std::size_t>(most - rest.begin())];
        *most = -1;
    }
    for (; left < 0; ++left)
        --*std::max_element(parts.begin(), parts.end());
    return parts;
}

constexpr std::array<GpuState, stageCount> stateOfStage{GpuState::Compute, GpuState::Comm,
                                                        GpuState::Sync,    GpuState::H2d,
                                                        GpuState::Prep,    GpuState::Fetch};

std::string gigabytes(double bytes) {
    return Decimal::scaled(static_cast<std::int64_t>(std::ceil(bytes / 1e8)), 1).text() + " GB";
}

std::int32_t part(double share) {
    return static_cast<std::int32_t>(std::clamp(share, 0.0, 1.0) * wholeParts);
}

} // namespace

JobModel::JobModel(JobModelInputs inputs) : m_inputs(std::move(inputs)) {
    // Passes over a part of the data are that much less work.
    if (m_inputs.step.input && m_inputs.stated.input &&
        std::holds_alternative<model::WorkByEpochs>(m_inputs.stated.work))
        m_dataShare = static_cast<double>(m_inputs.step.input->data.samples) /
                      static_cast<double>(m_inputs.stated.input->data.samples);
}

StepBreakdown JobModel::step(const Placement& placement, bool cold) const {
    const model::StepModel& step = m_inputs.step;
    const auto side = computeSide(step, m_inputs.gpu, m_inputs.curveGpu, m_inputs.node, placement);
    GPUPLAN_EXPECTS(side.has_value(), "the figures of a step were checked before");
    Parts parts;
    parts.side = *side;
    parts.exchange = gradientExchange(*side, step.parallel, m_inputs.node, placement);
    if (step.jitter > 0)
        parts.straggler = static_cast<double>(side->microSteps) * (side->forward + side->backward) *
                          (stragglerFactor(placement.gpus, step.jitter) - 1);
    if (step.input && m_inputs.store)
        parts.input =
            inputTimes(*step.input, *m_inputs.store, m_inputs.node, siteOf(step, placement, cold));
    parts.sync = step.sync ? &*step.sync : nullptr;
    if (step.input) {
        parts.variation = step.input->variation;
        parts.prefetch = step.input->prefetch;
    }

    StepBreakdown result;
    Active active{};
    for (std::size_t k = 0; k < stageCount; ++k) {
        active[k] = true;
        result.ladder[k] = parts.time(active);
        // Rounding of sums and maxima must not let a rung fall below the one before.
        if (k > 0)
            result.ladder[k] = std::max(result.ladder[k], result.ladder[k - 1]);
    }
    for (std::size_t k = 0; k < stageCount; ++k) {
        Active others = active;
        others[k] = k == 0; // computing itself can not be taken away
        result.without[k] = std::min(result.step(), parts.time(others));
    }
    if (parts.input && parts.variation > 0)
        result.slowest =
            std::max(result.step(), parts.simulated({}, parts.gpuTime(active)).slowest);
    result.forwardBackward =
        static_cast<double>(side->microSteps) * (side->forward + side->backward) + side->output;
    result.optimizer = side->optimizer;
    result.collectives =
        side->tensorComm + side->expertComm + side->pipelineComm + parts.exchange.whole;
    result.exposedCollectives =
        side->tensorComm + side->expertComm + side->pipelineComm + parts.exchange.exposed;
    result.bubble = side->bubble;
    result.straggler = parts.straggler;
    if (parts.sync != nullptr)
        result.syncs = parts.syncTime();
    const auto ranks = static_cast<double>(side->dataRanks);
    if (parts.input) {
        const LoaderTimes& times = parts.input->stages;
        const double workers = parts.input->loader == model::Loader::Workers ? times.workers : 1;
        result.gpuPreparation = parts.input->gpuPreparation;
        result.copy = times.copy;
        result.preparation = parts.input->loader == model::Loader::Synchronous
                                 ? times.prep
                                 : times.prep / times.cores;
        result.fetch = std::max(times.fetch / workers, times.storeLimit);
        result.open = parts.input->open;
        result.readPayload = parts.input->payload;
        result.missFraction = parts.input->missFraction;
        result.storeBytes = parts.input->storeBytes * ranks;
        result.hostBytes = parts.input->hostBytes;
    }
    result.samples = side->samples * ranks;
    result.modelFlops = side->modelFlops;
    const auto matrixPeak = peak(m_inputs.gpu, step.precision);
    if (matrixPeak && side->executedFlops > 0)
        result.tensorSeconds =
            side->executedFlops / (static_cast<double>(placement.gpus) * *matrixPeak);
    result.memoryBytes = side->memoryBytes;
    result.networkBytes = parts.exchange.networkBytes + sentByNode(*side, placement);
    result.layer = side->layer;
    result.basis = side->basis;
    double most = 0;
    for (const Stage stage : {Stage::Comm, Stage::Sync, Stage::H2d, Stage::Prep, Stage::Fetch})
        if (result.part(stage) > most) {
            most = result.part(stage);
            result.bound = stage;
        }
    if (most <= 0.05 * result.step())
        result.bound = Stage::Compute;
    return result;
}

double JobModel::sentByNode(const ComputeSide& side, const Placement& placement) const {
    const auto* const shape = std::get_if<model::TransformerStep>(&m_inputs.step.compute);
    if (shape == nullptr || placement.nodes == 1)
        return 0;
    const TransformerPlan plan = transformerPlan(m_inputs.step, placement.gpus, m_inputs.node.gpus);
    return parallelNetworkBytes(transformerMessages(*shape, plan), plan, side, placement);
}

Pace JobModel::pace(const Placement& placement, bool cold) const {
    Pace pace;
    pace.step = step(placement, cold);
    const StepBreakdown& breakdown = pace.step;
    const double time = breakdown.step();
    const CheckpointLoad checkpoint = checkpointLoad(placement);
    // Of a second of stepping: what the checkpoints between take.
    const double stall = checkpoint.stallPerSecond;

    std::array<double, model::gpuStateCount> states{};
    for (std::size_t k = 0; k < stageCount; ++k)
        states[position(stateOfStage[k])] = breakdown.part(static_cast<Stage>(k)) / time;
    states[position(GpuState::Checkpoint)] = stall;
    pace.parts = partsOf(states);
    const double whole = time * (1 + stall);
    pace.tensorKnown = breakdown.tensorSeconds > 0;
    pace.tensorParts =
        std::min(part(breakdown.tensorSeconds / whole), pace.parts[position(GpuState::Compute)]);
    pace.gpuPreparationParts =
        std::min(part(breakdown.gpuPreparation / whole), pace.parts[position(GpuState::Prep)]);
    pace.bubbleParts = std::min(part((breakdown.bubble + breakdown.straggler) / whole),
                                pace.parts[position(GpuState::Comm)]);

    pace.stretch = whole / breakdown.samples / statedSampleTime(placement.gpus) * m_dataShare;
    pace.storeRead = breakdown.storeBytes / whole;
    pace.networkSend = breakdown.networkBytes / whole;
    pace.storeWrite = checkpoint.drainBytesPerSecond / (1 + stall);
    return pace;
}

double JobModel::statedSampleTime(std::int64_t gpus) const {
    return statedStep(m_inputs.stated, m_inputs.statedGpu, m_inputs.statedCurveGpu, gpus) /
           globalBatch(m_inputs.stated, gpus);
}

std::optional<double> JobModel::usefulCache(const Placement& placement) const {
    const auto& input = m_inputs.step.input;
    if (!input || !m_inputs.store || step(placement, false).part(Stage::Fetch) <= 0)
        return std::nullopt;
    const InputSite site = siteOf(m_inputs.step, placement, true);
    const InputTimes times = inputTimes(*input, *m_inputs.store, m_inputs.node, site);
    if (times.loader == model::Loader::Synchronous)
        return std::nullopt; // whatever is fetched adds to the step
    const LoaderStages noFetch{false, true, true};
    // What the reader gets through with nothing to fetch, against what the store alone gives it.
    InputRates rates;
    rates.gpu = site.samples /
                feedOf(times, noFetch)
                    .step(step(placement, true).ladder[static_cast<std::size_t>(Stage::Sync)]);
    const double workers = times.loader == model::Loader::Workers ? times.stages.workers : 1;
    rates.storage = site.samples / std::max(times.stages.fetch / workers, times.stages.storeLimit);
    // Where nothing is cached, what a cache of the usual kind would take.
    model::CachePolicy policy = usualCachePolicy(input->data.format);
    if (input->cache && *input->cache != model::CachePolicy::None)
        policy = *input->cache;
    const auto share = smallestUsefulCache(rates, policy);
    return share ? std::optional(*share * dataSetBytes(*input)) : std::nullopt;
}

std::optional<CheckpointTime> JobModel::checkpoint(const Placement& placement) const {
    const auto& plan = m_inputs.step.checkpoint;
    const auto parameters = parametersOf(m_inputs.step);
    if (!plan || !parameters || !m_inputs.checkpointStore)
        return std::nullopt;
    return checkpointTime(*plan, *parameters, *m_inputs.checkpointStore, m_inputs.node, placement);
}

JobModel::CheckpointLoad JobModel::checkpointLoad(const Placement& placement) const {
    CheckpointLoad load;
    const auto time = checkpoint(placement);
    if (!time)
        return load;
    const model::CheckpointPlan& plan = *m_inputs.step.checkpoint;
    const double interval = static_cast<double>(plan.interval.count()) * 1e-6;
    const double spacing = checkpointSpacing(*time, interval);
    load.stallPerSecond = time->stall / spacing;
    if (plan.asynchronous)
        load.drainBytesPerSecond = time->bytes / spacing;
    return load;
}

double JobModel::coldShare(std::int64_t duration, const Placement& placement) const {
    const auto& input = m_inputs.step.input;
    if (!input || duration <= 0)
        return 0;
    const double samples =
        static_cast<double>(duration) * 1e-6 / statedSampleTime(placement.gpus) * m_dataShare;
    return std::min(1.0, static_cast<double>(input->data.samples) / samples);
}

JobModel::StartUp JobModel::startUp(const Placement& placement) const {
    StartUp start;
    std::array<double, model::gpuStateCount> states{};
    states[position(GpuState::IdleHeld)] = static_cast<double>(m_inputs.step.setup.count()) * 1e-6;
    double time = states[position(GpuState::IdleHeld)];
    if (m_inputs.step.input && m_inputs.store) {
        const InputTimes times = inputTimes(*m_inputs.step.input, *m_inputs.store, m_inputs.node,
                                            siteOf(m_inputs.step, placement, true));
        const auto batches = static_cast<double>(m_inputs.step.accumulation);
        // The first micro-batch: nothing overlaps yet.
        states[position(GpuState::Fetch)] = times.stages.fetch / batches;
        states[position(GpuState::Prep)] = times.stages.prep / batches;
        states[position(GpuState::H2d)] = times.stages.copy / batches;
        time += firstBatchTime(times.stages) / batches;
    }
    start.parts = partsOf(states);
    start.time = static_cast<std::int64_t>(std::ceil(time * 1e6));
    return start;
}

std::optional<std::int64_t> JobModel::statedDuration(const model::StepModel& stated,
                                                     const GpuRates& statedGpu,
                                                     const GpuRates& curveGpu, std::int64_t gpus) {
    double steps = 0;
    if (const auto* const work = std::get_if<model::WorkBySteps>(&stated.work))
        steps = static_cast<double>(work->steps);
    else if (const auto* const passes = std::get_if<model::WorkByEpochs>(&stated.work))
        steps = passes->epochs * std::ceil(static_cast<double>(stated.input->data.samples) /
                                           globalBatch(stated, gpus));
    else
        return std::nullopt;
    const double micros = std::ceil(steps * statedStep(stated, statedGpu, curveGpu, gpus) * 1e6);
    if (!(micros < 4e18))
        throw ArithmeticOverflow("the work of a job is too much for its time to be kept");
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(micros));
}

MemoryAssumptions JobModel::memoryAssumptions() const {
    MemoryAssumptions assumptions;
    assumptions.gpusPerNode = m_inputs.node.gpus;
    return assumptions;
}

MemoryFit JobModel::memory(std::int64_t gpus) const {
    return memoryFit(m_inputs.step, m_inputs.gpu, gpus, memoryAssumptions());
}

std::optional<JobModel::Obstacle> JobModel::obstacle(std::int64_t gpus) const {
    const std::int64_t group = m_inputs.step.parallel.tensor * m_inputs.step.parallel.pipeline;
    if (gpus % group != 0)
        return Obstacle{"parallelism", std::to_string(gpus), std::to_string(group)};
    // The need alone: what would make it fit is sought for reports, not for every job refused.
    const MemoryAssumptions assumptions = memoryAssumptions();
    const double need = memoryNeed(m_inputs.step, gpus, assumptions).total();
    const double have = assumptions.usable * m_inputs.gpu.memory;
    if (have <= 0 || need <= have)
        return std::nullopt;
    return Obstacle{"gpu_memory", gigabytes(need), gigabytes(have)};
}

} // namespace gpuplan::perf
