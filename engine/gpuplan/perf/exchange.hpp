#pragma once
/// What the ranks of a job send each other, on the links that their placement gives them.
/// docs/method.md#collectives, #overlap, #sharded

#include <gpuplan/perf/compute_side.hpp>
#include <gpuplan/perf/transformer.hpp>

#include <cstdint>

namespace gpuplan::perf {

/// Seconds of one message each, by the links among tensor-parallel ranks, pipeline stages and
/// experts as the job stands.
TransformerLinks linksFor(const TransformerMessages& messages, const TransformerPlan& plan,
                          std::int64_t expertRanks, const NodeRates& node,
                          const Placement& placement);

/// The gradient exchange of a step (with sharded weights: their gathers too).
struct Exchange {
    double whole = 0;        ///< s, hidden or not
    double exposed = 0;      ///< s that the step waits for it, what it slows compute down with it
    double networkBytes = 0; ///< that each node sends to others
};
Exchange gradientExchange(const ComputeSide& side, const model::Parallelism& parallel,
                          const NodeRates& node, const Placement& placement);

/// Bytes each node sends to others in a step for tensor, pipeline and expert parallelism.
double parallelNetworkBytes(const TransformerMessages& messages, const TransformerPlan& plan,
                            const ComputeSide& side, const Placement& placement);

} // namespace gpuplan::perf
