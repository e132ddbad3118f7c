#pragma once
/// Device memory that a training step needs. Sources: Rajbhandari et al. 2020; Korthikanti et al.
/// 2022; docs/method.md#memory
///
/// Map: StepModel -> MemoryNeed (states, activations, logits, workspace, fragmentation)
///                -> memory_fit.hpp (verdict, and what would make it fit)

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/transformer.hpp>

#include <cstdint>
#include <optional>

namespace gpuplan::perf {

/// What one micro-batch leaves behind in one layer, B: sbh (10 + 24/t + 5as/(ht)) in 16 bits for
/// the GPT block. Sequence parallelism divides all of it by t; fused attention and selective
/// recomputation drop the last term; full recomputation keeps the layer's input, 2 sbh.
double layerActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan);

/// Of the first pipeline stage, which holds the most micro-batches at once: L layers' worth, with
/// interleaving L (1 + (p-1)/(pv)), with fewer micro-batches than stages as many as there are. Full
/// recomputation adds what one layer needs while it runs again.
double firstStageActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan);
/// Of the last stage, which holds the least, without logits.
double lastStageActivationBytes(const model::TransformerStep& shape, const TransformerPlan& plan);

/// Output logits of one micro-batch on the last stage, in 16 bits and FP32: 6 s b V/t, twice that
/// in FP32.
double logitBytes(const model::TransformerStep& shape, const TransformerPlan& plan);

/// What no architecture tells.
struct MemoryAssumptions {
    double workspace = 1.25e9;    ///< B: context, libraries, collectives; 1 to 1.5 GB
    double usable = 0.95;         ///< of the memory, 0.92 to 0.97
    double fragmentation = 0.05;  ///< of states and activations, 0.03 to 0.10
    std::int64_t gpusPerNode = 0; ///< for hybrid sharding; 0: one node holds all
};

/// Bytes on the fullest GPU.
struct MemoryNeed {
    std::optional<double> states;      ///< absent: the number of parameters is not known
    std::optional<double> activations; ///< absent: no transformer, and no bytes per sample
    double logits = 0;
    double workspace = 0;
    double fragmentation = 0; ///< of what is known

    bool isKnown() const { return states && activations; }
    /// Of what is known.
    double total() const {
        return states.value_or(0.0) + activations.value_or(0.0) + logits + workspace +
               fragmentation;
    }
};

/// Selective and full recomputation lessen a transformer's activations; bytes per sample of other
/// models are taken as they are stated, double in FP32 and TF32.
/// \param gpus  of the job, a multiple of tensor x pipeline ranks
MemoryNeed memoryNeed(const model::StepModel& step, std::int64_t gpus,
                      const MemoryAssumptions& assumptions = {});

/// Parameters of the whole model; nothing where neither stated nor known from its architecture.
std::optional<double> parametersOf(const model::StepModel& step);

// ---- serving ----------------------------------------------------------------------------------

/// A replica of one model over tensor-parallel GPUs.
struct ReplicaMemory {
    double gpuMemory = 0; ///< B of one GPU
    double usable = 0.9;  ///< of it, 0 < usable <= 1
    double weights = 0;   ///< B of the whole model
    double reserve = 0;   ///< B of each GPU for all else
    std::int64_t tensor = 1;
};
/// Tokens whose keys and values fit beside the weights; 0 where not even the weights do.
/// \param bytesPerToken  > 0, of all GPUs together
std::int64_t kvTokens(const ReplicaMemory& memory, double bytesPerToken);

} // namespace gpuplan::perf
