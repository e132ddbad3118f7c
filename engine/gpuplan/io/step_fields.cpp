#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/io/step_forms.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

struct EpochsForm {
    using Value = WorkByEpochs;
    NumberForm inner{0, 1e6, true};
    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        return inner.read(json, target.epochs, reading);
    }
    void write(JsonWriter& out, const Value& value) const { inner.write(out, value.epochs); }
    Shape shape() const {
        Shape shape = inner.shape();
        shape.example = "90";
        return shape;
    }
};

struct StepsForm {
    using Value = WorkBySteps;
    IntegerForm inner{1, 1'000'000'000'000};
    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        return inner.read(json, target.steps, reading);
    }
    void write(JsonWriter& out, const Value& value) const { inner.write(out, value.steps); }
    Shape shape() const {
        Shape shape = inner.shape();
        shape.example = "100000";
        return shape;
    }
};

bool checkParallelism(Parallelism& parallel, const JsonValue& json, Reading& reading) {
    bool good = true;
    const auto needs = [&](std::string_view field, std::string_view other) {
        good = reading.problem(json.find(field)->location(), "io.check.needs_too",
                               {inQuotes(field), inQuotes(other)});
    };
    if (parallel.interleave > 1 && parallel.pipeline == 1)
        needs("interleave", "pipeline");
    if (parallel.hybridSharding && parallel.sharding != 3)
        needs("hybrid_sharding", "sharding: 3");
    return good;
}

bool checkStep(StepModel& step, const JsonValue& json, Reading& reading) {
    if (!std::holds_alternative<WorkByEpochs>(step.work) || step.input)
        return true;
    return reading.problem(json.find("work")->location(), "io.check.epochs_need_data",
                           {inQuotes("input")});
}

} // namespace

const FieldTable<Parallelism>& parallelismFields() {
    static const FieldTable<Parallelism> table = [] {
        FieldTable<Parallelism> t("parallelism",
                                  "How a step is spread over GPUs; what tensor x pipeline leave is "
                                  "data parallel.");
        t.add(defaulted("tensor", &Parallelism::tensor, IntegerForm{1, 1024},
                        "GPUs that share a layer"));
        t.add(
            defaulted("pipeline", &Parallelism::pipeline, IntegerForm{1, 1024}, "pipeline stages"));
        t.add(defaulted("interleave", &Parallelism::interleave, IntegerForm{1, 1000},
                        "model chunks per pipeline stage"));
        t.add(defaulted("sequence_parallel", &Parallelism::sequenceParallel, BoolForm{},
                        "norms and dropouts are split over the tensor group too"));
        t.add(
            defaulted("sharding", &Parallelism::sharding, IntegerForm{0, 3},
                      "ZeRO stage: 1 optimizer states, 2 gradients too, 3 parameters too (FSDP)"));
        t.add(defaulted("hybrid_sharding", &Parallelism::hybridSharding, BoolForm{},
                        "stage 3 shards in each node only; nodes exchange gradients"));
        t.add(defaulted("overlap", &Parallelism::overlap, BoolForm{},
                        "gradients are exchanged during the backward pass"));
        t.then("interleave needs pipeline; hybrid_sharding needs sharding 3", checkParallelism);
        return t;
    }();
    return table;
}

const FieldTable<SyncPoints>& syncPointFields() {
    static const FieldTable<SyncPoints> table = [] {
        FieldTable<SyncPoints> t("sync_points",
                                 "Places where the host reads a value of the device (loss.item()) "
                                 "and so drains its queue.");
        t.add(defaulted("per_step", &SyncPoints::perStep, IntegerForm{1, 1'000'000},
                        "reads in a step that has any"));
        t.add(defaulted("every_steps", &SyncPoints::everySteps, IntegerForm{1, 1'000'000'000},
                        "only every so many steps"));
        t.add(required("issue", &SyncPoints::issue, DurationForm{"0 s", "1 h"},
                       "host time to issue a step's kernels", "\"9 ms\""));
        t.add(defaulted("delta", &SyncPoints::delta, DurationForm{"0 s", "1 s"},
                        "first launch after a drain, 5 to 20 us", "\"10 us\""));
        t.add(defaulted("round_trip", &SyncPoints::roundTrip, DurationForm{"0 s", "1 s"},
                        "to copy the value back, 10 to 30 us", "\"20 us\""));
        return t;
    }();
    return table;
}

const FieldTable<CheckpointPlan>& checkpointPlanFields() {
    static const FieldTable<CheckpointPlan> table = [] {
        FieldTable<CheckpointPlan> t("checkpoint_plan", "How often a job's state is saved.");
        t.add(required("interval", &CheckpointPlan::interval, DurationForm{"1 s", longestDuration},
                       "run time between two", "\"30 min\""));
        t.add(defaulted("mode", &CheckpointPlan::asynchronous, ChoiceForm{checkpointModeNames()},
                        "sync: the job waits for the write; async: only for the copy to the host"));
        const ChoiceForm writer{Names<bool>{{"all", false}, {"rank_zero", true}}};
        t.add(defaulted("writer", &CheckpointPlan::rankZero, writer,
                        "all: each node writes its part; rank_zero: one node writes all"));
        t.add(defaulted("bytes_per_parameter", &CheckpointPlan::bytesPerParameter,
                        NumberForm{0, 64, true},
                        "14: Adam in mixed precision; 16 with gradients; 12 without the "
                        "half-precision copy"));
        t.add(required("tier", &CheckpointPlan::tier, TextForm{},
                       "the storage tier they go to, one of the alternative's storage",
                       "\"nvme-gen4\""));
        t.add(optionalPlain("metadata", &CheckpointPlan::metadata, DurationForm{"0 s", "1 d"},
                            "barrier, opens and fsync of one", "\"2 s\""));
        return t;
    }();
    return table;
}

const FieldTable<Work>& workFields() {
    static const FieldTable<Work> table = [] {
        FieldTable<Work> t("work",
                           "How much a job does. Absent: its duration is its pure computing "
                           "time on the step's GPU.");
        t.add(kind<WorkByEpochs, Work>("epochs", EpochsForm{}, "passes over the data set"));
        t.add(kind<WorkBySteps, Work>("steps", StepsForm{}, "optimizer steps"));
        t.exactlyOne({"epochs", "steps"});
        return t;
    }();
    return table;
}

const FieldTable<StepModel>& stepFields() {
    static const FieldTable<StepModel> table = [] {
        FieldTable<StepModel> t("step", "What one optimizer step of a training job is made of. Run "
                                        "times and stalls then follow from the hardware.");
        t.add(required("gpu", &StepModel::gpu, TextForm{},
                       "the workload's own GPU: durations are computing times on it",
                       "\"a100-sxm-80\""));
        t.add(required("compute", &StepModel::compute, object(stepComputeFields()),
                       "how long forward, backward and update take"));
        t.add(optional("parameters", &StepModel::parameters, NumberForm{0, 1e15, true},
                       "of the model; absent: a transformer's own, else not known", "25.6e6"));
        t.add(defaulted("precision", &StepModel::precision, ChoiceForm{precisionNames()},
                        "number format of the matrix work; mixed: FP16 or BF16 with FP32 optimizer "
                        "states"));
        t.add(defaulted("micro_batch", &StepModel::microBatch, IntegerForm{1, mostBatch},
                        "samples (sequences) a data-parallel rank takes at once", "16"));
        t.add(defaulted("accumulation", &StepModel::accumulation, IntegerForm{1, mostBatch},
                        "micro-steps a step"));
        t.add(optionalPlain("parallel", &StepModel::parallel, object(parallelismFields()),
                            "how a step is spread over GPUs; absent: data parallel"));
        t.add(defaulted("recompute", &StepModel::recompute, ChoiceForm{recomputeNames()},
                        "activations computed again instead of kept"));
        t.add(defaulted("optimizer", &StepModel::optimizer, ChoiceForm{optimizerNames()},
                        "its states fill memory"));
        t.add(optional("activation_bytes_per_sample", &StepModel::activationBytesPerSample,
                       SampleSizeForm{"0 B", largestSample},
                       "GPU memory in mixed precision, where no transformer tells it",
                       "\"95 MB\""));
        t.add(optional("input", &StepModel::input, object(inputPipelineFields()),
                       "where samples come from; absent: data never wait"));
        t.add(optional("sync", &StepModel::sync, object(syncPointFields(), JsonLayout::Line),
                       "where the host waits for the device"));
        t.add(optional("checkpoint", &StepModel::checkpoint,
                       object(checkpointPlanFields(), JsonLayout::Line), "how state is saved"));
        t.add(optionalPlain("setup", &StepModel::setup, DurationForm{"0 s", "30 d"},
                            "before the first step: image, imports", "\"90 s\""));
        t.add(defaulted("jitter", &StepModel::jitter, NumberForm{0, 1},
                        "relative standard deviation of a rank's step", "0.02"));
        t.add(optionalPlain("work", &StepModel::work, object(workFields(), JsonLayout::Line),
                            "how much a job does"));
        t.then("work by epochs needs input", checkStep);
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
