#pragma once
/// What data-parallel ranks send when optimizer state, gradients or weights are sharded among them.
/// docs/method.md#sharded. Source: Rajbhandari et al., ZeRO, SC 2020.

#include <gpuplan/model/step.hpp>

#include <cstdint>

namespace gpuplan::perf {

/// Bytes each rank sends in a step: 2(n-1)/n Psi e; 3(n-1)/n Psi e where weights are sharded too.
/// \param parameters  Psi   \param element  e, bytes each   \param stage  ZeRO 0..3
double shardedBytes(double parameters, double element, std::int64_t ranks, std::int64_t stage);

/// Data-parallel ranks among which a state is sharded: all of them; of hybrid sharding in stage 3
/// as many of one node as make equal groups.
/// \param ranks  that hold the same weights   \param stride  GPUs from one of them to the next
/// \param gpusPerNode  0: one node holds all
std::int64_t shardRanks(const model::Parallelism& parallel, std::int64_t ranks, std::int64_t stride,
                        std::int64_t gpusPerNode);

struct ShardedTimes {
    double whole = 0;   ///< s of all collectives
    double exposed = 0; ///< s that forward and backward wait
};
/// Weights sharded, of equal layers: gathered in forward and again in backward, each beside the
/// computing of the layer before; each layer's gradients are scattered beside the next layer. The
/// first gathers and the last scatter are exposed, and what outlasts the computing beside it.
/// \param gather, scatter  s, of one layer   \param forward, backward  s, of all layers
ShardedTimes fullySharded(std::int64_t layers, double gather, double scatter, double forward,
                          double backward);

} // namespace gpuplan::perf
