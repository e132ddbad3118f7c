#include <gpuplan/model/step.hpp>

#include <algorithm>

namespace gpuplan::model {

namespace {

template <typename T>
void set(T& target, const std::optional<T>& value) {
    if (value)
        target = *value;
}

void changeInput(InputPipeline& input, const StepChange& change) {
    set(input.loader, change.loader);
    set(input.workers, change.workers);
    set(input.prefetch, change.prefetch);
    set(input.requests, change.requests);
    set(input.pinned, change.pinned);
    set(input.data.format, change.format);
    set(input.data.samplesPerShard, change.samplesPerShard);
    set(input.data.tier, change.tier);
    set(input.gpuShare, change.gpuShare);
    set(input.samplesPerGpu, change.samplesPerGpu);
    if (change.cache)
        input.cache = change.cache;
    if (change.cacheBytes)
        input.cacheBytes = change.cacheBytes;
    if (change.offline)
        input.offline = change.offline;
    if (change.dataShare) {
        const double samples = static_cast<double>(input.data.samples) * *change.dataShare;
        input.data.samples = std::max<std::int64_t>(1, static_cast<std::int64_t>(samples));
    }
}

template <typename T>
void take(std::optional<T>& target, const std::optional<T>& value) {
    if (value)
        target = value;
}

void join(StepChange& earlier, const StepChange& later) {
    take(earlier.gpus, later.gpus);
    take(earlier.microBatch, later.microBatch);
    take(earlier.accumulation, later.accumulation);
    take(earlier.precision, later.precision);
    take(earlier.recompute, later.recompute);
    take(earlier.optimizer, later.optimizer);
    take(earlier.sharding, later.sharding);
    take(earlier.tensor, later.tensor);
    take(earlier.pipeline, later.pipeline);
    take(earlier.overlap, later.overlap);
    take(earlier.loader, later.loader);
    take(earlier.workers, later.workers);
    take(earlier.prefetch, later.prefetch);
    take(earlier.requests, later.requests);
    take(earlier.pinned, later.pinned);
    take(earlier.format, later.format);
    take(earlier.samplesPerShard, later.samplesPerShard);
    take(earlier.tier, later.tier);
    take(earlier.cache, later.cache);
    take(earlier.cacheBytes, later.cacheBytes);
    take(earlier.gpuShare, later.gpuShare);
    take(earlier.samplesPerGpu, later.samplesPerGpu);
    take(earlier.offline, later.offline);
    take(earlier.syncEverySteps, later.syncEverySteps);
    take(earlier.asynchronousCheckpoint, later.asynchronousCheckpoint);
    take(earlier.checkpointTier, later.checkpointTier);
    take(earlier.dataShare, later.dataShare);
}

} // namespace

StepModel changed(StepModel step, const StepChange& change) {
    set(step.microBatch, change.microBatch);
    set(step.accumulation, change.accumulation);
    set(step.precision, change.precision);
    set(step.recompute, change.recompute);
    set(step.optimizer, change.optimizer);
    set(step.parallel.sharding, change.sharding);
    set(step.parallel.tensor, change.tensor);
    set(step.parallel.pipeline, change.pipeline);
    set(step.parallel.overlap, change.overlap);
    if (step.input)
        changeInput(*step.input, change);
    if (step.sync && change.syncEverySteps) {
        // Without reads of the device the host still issues the step's kernels.
        step.sync->everySteps = std::max<std::int64_t>(1, *change.syncEverySteps);
        if (*change.syncEverySteps == 0)
            step.sync->perStep = 0;
    }
    if (step.checkpoint) {
        set(step.checkpoint->asynchronous, change.asynchronousCheckpoint);
        set(step.checkpoint->tier, change.checkpointTier);
    }
    return step;
}

StepModel changedBy(StepModel step, const std::string& jobClass,
                    const std::vector<StepChange>& changes) {
    for (const StepChange& change : changes)
        if (change.jobClass == jobClass)
            step = changed(std::move(step), change);
    return step;
}

void addChange(std::vector<StepChange>& changes, const StepChange& change) {
    const auto same = std::find_if(changes.begin(), changes.end(), [&](const StepChange& other) {
        return other.jobClass == change.jobClass;
    });
    if (same == changes.end())
        changes.push_back(change);
    else
        join(*same, change);
}

} // namespace gpuplan::model
