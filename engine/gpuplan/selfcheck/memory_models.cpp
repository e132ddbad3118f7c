#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/perf/memory.hpp>
#include <gpuplan/perf/memory_states.hpp>
#include <gpuplan/perf/token_generation.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/named_choice.hpp>

#include <string>

namespace gpuplan::selfcheck {

namespace {

model::TransformerStep shapeOf(const Inputs& in) {
    model::TransformerStep shape;
    shape.layers = in.integer("layers");
    shape.hidden = in.integer("hidden");
    shape.heads = in.integer("heads");
    shape.sequence = in.integer("seq");
    return shape;
}

void states(Inputs& in, Outputs& out) {
    const perf::StateBytes bytes{in.number("weight_bytes"), in.number("gradient_bytes"),
                                 in.number("optimizer_bytes")};
    out.number("bytes", in.number("params") *
                            perf::shardedBytes(bytes, in.integer("ranks"), in.integer("stage")));
}

void activations(Inputs& in, Outputs& out) {
    const model::TransformerStep shape = shapeOf(in);
    perf::TransformerPlan plan;
    plan.parallel.tensor = in.integer("tensor");
    plan.parallel.pipeline = in.integer("pipeline");
    plan.parallel.interleave = in.integer("interleave");
    if (plan.parallel.pipeline * plan.parallel.interleave > shape.layers)
        return in.refuse("pipeline", "selfcheck.stages",
                         {std::to_string(plan.parallel.pipeline),
                          std::to_string(plan.parallel.interleave), std::to_string(shape.layers)});
    plan.parallel.sequenceParallel = in.flag("sequence_parallel");
    plan.microBatch = in.integer("micro_batch");
    plan.microBatches = 2 * plan.parallel.pipeline; // enough to fill the pipeline
    plan.recompute = chosen(io::recomputeNames(), in.text("recompute"));
    out.number("first_stage_bytes", perf::firstStageActivationBytes(shape, plan));
}

void fit(Inputs& in, Outputs& out) {
    model::TransformerStep shape = shapeOf(in);
    shape.vocabulary = in.integer("vocab");
    model::StepModel step;
    step.microBatch = in.integer("batch");
    step.precision = chosen(io::precisionNames(), in.text("precision"));
    step.recompute = chosen(io::recomputeNames(), in.text("recompute"));
    step.compute = shape;
    const perf::MemoryNeed need =
        perf::memoryNeed(step, 1, {in.number("reserve_bytes"), in.number("usable_fraction"), 0.0});
    out.number("params", perf::parametersOf(step));
    out.number("need_bytes", need.total());
    out.flag("fits", need.total() <= in.number("usable_fraction") * in.number("gpu_bytes"));
}

void keyValues(Inputs& in, Outputs& out) {
    perf::TokenModel model;
    model.parameters = in.number("params");
    model.bytesPerParameter = in.number("bytes_per_param");
    model.layers = in.number("layers");
    model.keyValueHeads = in.number("kv_heads");
    model.headDimension = in.number("head_dim");
    model.keyValueBytes = in.number("kv_bytes");
    const perf::ReplicaMemory memory{in.number("gpu_bytes"), in.number("usable_fraction"),
                                     model.weightBytes(), in.number("reserve_bytes"),
                                     in.integer("tensor_parallel")};
    out.number("kv_bytes_per_token", model.keyValueBytesPerToken());
    out.number("tokens",
               static_cast<double>(perf::kvTokens(memory, model.keyValueBytesPerToken())));
}

} // namespace

std::vector<CalcModel> memoryModels() {
    const Range some = atLeast(0);
    const Range part = {.least = 0, .most = 1, .leastOut = true};
    const InputSpec recompute = choiceOf("recompute", io::recomputeNames());
    return {
        {"memory.states",
         "bytes of weights, gradients and optimizer state on one rank",
         "memory",
         {number("params", "1", above(0)), integer("ranks", "1", 1, 1e7),
          integer("stage", "1", 0, 3), number("weight_bytes", "B", some),
          number("gradient_bytes", "B", some), number("optimizer_bytes", "B", some)},
         {{"bytes", "B"}},
         states},
        {"memory.activations",
         "activations of a transformer that its first pipeline stage holds",
         "memory",
         {integer("seq", "1", 1, 1e8), integer("micro_batch", "sequences", 1, 1e9),
          integer("hidden", "1", 1, 1e7), integer("heads", "1", 1, 1e6),
          integer("layers", "1", 1, 1e6), integer("tensor", "1", 1, 1e6),
          integer("pipeline", "1", 1, 1e6), integer("interleave", "1", 1, 1e6),
          flag("sequence_parallel"), recompute},
         {{"first_stage_bytes", "B"}},
         activations},
        {"memory.fit",
         "memory that a transformer's training needs on one GPU, and whether it is there",
         "memory",
         {integer("layers", "1", 1, 1e6), integer("hidden", "1", 1, 1e7),
          integer("heads", "1", 1, 1e6), integer("seq", "1", 1, 1e8),
          integer("batch", "sequences", 1, 1e9), integer("vocab", "1", 1, 1e9),
          number("gpu_bytes", "B", above(0)), number("reserve_bytes", "B", some),
          number("usable_fraction", "1", part), choiceOf("precision", io::precisionNames()),
          recompute},
         {{"params", "1"}, {"need_bytes", "B"}, {"fits", ""}},
         fit},
        {"memory.kv",
         "tokens whose keys and values fit beside a model's weights",
         "memory",
         {integer("layers", "1", 1, 1e6), integer("kv_heads", "1", 1, 1e6),
          integer("head_dim", "1", 1, 1e6), number("kv_bytes", "B", above(0)),
          number("params", "1", above(0)), number("bytes_per_param", "B", above(0)),
          integer("tensor_parallel", "1", 1, 1e6), number("gpu_bytes", "B", above(0)),
          number("usable_fraction", "1", part), number("reserve_bytes", "B", some)},
         {{"kv_bytes_per_token", "B"}, {"tokens", "1"}},
         keyValues},
    };
}

} // namespace gpuplan::selfcheck
