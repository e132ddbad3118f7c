#include <gpuplan/perf/memory.hpp>
#include <gpuplan/perf/memory_states.hpp>
#include <gpuplan/perf/precision.hpp>
#include <gpuplan/perf/sharding.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

namespace {

/// sbh: numbers in the activations between two layers.
double streamsOf(const model::TransformerStep& shape, const TransformerPlan& plan) {
    return static_cast<double>(plan.microBatch) * static_cast<double>(shape.sequence) *
           static_cast<double>(shape.hidden);
}

double widening(model::Precision precision) {
    return elementBytes(precision) / 2.0;
}

/// Everything that backward needs of a layer, with or without attention scores.
double wholeLayer(const model::TransformerStep& shape, const TransformerPlan& plan,
                  bool keepsScores) {
    const auto hidden = static_cast<double>(shape.hidden);
    const auto heads = static_cast<double>(shape.heads);
    const auto tensor = static_cast<double>(plan.parallel.tensor);
    const auto width = static_cast<double>(shape.feedForward.value_or(4 * shape.hidden));
    const auto keyValueHeads = static_cast<double>(shape.keyValueHeads.value_or(shape.heads));
    // Of the GPT block 10 + 24/t + 5as/(ht): queries and the projection's input 4, keys and values
    // 4, the feed-forward part's inner activations 16, gated 24 at the same width.
    const double split = 4.0 + 4.0 * keyValueHeads / heads +
                         (shape.gatedFeedForward ? 6.0 : 4.0) * width / hidden *
                             static_cast<double>(shape.activeExperts);
    const double scores =
        keepsScores ? 5.0 * heads * static_cast<double>(shape.sequence) / hidden : 0.0;
    const double common = plan.parallel.sequenceParallel ? 10.0 / tensor : 10.0;
    return widening(plan.precision) * streamsOf(shape, plan) * (common + (split + scores) / tensor);
}

/// \param layers  held at once for backward
double stageBytes(const model::TransformerStep& shape, const TransformerPlan& plan, double layers) {
    const double held = layers * layerActivationBytes(shape, plan);
    if (plan.recompute != model::Recompute::Full)
        return held;
    return held + wholeLayer(shape, plan, !shape.fusedAttention);
}

/// The most layers' worth that all micro-batches of a step can leave on one stage.
double allMicroBatches(const model::TransformerStep& shape, const TransformerPlan& plan) {
    return static_cast<double>(plan.microBatches) * static_cast<double>(shape.layers) /
           static_cast<double>(plan.parallel.pipeline);
}

MemoryNeed transformerNeed(const model::TransformerStep& shape, const TransformerPlan& plan) {
    const double first = firstStageActivationBytes(shape, plan);
    const double last = lastStageActivationBytes(shape, plan);
    const double logits = logitBytes(shape, plan);
    MemoryNeed need;
    // One stage alone is both the first and the last.
    if (plan.parallel.pipeline > 1 && first >= last + logits) {
        need.activations = first;
    } else {
        need.activations = plan.parallel.pipeline > 1 ? last : first;
        need.logits = logits;
    }
    return need;
}

} // namespace

double layerActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan) {
    if (plan.recompute == model::Recompute::Full)
        return widening(plan.precision) * 2.0 * streamsOf(shape, plan);
    return wholeLayer(shape, plan,
                      !shape.fusedAttention && plan.recompute == model::Recompute::None);
}

double firstStageActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan) {
    const auto layers = static_cast<double>(shape.layers);
    const auto stages = static_cast<double>(plan.parallel.pipeline);
    const auto chunks = static_cast<double>(plan.parallel.interleave);
    const double inFlight =
        plan.parallel.interleave > 1 ? layers * (1.0 + (stages - 1.0) / (stages * chunks)) : layers;
    return stageBytes(shape, plan, std::min(inFlight, allMicroBatches(shape, plan)));
}

double lastStageActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan) {
    const auto layers = static_cast<double>(shape.layers);
    const auto stages = static_cast<double>(plan.parallel.pipeline);
    const auto chunks = static_cast<double>(plan.parallel.interleave);
    const double inFlight = layers * ((chunks - 1.0) * stages + 1.0) / (stages * chunks);
    return stageBytes(shape, plan, std::min(inFlight, allMicroBatches(shape, plan)));
}

double logitBytes(const model::TransformerStep& shape, const TransformerPlan& plan) {
    return widening(plan.precision) * 6.0 * static_cast<double>(plan.microBatch) *
           static_cast<double>(shape.sequence) * static_cast<double>(shape.vocabulary) /
           static_cast<double>(plan.parallel.tensor);
}

std::optional<double> parametersOf(const model::StepModel& step) {
    if (step.parameters)
        return step.parameters;
    if (const auto* shape = std::get_if<model::TransformerStep>(&step.compute))
        return transformerParameters(*shape).total();
    return std::nullopt;
}

MemoryNeed memoryNeed(const model::StepModel& step, std::int64_t gpus,
                      const MemoryAssumptions& assumptions) {
    const TransformerPlan plan = transformerPlan(step, gpus, assumptions.gpusPerNode);
    const auto modelRanks = static_cast<double>(step.parallel.tensor * step.parallel.pipeline);
    const auto* shape = std::get_if<model::TransformerStep>(&step.compute);

    MemoryNeed need;
    if (shape != nullptr) {
        need = transformerNeed(*shape, plan);
    } else if (step.activationBytesPerSample) {
        const std::int64_t held = std::min(step.accumulation, step.parallel.pipeline);
        need.activations = widening(step.precision) * *step.activationBytesPerSample *
                           static_cast<double>(step.microBatch * held) / modelRanks;
    }

    const StateBytes bytes = stateBytes(step.precision, step.optimizer);
    const auto sharded = [&](std::int64_t among) {
        const std::int64_t stride = step.parallel.tensor * among;
        const std::int64_t ranks =
            shardRanks(step.parallel, plan.dataRanks / among, stride, plan.gpusPerNode);
        return shardedBytes(bytes, ranks, step.parallel.sharding);
    };
    if (step.parameters)
        need.states = *step.parameters / modelRanks * sharded(1);
    else if (shape != nullptr) {
        const TransformerParameters parameters = transformerParameters(*shape);
        const std::int64_t among = expertRanks(*shape, plan);
        need.states = (parameters.shared * sharded(1) +
                       parameters.experts / static_cast<double>(among) * sharded(among)) /
                      modelRanks;
    }

    need.workspace = assumptions.workspace;
    if (step.input && step.input->gpuShare > 0.0)
        need.workspace += static_cast<double>(step.input->gpuPreparationMemory.base());
    need.fragmentation = assumptions.fragmentation *
                         (need.states.value_or(0.0) + need.activations.value_or(0.0) + need.logits);
    return need;
}

std::int64_t kvTokens(const ReplicaMemory& memory, double bytesPerToken) {
    const auto tensor = static_cast<double>(memory.tensor);
    const double room = memory.usable * memory.gpuMemory - memory.weights / tensor - memory.reserve;
    const double tokens = std::floor(room / (bytesPerToken / tensor));
    // Counts of tokens are exact in a double up to here.
    constexpr double most = 9007199254740992.0;
    return tokens > 0.0 ? static_cast<std::int64_t>(std::min(tokens, most)) : 0;
}

} // namespace gpuplan::perf
