#include <gpuplan/perf/transformer.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

/// GPT-3 175B as trained by Korthikanti et al. 2022.
model::TransformerStep gpt() {
    model::TransformerStep shape;
    shape.layers = 96;
    shape.hidden = 12288;
    shape.heads = 96;
    shape.sequence = 2048;
    shape.vocabulary = 51200;
    return shape;
}

model::TransformerStep mixture() {
    model::TransformerStep shape = gpt();
    shape.experts = 8;
    shape.activeExperts = 2;
    return shape;
}

GpuRates a100() {
    GpuRates gpu;
    gpu.fp32 = 19.5e12;
    gpu.fp16 = 312e12;
    gpu.memoryBandwidth = 2039e9;
    gpu.etaCompute = 0.72;
    gpu.etaElementwise = 0.90;
    return gpu;
}

TransformerPlan planOf(std::int64_t tensor, std::int64_t pipeline, std::int64_t microBatches) {
    TransformerPlan plan;
    plan.parallel.tensor = tensor;
    plan.parallel.pipeline = pipeline;
    plan.microBatches = microBatches;
    return plan;
}

TransformerCost costOf(const model::TransformerStep& shape, const TransformerPlan& plan,
                       const TransformerLinks& links = {}) {
    return *transformerCost(shape, plan, a100(), links);
}

} // namespace

TEST_CASE("a GPT block's parameters and FLOPs have their published closed form",
          "[perf][transformer]") {
    const double l = 96;
    const double h = 12288;
    const double s = 2048;
    const double v = 51200;

    CHECK(transformerParameters(gpt()).total() ==
          Approx(12 * l * h * h * (1 + 13 / (12 * h) + (v + s) / (12 * l * h))).epsilon(1e-13));
    CHECK(modelFlopsPerSequence(gpt()) ==
          Approx(72 * l * s * h * h * (1 + s / (6 * h) + v / (12 * h * l))).epsilon(1e-13));
}

TEST_CASE("the 70B of Llama 3 has 70.6 thousand million parameters", "[perf][transformer]") {
    model::TransformerStep llama;
    llama.layers = 80;
    llama.hidden = 8192;
    llama.heads = 64;
    llama.keyValueHeads = 8;
    llama.feedForward = 28672;
    llama.gatedFeedForward = true;
    llama.tiedEmbeddings = false;
    llama.sequence = 8192;
    llama.vocabulary = 128256;

    // 70.55e9 (Llama Team 2024); ours adds learned positions and biases.
    CHECK(transformerParameters(llama).total() == Approx(70.55e9).epsilon(0.005));
}

TEST_CASE("a mixture holds all experts and computes with the active ones", "[perf][transformer]") {
    const double oneFeedForward = 8.0 * 12288 * 12288 * 96;

    CHECK(transformerParameters(mixture()).total() - transformerParameters(gpt()).total() ==
          Approx(7 * oneFeedForward));
    CHECK(modelFlopsPerSequence(mixture()) - modelFlopsPerSequence(gpt()) ==
          Approx(6 * 2048 * oneFeedForward));
}

TEST_CASE("a single GPU's step is its kernels, logits and update", "[perf][transformer]") {
    const TransformerCost cost = costOf(gpt(), planOf(1, 1, 4));

    CHECK(cost.tensorCommunication == 0.0);
    CHECK(cost.pipelineCommunication == 0.0);
    CHECK(cost.bubble == 0.0);
    CHECK(cost.output == Approx(4 * 6.0 * 2048 * 12288 * 51200 / (312e12 * 0.72)));
    CHECK(cost.optimizer == Approx(30 * transformerParameters(gpt()).total() / (2039e9 * 0.9)));
    CHECK(cost.step() == Approx(4 * (cost.forward + cost.backward) + cost.output + cost.optimizer));
}

TEST_CASE("the bubble is (p-1)/(v m) of the ideal time", "[perf][transformer]") {
    TransformerPlan plan = planOf(8, 8, 64);
    plan.parallel.interleave = 3;

    const TransformerCost cost = costOf(gpt(), plan, {1e-3, 2e-3, 0.0});

    const double ideal =
        64 * (cost.forward + cost.backward + cost.tensorCommunication + cost.pipelineCommunication);
    CHECK(cost.bubble / ideal == Approx(7.0 / (3.0 * 64)));
    CHECK(cost.tensorCommunication == Approx(96 / 8 * 4 * 1e-3));
    CHECK(cost.pipelineCommunication == Approx(2 * 3 * 2e-3));
}

TEST_CASE("full recomputation costs a forward pass, its collectives included",
          "[perf][transformer]") {
    TransformerPlan plan = planOf(8, 1, 1);
    const TransformerLinks links{1e-3, 0.0, 0.0};
    const TransformerCost none = costOf(gpt(), plan, links);
    plan.recompute = model::Recompute::Selective;
    const TransformerCost selective = costOf(gpt(), plan, links);
    plan.recompute = model::Recompute::Full;
    const TransformerCost full = costOf(gpt(), plan, links);

    CHECK(full.backward - none.backward == Approx(none.forward));
    CHECK(full.tensorCommunication == Approx(1.5 * none.tensorCommunication));
    CHECK(selective.backward > none.backward);
    CHECK(selective.backward < full.backward);
    CHECK(full.modelFlops == none.modelFlops);
    // Backward is twice forward, so all but the logits grow by a third.
    const double logits = 6.0 * 2048 * 12288 * 51200;
    CHECK((full.executedFlops - logits) / (none.executedFlops - logits) == Approx(4.0 / 3.0));
}

TEST_CASE("without recomputation what is executed is the model's FLOPs", "[perf][transformer]") {
    TransformerPlan plan = planOf(8, 4, 16);
    plan.dataRanks = 2;
    const TransformerCost cost = costOf(gpt(), plan);

    CHECK(cost.modelFlops == Approx(2 * 16 * modelFlopsPerSequence(gpt())));
    CHECK(cost.executedFlops == Approx(cost.modelFlops));
}

TEST_CASE("fused and causal kernels and sequence parallelism save time", "[perf][transformer]") {
    const TransformerPlan plan = planOf(8, 1, 1);
    const double plain = costOf(gpt(), plan).forward;
    model::TransformerStep fused = gpt();
    fused.fusedAttention = true;
    model::TransformerStep causal = fused;
    causal.causalKernels = true;
    TransformerPlan sequences = plan;
    sequences.parallel.sequenceParallel = true;

    // Half the attention products of a layer at 0.55 of the peak.
    const double attention = 4.0 * 2048 * 2048 * 12288 / 8 / (312e12 * 0.55);
    CHECK(costOf(fused, plan).forward < plain);
    CHECK(costOf(fused, plan).forward - costOf(causal, plan).forward ==
          Approx(96 * attention / 2).epsilon(1e-9));
    // 22 sbh bytes less 7/8 of them.
    CHECK(plain - costOf(gpt(), sequences).forward ==
          Approx(96 * 22.0 * 2048 * 12288 * 7 / 8 / (2039e9 * 0.9)));
}

TEST_CASE("experts are shared out among data ranks, as many each", "[perf][transformer]") {
    TransformerPlan plan = planOf(1, 1, 1);
    plan.dataRanks = 12;
    const TransformerParameters parameters = transformerParameters(mixture());

    CHECK(expertRanks(mixture(), plan) == 4); // gcd(8, 12)
    CHECK(parametersOfRank(mixture(), plan) == Approx(parameters.shared + parameters.experts / 4));
    const TransformerMessages messages = transformerMessages(mixture(), plan);
    CHECK(messages.expertExchange == 2 * 2.0 * 2048 * 12288);
    CHECK(messages.expertGradients == Approx(2 * parameters.experts / 4));
    CHECK(costOf(mixture(), plan, {0.0, 0.0, 1e-3}).expertCommunication == Approx(96 * 4 * 1e-3));
}

TEST_CASE("messages are those of the published schedule", "[perf][transformer]") {
    TransformerPlan plan = planOf(8, 8, 64);
    plan.microBatch = 2;
    const TransformerMessages messages = transformerMessages(gpt(), plan);

    CHECK(messages.tensorAllReduce == 2.0 * 2 * 2048 * 12288);
    CHECK(messages.boundary == 2.0 * 2 * 2048 * 12288 / 8);
    CHECK(messages.sharedGradients == 0.0);
    CHECK(messages.expertExchange == 0.0);
}

TEST_CASE("a step never gets shorter with a larger batch or less bandwidth",
          "[perf][transformer]") {
    TransformerPlan plan = planOf(4, 1, 2);
    double before = 0.0;
    for (plan.microBatch = 1; plan.microBatch <= 64; plan.microBatch *= 2) {
        const double now = costOf(gpt(), plan).step();
        CHECK(now > before);
        before = now;
    }
    GpuRates slow = a100();
    for (int i = 0; i < 6; ++i) {
        slow.memoryBandwidth /= 2;
        const double now = transformerCost(gpt(), plan, slow, {})->step();
        CHECK(now > before);
        before = now;
    }
}

TEST_CASE("sharding divides the update among the data ranks", "[perf][transformer]") {
    TransformerPlan plan = planOf(1, 1, 1);
    plan.dataRanks = 16;
    const double whole = costOf(gpt(), plan).optimizer;
    plan.parallel.sharding = 1;

    CHECK(costOf(gpt(), plan).optimizer == Approx(whole / 16));
}

TEST_CASE("a precision without a known peak has no step", "[perf][transformer]") {
    TransformerPlan plan = planOf(1, 1, 1);
    plan.precision = model::Precision::Fp8;

    CHECK_FALSE(transformerCost(gpt(), plan, a100(), {}));
}
