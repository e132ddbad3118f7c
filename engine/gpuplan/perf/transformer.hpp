#pragma once
/// A transformer's training step from its architecture: layer L2, docs/method.md#transformer.
/// Sources: Narayanan et al. 2021; Korthikanti et al. 2022; Chowdhery et al. 2022.
///
/// Map: TransformerStep (shape), StepModel -> TransformerPlan (how it is spread)
///      -> TransformerMessages (what ranks send) -> TransformerLinks (how long that takes: here
///      from
///         two links, or by any law of collectives)
///      -> TransformerCost (where the step's time goes)

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <cstdint>
#include <optional>

namespace gpuplan::perf {

struct TransformerParameters {
    double shared = 0;  ///< of everything but the experts of a mixture
    double experts = 0; ///< all of them
    double total() const { return shared + experts; }
};

/// 12 L h^2 (1 + 13/(12h) + (V+s)/(12Lh)) for the GPT block. Grouped key-value heads, feed-forward
/// width, gate and experts change the 12 h^2; output weights of their own add V h.
TransformerParameters transformerParameters(const model::TransformerStep& shape);
/// Of these the weights of the layers' products and of the vocabulary: no biases, norms, positions.
TransformerParameters matrixParameters(const model::TransformerStep& shape);

/// FLOP of forward and backward of one sequence, dense attention counted, recomputation not:
/// 72 L s h^2 (1 + s/(6h) + V/(12hL)) for the GPT block; of a mixture the active experts.
double modelFlopsPerSequence(const model::TransformerStep& shape);

/// How a step is computed and spread.
struct TransformerPlan {
    model::Precision precision = model::Precision::Mixed;
    std::int64_t microBatch = 1;   ///< sequences
    std::int64_t microBatches = 1; ///< of a data-parallel rank in a step
    model::Parallelism parallel;
    model::Recompute recompute = model::Recompute::None;
    model::Optimizer optimizer = model::Optimizer::Adam;
    std::int64_t dataRanks = 1;
    std::int64_t gpusPerNode = 0; ///< for hybrid sharding; 0: one node holds all
};
/// \param gpus  of the job, a multiple of tensor x pipeline ranks
TransformerPlan transformerPlan(const model::StepModel& step, std::int64_t gpus,
                                std::int64_t gpusPerNode = 0);

/// Ranks that share out the experts of each layer: the most that the data-parallel ranks allow with
/// as many experts each. 1: every rank holds all experts.
std::int64_t expertRanks(const model::TransformerStep& shape, const TransformerPlan& plan);

/// Parameters that one GPU computes with: shared ones over tensor x pipeline ranks, experts over
/// their ranks too.
double parametersOfRank(const model::TransformerStep& shape, const TransformerPlan& plan);

/// Bytes of one message each.
struct TransformerMessages {
    double tensorAllReduce = 0; ///< among the tensor-parallel ranks; 0: none
    double boundary = 0;        ///< from a pipeline stage to the next; 0: none
    double expertExchange = 0;  ///< all-to-all among the expert ranks; 0: none
    double sharedGradients = 0; ///< of a rank, exchanged among all data-parallel ranks
    double expertGradients = 0; ///< of a rank, among dataRanks/expertRanks of them
};
TransformerMessages transformerMessages(const model::TransformerStep& shape,
                                        const TransformerPlan& plan);

/// Seconds that one message each takes.
struct TransformerLinks {
    double tensorAllReduce = 0;
    double boundary = 0;
    double expertExchange = 0;
};
/// From one link among the tensor-parallel ranks, whose latency is the whole constant of an
/// all-reduce from launch to finish, and one between pipeline stages. Exchanges of experts are left
/// out: they run over the links of data-parallel ranks.
TransformerLinks transformerLinks(const TransformerMessages& messages, std::int64_t tensorRanks,
                                  const LinkRates& tensor, const LinkRates& pipeline);

/// Seconds of one GPU of the slowest stage, each time beside the others, none hidden.
struct TransformerCost {
    // Of one micro-batch.
    double forward = 0;             ///< kernels
    double backward = 0;            ///< kernels, with those of recomputation
    double tensorCommunication = 0; ///< all of the micro-batch
    double expertCommunication = 0;
    double pipelineCommunication = 0;
    // Of the step.
    std::int64_t microBatches = 1;
    double bubble = 0;    ///< filling and draining the pipeline
    double output = 0;    ///< logits and their gradients
    double optimizer = 0; ///< update

    double modelFlops = 0;    ///< of the whole job and step
    double executedFlops = 0; ///< likewise, matrix work with recomputation
    double memoryBytes = 0;   ///< device memory traffic of one GPU and step, estimated

    /// Of the step, without communication and bubble.
    double computing() const;
    /// (m + (p-1)/v) per + output + optimizer, the exchange of gradients not in it.
    double step() const;
};
/// Nothing where the GPU's peak at the plan's precision, or its bandwidth, is not known.
std::optional<TransformerCost> transformerCost(const model::TransformerStep& shape,
                                               const TransformerPlan& plan, const GpuRates& gpu,
                                               const TransformerLinks& links);

} // namespace gpuplan::perf
