#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/exchange.hpp>
#include <gpuplan/perf/overlap.hpp>
#include <gpuplan/perf/sharding.hpp>

#include <algorithm>

namespace gpuplan::perf {

namespace {

/// One set of gradients and the ranks that share it.
struct Gradients {
    double bytes = 0; ///< of a rank
    RankGroup group;
};

double slowdownOf(const RankGroup& group, const NodeRates& node) {
    return group.nodes == 1 && node.gpuLink.bytesPerSecond > 0 ? slowdownByGpuLinks
                                                               : slowdownByNetwork;
}

/// Gradients, or from stage 1 on their scatter and the gather of new weights: the same volume.
void addExchange(Exchange& exchange, const ComputeSide& side, const Gradients& gradients,
                 const model::Parallelism& parallel, const NodeRates& node) {
    if (gradients.bytes <= 0 || gradients.group.ranks <= 1)
        return;
    const std::int64_t buckets = bucketCount(gradients.bytes);
    const double each =
        allReduceTime(gradients.bytes / static_cast<double>(buckets), gradients.group, node);
    exchange.networkBytes += allReduceNetworkBytes(gradients.bytes, gradients.group);
    if (!parallel.overlap) {
        const double whole = allReduceTime(gradients.bytes, gradients.group, node);
        exchange.whole += whole;
        exchange.exposed += whole;
        return;
    }
    exchange.whole += each * static_cast<double>(buckets);
    // Gradients are exchanged once a step, beside the last micro-step's backward pass.
    exchange.exposed +=
        evenOverlap(side.backward, buckets, each, slowdownOf(gradients.group, node)).exposed;
}

/// Weights are gathered layer by layer in each micro-step, forward and again backward, where the
/// gradients are scattered.
void addShardedWeights(Exchange& exchange, const ComputeSide& side, const Gradients& gradients,
                       const model::Parallelism& parallel, const NodeRates& node) {
    if (gradients.bytes <= 0 || gradients.group.ranks <= 1)
        return;
    const auto micro = static_cast<double>(side.microSteps);
    const double ofLayer = gradients.bytes / static_cast<double>(side.layers);
    const double gather = gatherTime(ofLayer, gradients.group, node);
    const ShardedTimes times =
        fullySharded(side.layers, gather, gather, side.forward, side.backward);
    exchange.whole += micro * times.whole;
    exchange.exposed += micro * (parallel.overlap ? times.exposed : times.whole);
    exchange.networkBytes += micro * 1.5 * allReduceNetworkBytes(gradients.bytes, gradients.group);
}

} // namespace

TransformerLinks linksFor(const TransformerMessages& messages, const TransformerPlan& plan,
                          std::int64_t expertRanks, const NodeRates& node,
                          const Placement& placement) {
    TransformerLinks links;
    const std::int64_t tensor = plan.parallel.tensor;
    if (messages.tensorAllReduce > 0)
        links.tensorAllReduce =
            allReduceTime(messages.tensorAllReduce, rankGroup(tensor, 1, placement), node);
    if (messages.boundary > 0)
        links.boundary = sendTime(messages.boundary, tensor * plan.dataRanks, placement, node);
    if (messages.expertExchange > 0)
        links.expertExchange =
            allToAllTime(messages.expertExchange, rankGroup(expertRanks, tensor, placement), node);
    return links;
}

Exchange gradientExchange(const ComputeSide& side, const model::Parallelism& parallel,
                          const NodeRates& node, const Placement& placement) {
    Exchange exchange;
    if (side.dataRanks <= 1 || side.holdsExchange)
        return exchange;
    const auto add = [&](double bytes, std::int64_t ranks, std::int64_t stride) {
        if (parallel.sharding != 3) {
            addExchange(exchange, side, {bytes, rankGroup(ranks, stride, placement)}, parallel,
                        node);
            return;
        }
        const std::int64_t shards = shardRanks(parallel, ranks, stride, node.gpus);
        addShardedWeights(exchange, side, {bytes, rankGroup(shards, stride, placement)}, parallel,
                          node);
        // Groups of shards, one beside the other, reduce what each of their ranks holds.
        const Gradients ofShard{bytes / static_cast<double>(shards),
                                rankGroup(ranks / shards, stride * shards, placement)};
        addExchange(exchange, side, ofShard, parallel, node);
    };
    add(side.gradientBytes, side.dataRanks, parallel.tensor);
    add(side.expertGradientBytes, side.dataRanks / side.expertRanks,
        parallel.tensor * side.expertRanks);
    return exchange;
}

double parallelNetworkBytes(const TransformerMessages& messages, const TransformerPlan& plan,
                            const ComputeSide& side, const Placement& placement) {
    const std::int64_t tensor = plan.parallel.tensor;
    const double layers = static_cast<double>(side.layers * side.microSteps);
    double bytes = 0;
    if (messages.tensorAllReduce > 0) {
        // Two forward, two backward, two more where the forward pass runs again.
        const double times = plan.recompute == model::Recompute::Full ? 6 : 4;
        bytes += layers * times *
                 allReduceNetworkBytes(messages.tensorAllReduce, rankGroup(tensor, 1, placement));
    }
    if (messages.expertExchange > 0)
        bytes += layers * 4 *
                 allToAllNetworkBytes(messages.expertExchange,
                                      rankGroup(side.expertRanks, tensor, placement));
    if (messages.boundary > 0) {
        // GPUs of a node whose next stage stands on another one.
        const std::int64_t crossing = std::min(placement.mostOnNode, tensor * plan.dataRanks);
        bytes += side.pipelineBytes * static_cast<double>(crossing);
    }
    return bytes;
}

} // namespace gpuplan::perf
