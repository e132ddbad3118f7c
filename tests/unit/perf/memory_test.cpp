#include <gpuplan/perf/memory.hpp>
#include <gpuplan/perf/memory_states.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

/// GPT-2 large: 774 million parameters.
model::TransformerStep gpt2() {
    model::TransformerStep shape;
    shape.layers = 36;
    shape.hidden = 1280;
    shape.heads = 20;
    shape.sequence = 1024;
    shape.vocabulary = 50257;
    return shape;
}

model::StepModel jobOf(const model::TransformerStep& shape) {
    model::StepModel step;
    step.compute = shape;
    step.microBatch = 8;
    return step;
}

constexpr double streams = 8.0 * 1024 * 1280; // sbh of that job

} // namespace

TEST_CASE("Adam in mixed precision keeps 16 bytes a parameter", "[perf][memory]") {
    const StateBytes mixed = stateBytes(model::Precision::Mixed, model::Optimizer::Adam);

    CHECK(mixed.weights == 2.0);
    CHECK(mixed.gradients == 2.0);
    CHECK(mixed.optimizer == 12.0);
    CHECK(stateBytes(model::Precision::Mixed, model::Optimizer::Adam, GradientFormat::Fp32).sum() ==
          18.0);
    CHECK(stateBytes(model::Precision::Mixed, model::Optimizer::Adam8bit).sum() == 2 + 2 + 6);
    CHECK(stateBytes(model::Precision::Mixed, model::Optimizer::SgdMomentum).sum() == 2 + 2 + 8);
    CHECK(stateBytes(model::Precision::Fp32, model::Optimizer::Adam).sum() == 16.0);
    CHECK(stateBytes(model::Precision::Fp32, model::Optimizer::SgdMomentum).sum() == 4 + 4 + 4);
}

TEST_CASE("each sharding stage divides one more kind of state", "[perf][memory]") {
    const StateBytes mixed = stateBytes(model::Precision::Mixed, model::Optimizer::Adam);

    CHECK(shardedBytes(mixed, 8, 0) == 16.0);
    CHECK(shardedBytes(mixed, 8, 1) == 4.0 + 12.0 / 8);
    CHECK(shardedBytes(mixed, 8, 2) == 2.0 + 14.0 / 8);
    CHECK(shardedBytes(mixed, 8, 3) == 16.0 / 8);
}

TEST_CASE("an update reads and writes what an optimizer keeps", "[perf][memory]") {
    // FP32 gradient; two moments and the FP32 weights in and out; the 16-bit weights out.
    CHECK(updateBytes(model::Precision::Mixed, model::Optimizer::Adam) == 4 + 16 + 8 + 2);
    CHECK(updateBytes(model::Precision::Fp32, model::Optimizer::Adam) == 4 + 16 + 8);
    CHECK(updateBytes(model::Precision::Mixed, model::Optimizer::Adam8bit) == 4 + 4 + 8 + 2);
    CHECK(updateBytes(model::Precision::Mixed, model::Optimizer::SgdMomentum) == 4 + 8 + 8 + 2);
}

TEST_CASE("a GPT layer leaves sbh (34 + 5as/h) behind", "[perf][memory]") {
    TransformerPlan plan;
    plan.microBatch = 8;
    const double scores = 5.0 * 20 * 1024 / 1280;

    CHECK(layerActivationBytes(gpt2(), plan) == Approx(streams * (34 + scores)));
    plan.parallel.tensor = 4;
    CHECK(layerActivationBytes(gpt2(), plan) == Approx(streams * (10 + 24.0 / 4 + scores / 4)));
    plan.parallel.sequenceParallel = true;
    CHECK(layerActivationBytes(gpt2(), plan) == Approx(streams / 4 * (34 + scores)));
    plan.recompute = model::Recompute::Selective;
    CHECK(layerActivationBytes(gpt2(), plan) == Approx(streams / 4 * 34));
    plan.recompute = model::Recompute::Full;
    CHECK(layerActivationBytes(gpt2(), plan) == Approx(streams * 2));
}

TEST_CASE("fused attention keeps no scores, FP32 doubles the rest", "[perf][memory]") {
    model::TransformerStep fused = gpt2();
    fused.fusedAttention = true;
    TransformerPlan plan;
    plan.microBatch = 8;
    plan.precision = model::Precision::Fp32;

    CHECK(layerActivationBytes(fused, plan) == Approx(2 * streams * 34));
}

TEST_CASE("the first stage holds as many micro-batches as there are stages", "[perf][memory]") {
    TransformerPlan plan;
    plan.microBatch = 8;
    plan.parallel.pipeline = 4;
    const double layer = layerActivationBytes(gpt2(), plan);

    plan.microBatches = 16;
    CHECK(firstStageActivationBytes(gpt2(), plan) == Approx(36 * layer));
    CHECK(lastStageActivationBytes(gpt2(), plan) == Approx(9 * layer));
    plan.microBatches = 2;
    CHECK(firstStageActivationBytes(gpt2(), plan) == Approx(18 * layer));
    plan.microBatches = 16;
    plan.parallel.interleave = 3;
    CHECK(firstStageActivationBytes(gpt2(), plan) == Approx(36 * (1 + 3.0 / 12) * layer));
    CHECK(lastStageActivationBytes(gpt2(), plan) == Approx(27 * layer)); // 9 chunks of 3 layers
}

TEST_CASE("logits count on the last stage, where it is the fuller one", "[perf][memory]") {
    model::StepModel step = jobOf(gpt2());
    step.accumulation = 8;
    step.parallel.pipeline = 2;
    const MemoryNeed first = memoryNeed(step, 2);
    step.recompute = model::Recompute::Full;
    const MemoryNeed last = memoryNeed(step, 2);

    CHECK(first.logits == 0.0);
    CHECK(last.logits == 6.0 * 8 * 1024 * 50257);
    CHECK(last.activations == Approx(18 * 2 * streams + streams * (34 + 5.0 * 20 * 1024 / 1280)));
}

TEST_CASE("the parts of a job's memory add up", "[perf][memory]") {
    model::StepModel step = jobOf(gpt2());
    const MemoryNeed need = memoryNeed(step, 1, {1e9, 0.95, 0.05});
    const double states = 16 * transformerParameters(gpt2()).total();
    const double activations = 36 * streams * (34 + 80.0);
    const double logits = 6.0 * 8 * 1024 * 50257;

    CHECK(need.states == Approx(states));
    CHECK(need.activations == Approx(activations));
    CHECK(need.logits == Approx(logits));
    CHECK(need.fragmentation == Approx(0.05 * (states + activations + logits)));
    CHECK(need.total() == Approx(1.05 * (states + activations + logits) + 1e9));
}

TEST_CASE("memory is affine in the micro-batch", "[perf][memory]") {
    model::StepModel step = jobOf(gpt2());
    const auto needAt = [&step](std::int64_t batch) {
        step.microBatch = batch;
        return memoryNeed(step, 1).total();
    };

    const double slope = needAt(2) - needAt(1);
    for (const std::int64_t batch : {3, 8, 100})
        CHECK(needAt(batch) == Approx(needAt(1) + static_cast<double>(batch - 1) * slope));
    CHECK(slope > 0.0);
}

TEST_CASE("other models take their activations from bytes a sample", "[perf][memory]") {
    model::StepModel step;
    step.compute = model::ConvolutionalStep();
    step.parameters = 25.6e6;
    step.microBatch = 256;
    step.activationBytesPerSample = 90e6;
    step.optimizer = model::Optimizer::SgdMomentum;

    CHECK(memoryNeed(step, 1).activations == Approx(256 * 90e6));
    CHECK(memoryNeed(step, 1).states == Approx(12 * 25.6e6));
    step.precision = model::Precision::Tf32;
    CHECK(memoryNeed(step, 1).activations == Approx(2 * 256 * 90e6));
}

TEST_CASE("what no one knows is absent, not nothing", "[perf][memory]") {
    model::StepModel step;
    step.compute = model::StageStep();

    const MemoryNeed need = memoryNeed(step, 1);

    CHECK_FALSE(need.states);
    CHECK_FALSE(need.activations);
    CHECK_FALSE(need.isKnown());
}

TEST_CASE("a GPU that prepares input holds memory for it", "[perf][memory]") {
    model::StepModel step = jobOf(gpt2());
    const double without = memoryNeed(step, 1).total();
    step.input.emplace();
    step.input->gpuShare = 0.5;
    step.input->gpuPreparationMemory = Bytes(3'000'000'000);

    CHECK(memoryNeed(step, 1).total() == Approx(without + 3e9));
}

TEST_CASE("experts are sharded among the ranks that hold the same ones", "[perf][memory]") {
    model::TransformerStep shape = gpt2();
    shape.experts = 4;
    shape.activeExperts = 1;
    model::StepModel step = jobOf(shape);
    step.parallel.sharding = 3;
    const TransformerParameters parameters = transformerParameters(shape);

    // 8 ranks: a quarter of the experts each, twice over.
    CHECK(memoryNeed(step, 8).states == Approx(16 * parameters.total() / 8));
    step.parallel.sharding = 0;
    CHECK(memoryNeed(step, 8).states == Approx(16 * (parameters.shared + parameters.experts / 4)));
}

TEST_CASE("tokens fill the room beside the weights", "[perf][memory]") {
    const double perToken = 2.0 * 80 * 8 * 128 * 2;

    CHECK(kvTokens({80e9, 0.9, 100e9, 2e9, 2}, perToken) ==
          static_cast<std::int64_t>((72e9 - 50e9 - 2e9) / (perToken / 2)));
    CHECK(kvTokens({80e9, 0.9, 200e9, 2e9, 2}, perToken) == 0);
}

TEST_CASE("hybrid sharding leaves each node all states", "[perf][memory]") {
    model::StepModel step = jobOf(gpt2());
    step.parallel.sharding = 3;
    step.parallel.hybridSharding = true;
    MemoryAssumptions assumptions;
    assumptions.gpusPerNode = 8;
    const double all = 16 * transformerParameters(gpt2()).total();
    CHECK(memoryNeed(step, 4, assumptions).states == Approx(all / 4));
    CHECK(memoryNeed(step, 32, assumptions).states == Approx(all / 8));
    step.parallel.hybridSharding = false;
    CHECK(memoryNeed(step, 32, assumptions).states == Approx(all / 32));
}
