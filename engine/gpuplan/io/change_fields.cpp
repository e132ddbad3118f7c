#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/step_fields.hpp>

namespace gpuplan::io {

using namespace model;

const FieldTable<StepChange>& stepChangeFields() {
    static const FieldTable<StepChange> table = [] {
        FieldTable<StepChange> t("step_change",
                                 "What an alternative changes in the step model of one job class; "
                                 "fields mean what they mean there.");
        t.add(required("class", &StepChange::jobClass, TextForm{100},
                       "name of the job class, which has a step model", "\"training\""));
        t.add(
            optional("gpus", &StepChange::gpus, IntegerForm{1, 100'000}, "GPUs of each job", "16"));
        t.add(optional("micro_batch", &StepChange::microBatch, IntegerForm{1, mostBatch},
                       "samples a data-parallel rank takes at once", "32"));
        t.add(optional("accumulation", &StepChange::accumulation, IntegerForm{1, mostBatch},
                       "micro-steps a step", "4"));
        t.add(optional("precision", &StepChange::precision, ChoiceForm{precisionNames()},
                       "number format of the matrix work"));
        t.add(optional("recompute", &StepChange::recompute, ChoiceForm{recomputeNames()},
                       "activations computed again instead of kept"));
        t.add(optional("optimizer", &StepChange::optimizer, ChoiceForm{optimizerNames()},
                       "its states fill memory"));
        t.add(optional("sharding", &StepChange::sharding, IntegerForm{0, 3}, "ZeRO stage", "3"));
        t.add(optional("tensor", &StepChange::tensor, IntegerForm{1, 1024},
                       "GPUs that share a layer", "8"));
        t.add(optional("pipeline", &StepChange::pipeline, IntegerForm{1, 1024}, "pipeline stages",
                       "4"));
        t.add(optional("overlap", &StepChange::overlap, BoolForm{},
                       "gradients are exchanged during the backward pass"));
        t.add(optional("loader", &StepChange::loader, ChoiceForm{loaderNames()},
                       "how batches are made"));
        t.add(optional("workers", &StepChange::workers, IntegerForm{0, mostWorkers},
                       "worker processes per GPU", "16"));
        t.add(optional("prefetch", &StepChange::prefetch, IntegerForm{1, 64},
                       "batches a worker keeps ready", "4"));
        t.add(optional("requests", &StepChange::requests, IntegerForm{1, 100'000},
                       "reads in flight per worker", "8"));
        t.add(optional("pinned", &StepChange::pinned, BoolForm{},
                       "pinned memory and asynchronous copies"));
        t.add(optional("format", &StepChange::format, ChoiceForm{dataFormatNames()},
                       "how samples lie in files"));
        t.add(optional("samples_per_shard", &StepChange::samplesPerShard,
                       IntegerForm{1, 1'000'000'000}, "samples of one file", "1000"));
        t.add(optional("tier", &StepChange::tier, TextForm{},
                       "the storage tier that holds the data", "\"nvme-gen4\""));
        t.add(optional("cache", &StepChange::cache, ChoiceForm{cachePolicyNames()},
                       "what keeps samples in memory"));
        t.add(optional("cache_bytes", &StepChange::cacheBytes, BytesForm{"0 B", "1 PB"},
                       "memory of a node that caches", "\"800 GB\""));
        t.add(optional("gpu_share", &StepChange::gpuShare, NumberForm{0, 1},
                       "share of the preparation that GPUs do", "0.7"));
        t.add(optional("samples_per_gpu", &StepChange::samplesPerGpu, NumberForm{0, 1e9, true},
                       "samples a GPU prepares in a second", "2500"));
        t.add(optional("offline", &StepChange::offline, object(offlinePreparationFields()),
                       "preparation before training"));
        t.add(optional("sync_every_steps", &StepChange::syncEverySteps,
                       IntegerForm{0, 1'000'000'000}, "steps between sync points; 0: none at all",
                       "50"));
        t.add(optional("checkpoint_mode", &StepChange::asynchronousCheckpoint,
                       ChoiceForm{checkpointModeNames()}, "whether the job waits for checkpoints"));
        t.add(optional("checkpoint_tier", &StepChange::checkpointTier, TextForm{},
                       "the storage tier checkpoints go to", "\"nvme-gen4\""));
        t.add(optional("data_share", &StepChange::dataShare, NumberForm{0, 1, true},
                       "share of the data set that is used: a trial on less data", "0.1"));
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
