#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/memory_states.hpp>
#include <gpuplan/perf/precision.hpp>
#include <gpuplan/perf/sharding.hpp>
#include <gpuplan/perf/transformer.hpp>

#include <numeric>
#include <span>

namespace gpuplan::perf {

namespace {

/// A shape in doubles, with its defaults filled in.
struct Shape {
    explicit Shape(const model::TransformerStep& step)
        : layers(static_cast<double>(step.layers)), hidden(static_cast<double>(step.hidden)),
          heads(static_cast<double>(step.heads)), sequence(static_cast<double>(step.sequence)),
          vocabulary(static_cast<double>(step.vocabulary)),
          width(step.feedForward ? static_cast<double>(*step.feedForward) : 4.0 * hidden),
          keyValueShare(static_cast<double>(step.keyValueHeads.value_or(step.heads)) / heads),
          experts(static_cast<double>(step.experts)),
          activeExperts(static_cast<double>(step.activeExperts)), isGated(step.gatedFeedForward) {}

    double layers;
    double hidden;
    double heads;
    double sequence;
    double vocabulary;
    double width;         ///< of the feed-forward part
    double keyValueShare; ///< key-value heads over heads
    double experts;
    double activeExperts;
    bool isGated;

    /// Weights of the attention of one layer: queries and output, keys and values.
    double attention() const { return (2.0 + 2.0 * keyValueShare) * hidden * hidden; }
    /// Weights of one feed-forward part, or expert.
    double feedForward() const { return (isGated ? 3.0 : 2.0) * hidden * width; }
    /// Weights of one layer that a token meets.
    double active() const { return attention() + activeExperts * feedForward(); }
};

// Kernel launches of one layer.
constexpr double forwardKernels = 14.0;
constexpr double backwardKernels = 28.0;
constexpr double attentionKernels = 4.0; ///< recomputed by selective recomputation

/// What fused attention kernels reach of the peak: the middle of 0.50 to 0.60.
constexpr double fusedAttention = 0.55;

/// One layer's forward pass of one micro-batch on one tensor-parallel rank.
struct LayerWork {
    double matrixFlops = 0;      ///< of all products with weights
    double attentionFlops = 0;   ///< executed
    double softmaxBytes = 0;     ///< of attention scores in memory; 0 where fused
    double elementwiseBytes = 0; ///< softmax included
    double matrixBytes = 0;      ///< weights once, and what goes into and out of the products
};

LayerWork layerWork(const model::TransformerStep& step, const TransformerPlan& plan) {
    const Shape shape(step);
    const auto tensor = static_cast<double>(plan.parallel.tensor);
    const double tokens = static_cast<double>(plan.microBatch) * shape.sequence;
    const double streams = tokens * shape.hidden; // sbh
    const double ofTwo = elementBytes(plan.precision) / 2.0;
    const double whole = plan.parallel.sequenceParallel ? 1.0 / tensor : 1.0;
    const double wide = tokens * shape.width * shape.activeExperts / tensor;

    LayerWork work;
    work.matrixFlops = 2.0 * tokens * shape.active() / tensor;
    work.attentionFlops =
        4.0 * tokens * shape.sequence * shape.hidden / tensor * (step.causalKernels ? 0.5 : 1.0);
    if (!step.fusedAttention)
        work.softmaxBytes = ofTwo * 9.0 * shape.heads * shape.sequence * tokens / tensor;
    work.elementwiseBytes =
        ofTwo * (22.0 * streams * whole + (shape.isGated ? 6.0 : 4.0) * wide) + work.softmaxBytes;
    work.matrixBytes = ofTwo * (2.0 * shape.active() / tensor + 8.0 * streams +
                                (4.0 + 4.0 * shape.keyValueShare) * streams / tensor +
                                (shape.isGated ? 6.0 : 4.0) * wide);
    return work;
}

double times(model::Recompute recompute, double selective, double full) {
    switch (recompute) {
    case model::Recompute::None:
        return 0.0;
    case model::Recompute::Selective:
        return selective;
    case model::Recompute::Full:
        break;
    }
    return full;
}

} // namespace

TransformerParameters matrixParameters(const model::TransformerStep& step) {
    const Shape shape(step);
    const double embeddings = (step.tiedEmbeddings ? 1.0 : 2.0) * shape.vocabulary * shape.hidden;
    const double shared = shape.layers * shape.attention() + embeddings;
    const double feedForward = shape.layers * shape.experts * shape.feedForward();
    if (step.experts == 1)
        return {shared + feedForward, 0.0};
    return {shared, feedForward};
}

TransformerParameters transformerParameters(const model::TransformerStep& step) {
    const Shape shape(step);
    TransformerParameters parameters = matrixParameters(step);
    parameters.shared += 13.0 * shape.layers * shape.hidden + shape.sequence * shape.hidden;
    return parameters;
}

double modelFlopsPerSequence(const model::TransformerStep& step) {
    const Shape shape(step);
    return 6.0 * shape.sequence *
           (shape.layers * (shape.active() + 2.0 * shape.sequence * shape.hidden) +
            shape.hidden * shape.vocabulary);
}

TransformerPlan transformerPlan(const model::StepModel& step, std::int64_t gpus,
                                std::int64_t gpusPerNode) {
    const std::int64_t modelRanks = step.parallel.tensor * step.parallel.pipeline;
    GPUPLAN_EXPECTS(gpus > 0 && gpus % modelRanks == 0,
                    "the GPUs of a job divide into tensor and pipeline groups");
    return {step.precision, step.microBatch, step.accumulation, step.parallel,
            step.recompute, step.optimizer,  gpus / modelRanks, gpusPerNode};
}

std::int64_t expertRanks(const model::TransformerStep& shape, const TransformerPlan& plan) {
    return std::gcd(shape.experts, plan.dataRanks);
}

double parametersOfRank(const model::TransformerStep& shape, const TransformerPlan& plan) {
    const TransformerParameters parameters = transformerParameters(shape);
    return (parameters.shared +
            parameters.experts / static_cast<double>(expertRanks(shape, plan))) /
           static_cast<double>(plan.parallel.tensor * plan.parallel.pipeline);
}

TransformerMessages transformerMessages(const model::TransformerStep& shape,
                                        const TransformerPlan& plan) {
    const double element = elementBytes(plan.precision);
    const double streams = element * static_cast<double>(plan.microBatch) *
                           static_cast<double>(shape.sequence) * static_cast<double>(shape.hidden);
    const auto tensor = static_cast<double>(plan.parallel.tensor);
    const std::int64_t among = expertRanks(shape, plan);
    const double held =
        element / static_cast<double>(plan.parallel.tensor * plan.parallel.pipeline);
    const TransformerParameters parameters = transformerParameters(shape);

    TransformerMessages messages;
    if (plan.parallel.tensor > 1)
        messages.tensorAllReduce = streams;
    if (plan.parallel.pipeline > 1)
        messages.boundary = streams / tensor;
    if (among > 1)
        messages.expertExchange = static_cast<double>(shape.activeExperts) * streams / tensor;
    if (plan.dataRanks > 1) {
        messages.sharedGradients = held * parameters.shared;
        if (plan.dataRanks > among)
            messages.expertGradients = held * parameters.experts / static_cast<double>(among);
    }
    return messages;
}

TransformerLinks transformerLinks(const TransformerMessages& messages, std::int64_t tensorRanks,
                                  const LinkRates& tensor, const LinkRates& pipeline) {
    TransformerLinks links;
    if (messages.tensorAllReduce > 0.0)
        links.tensorAllReduce =
            fittedAllReduce(std::span(&tensor, 1), tensorRanks, messages.tensorAllReduce);
    if (messages.boundary > 0.0)
        links.boundary = pipeline.latency + messages.boundary / pipeline.bytesPerSecond;
    return links;
}

double TransformerCost::computing() const {
    return static_cast<double>(microBatches) * (forward + backward) + output + optimizer;
}

double TransformerCost::step() const {
    const double communication = tensorCommunication + expertCommunication + pipelineCommunication;
    return computing() + static_cast<double>(microBatches) * communication + bubble;
}

std::optional<TransformerCost> transformerCost(const model::TransformerStep& step,
                                               const TransformerPlan& plan, const GpuRates& gpu,
                                               const TransformerLinks& links) {
    const std::optional<double> matrixPeak = peak(gpu, plan.precision);
    // FP8 speeds up the products with weights; attention stays in 16 bits.
    const std::optional<double> attentionPeak = peak(
        gpu, plan.precision == model::Precision::Fp8 ? model::Precision::Mixed : plan.precision);
    if (!matrixPeak || !attentionPeak || !(gpu.memoryBandwidth > 0.0))
        return std::nullopt;

    const Shape shape(step);
    const LayerWork layer = layerWork(step, plan);
    const auto stages = static_cast<double>(plan.parallel.pipeline);
    const auto chunks = static_cast<double>(plan.parallel.interleave);
    const auto tensor = static_cast<double>(plan.parallel.tensor);
    const auto microBatches = static_cast<double>(plan.microBatches);
    const auto dataRanks = static_cast<double>(plan.dataRanks);
    const auto shards = static_cast<double>(
        shardRanks(plan.parallel, plan.dataRanks, plan.parallel.tensor, plan.gpusPerNode));
    const double layers = shape.layers / stages;
    const double memoryRate = gpu.memoryBandwidth * gpu.etaElementwise;

    const double matrix = layer.matrixFlops / (*matrixPeak * gpu.etaCompute);
    const double attention =
        layer.attentionFlops /
        (*attentionPeak * (step.fusedAttention ? fusedAttention : gpu.etaAttention));
    const double passes = matrix + attention + layer.elementwiseBytes / memoryRate;
    const double forward = passes + forwardKernels * gpu.launch;
    const double again =
        times(plan.recompute,
              attention + layer.softmaxBytes / memoryRate + attentionKernels * gpu.launch, forward);
    // Times that a layer's activations pass through its collectives.
    const double directions = plan.recompute == model::Recompute::Full ? 3.0 : 2.0;

    TransformerCost cost;
    cost.microBatches = plan.microBatches;
    cost.forward = layers * forward;
    cost.backward = layers * (2.0 * passes + backwardKernels * gpu.launch + again);
    cost.tensorCommunication = layers * directions * 2.0 * links.tensorAllReduce;
    cost.expertCommunication = layers * directions * 2.0 * links.expertExchange;
    cost.pipelineCommunication = 2.0 * chunks * links.boundary;
    cost.bubble = (stages - 1.0) / chunks *
                  (cost.forward + cost.backward + cost.tensorCommunication +
                   cost.expertCommunication + cost.pipelineCommunication);

    // The last stage alone computes the logits; behind a pipeline only its last micro-batch shows.
    const double tokens = static_cast<double>(plan.microBatch) * shape.sequence;
    const double logits = 6.0 * tokens * shape.hidden * shape.vocabulary / tensor;
    cost.output =
        logits / (*matrixPeak * gpu.etaCompute) * (plan.parallel.pipeline > 1 ? 1.0 : microBatches);

    const double updated = plan.parallel.sharding >= 1
                               ? transformerParameters(step).total() / (tensor * stages * shards)
                               : parametersOfRank(step, plan);
    const double update = updateBytes(plan.precision, plan.optimizer) * updated;
    cost.optimizer = update / memoryRate;

    const double sequences = static_cast<double>(plan.microBatch) * microBatches * dataRanks;
    cost.modelFlops = sequences * modelFlopsPerSequence(step);
    const double layerFlops =
        3.0 * (layer.matrixFlops + layer.attentionFlops) +
        times(plan.recompute, layer.attentionFlops, layer.matrixFlops + layer.attentionFlops);
    cost.executedFlops = microBatches * dataRanks * tensor * (shape.layers * layerFlops + logits);
    const double layerBytes = layer.elementwiseBytes + layer.matrixBytes;
    cost.memoryBytes =
        microBatches * layers *
            (3.0 * layerBytes + times(plan.recompute, layer.softmaxBytes, layerBytes)) +
        update;
    return cost;
}

} // namespace gpuplan::perf
