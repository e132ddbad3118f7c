#pragma once
/// Bytes that weights, gradients and optimizer state take, and that an update moves.
/// Source: Rajbhandari et al. 2020 (ZeRO); docs/method.md#memory

#include <gpuplan/model/step.hpp>

#include <cstdint>

namespace gpuplan::perf {

/// Bytes per parameter.
struct StateBytes {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0; ///< moments, and the FP32 copy of the weights where there is one
    double sum() const { return weights + gradients + optimizer; }
};

enum class GradientFormat : std::uint8_t {
    AsWeights,
    Fp32, ///< gathered in FP32 over micro-batches: 2 B more in mixed precision
};

/// Adam in mixed precision 2 + 2 + 12; Adam with 8-bit moments 2 + 2 + 6; SGD with momentum
/// 2 + 2 + 8. In FP32 and TF32 weights and gradients take 4 and no second copy is kept.
StateBytes stateBytes(model::Precision precision, model::Optimizer optimizer,
                      GradientFormat gradients = GradientFormat::AsWeights);

/// Bytes per parameter of one rank. \param ranks  >= 1   \param stage  0..3: 1 shards the optimizer
/// state, 2 the gradients too, 3 also the weights
double shardedBytes(const StateBytes& bytes, std::int64_t ranks, std::int64_t stage);

/// Bytes per parameter that one update reads and writes: gradient in FP32, each moment and the FP32
/// weights twice, the 16-bit weights once. Adam in mixed precision 30.
double updateBytes(model::Precision precision, model::Optimizer optimizer);

} // namespace gpuplan::perf
