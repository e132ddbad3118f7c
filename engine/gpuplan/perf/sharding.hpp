#pragma once
/// What data-parallel ranks send when optimizer state, gradients or weights are sharded among them.
/// docs/method.md#sharded. Source: Rajbhandari et al., ZeRO, SC 2020.

#include <cstdint>
#include <span>

namespace gpuplan::perf {

/// Bytes each rank sends in a step: 2(n-1)/n Psi e; 3(n-1)/n Psi e where weights are sharded too.
/// \param parameters  Psi   \param element  e, bytes each   \param stage  ZeRO 0..3
double shardedBytes(double parameters, double element, std::int64_t ranks, std::int64_t stage);

/// What a step waits where the weights of a layer are gathered while the layer before computes: the
/// first gather, and of each later one what outlasts that computing.
/// \param gathers, computes  s, of each layer, in the order computed
double exposedGathers(std::span<const double> gathers, std::span<const double> computes);

/// Of equal layers.
struct ShardedTimes {
    double whole = 0;   ///< s of all collectives
    double exposed = 0; ///< s that forward and backward wait
};
/// Fully sharded: weights are gathered in forward and again in backward, where each layer's
/// gradients are scattered beside the next layer; the last scatter is exposed.
/// \param gather, scatter  s, of one layer   \param forward, backward  s, of all layers
ShardedTimes fullySharded(std::int64_t layers, double gather, double scatter, double forward,
                          double backward);

} // namespace gpuplan::perf
