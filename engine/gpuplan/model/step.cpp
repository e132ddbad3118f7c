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
        step.sync->everySteps = *change.syncEverySteps;
        if (*change.syncEverySteps == 0)
            step.sync.reset();
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

} // namespace gpuplan::model
