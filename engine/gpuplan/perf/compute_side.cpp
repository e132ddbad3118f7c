#include <gpuplan/perf/batch_curve.hpp>
#include <gpuplan/perf/compute_side.hpp>
#include <gpuplan/perf/convolution.hpp>
#include <gpuplan/perf/exchange.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/measured_step.hpp>
#include <gpuplan/perf/memory_states.hpp>
#include <gpuplan/perf/precision.hpp>
#include <gpuplan/perf/sharding.hpp>
#include <gpuplan/perf/transformer.hpp>

#include <algorithm>

namespace gpuplan::perf {

namespace {

/// A backward pass takes twice as long as the forward pass where nobody tells them apart.
void splitThirds(ComputeSide& side, double time) {
    side.forward = time / 3;
    side.backward = time - side.forward;
}

/// What every kind has in common.
ComputeSide commonSide(const model::StepModel& step, const Placement& placement) {
    ComputeSide side;
    side.microSteps = step.accumulation;
    side.dataRanks =
        std::max<std::int64_t>(1, placement.gpus / (step.parallel.tensor * step.parallel.pipeline));
    side.samples = static_cast<double>(step.microBatch) * static_cast<double>(step.accumulation);
    return side;
}

/// Gradients and update of a model that is the same on every rank.
void addParameters(ComputeSide& side, const model::StepModel& step, const GpuRates& gpu,
                   const NodeRates& node, bool hasUpdate) {
    if (!step.parameters)
        return;
    const double ofRank =
        *step.parameters / static_cast<double>(step.parallel.tensor * step.parallel.pipeline);
    if (side.dataRanks > 1)
        side.gradientBytes = ofRank * elementBytes(step.precision);
    if (hasUpdate || gpu.memoryBandwidth <= 0)
        return;
    const std::int64_t among =
        shardRanks(step.parallel, side.dataRanks, step.parallel.tensor, node.gpus);
    const double shards = step.parallel.sharding >= 1 ? static_cast<double>(among) : 1.0;
    side.optimizer = updateBytes(step.precision, step.optimizer) * ofRank / shards /
                     (gpu.memoryBandwidth * gpu.etaMemory);
}

Basis modelled(const GpuRates& gpu) {
    return gpu.isCalibrated ? Basis::Estimated : Basis::Vendor;
}

struct Visitor {
    const model::StepModel& step;
    const GpuRates& gpu;
    const GpuRates& curveGpu;
    const NodeRates& node;
    const Placement& placement;

    std::optional<ComputeSide> operator()(const model::MeasuredStep& table) const {
        const auto found =
            measuredTime(table, gpu.id, placement.gpus, static_cast<double>(step.microBatch));
        const auto* const measured = std::get_if<MeasuredTime>(&found);
        if (measured == nullptr)
            return std::nullopt;
        ComputeSide side = commonSide(step, placement);
        splitThirds(side, measured->time);
        side.holdsExchange = measured->holdsExchange;
        side.layer = Layer::Measured;
        side.basis = Basis::Measured;
        addParameters(side, step, gpu, node, true);
        return side;
    }

    std::optional<ComputeSide> operator()(const model::AffineStep& affine) const {
        const std::optional<BatchCurve> curve = batchCurveOn(affine, curveGpu, gpu, step.precision);
        if (!curve)
            return std::nullopt;
        ComputeSide side = commonSide(step, placement);
        splitThirds(side, curve->time(static_cast<double>(step.microBatch)));
        if (step.recompute == model::Recompute::Full)
            side.backward += side.forward;
        const bool isOwn = gpu.id == curveGpu.id && affine.precision == step.precision &&
                           step.recompute == model::Recompute::None;
        side.basis = isOwn ? Basis::Measured : Basis::Estimated;
        addParameters(side, step, gpu, node, true);
        return side;
    }

    template <typename Constants>
    std::optional<ComputeSide> bySample(const Constants& constants, Layer layer) const {
        const auto micro = sampleStep(constants, static_cast<double>(step.microBatch),
                                      step.precision, step.recompute, gpu);
        if (!micro)
            return std::nullopt;
        ComputeSide side = commonSide(step, placement);
        side.forward = micro->forward;
        side.backward = micro->backward;
        const double all = static_cast<double>(side.microSteps * side.dataRanks);
        side.modelFlops = micro->modelFlops * all;
        side.executedFlops = micro->executedFlops * all;
        side.memoryBytes = micro->memoryBytes * static_cast<double>(side.microSteps);
        side.layer = layer;
        side.basis = modelled(gpu);
        addParameters(side, step, gpu, node, false);
        return side;
    }
    std::optional<ComputeSide> operator()(const model::StageStep& constants) const {
        return bySample(constants, Layer::Stages);
    }
    std::optional<ComputeSide> operator()(const model::ConvolutionalStep& constants) const {
        return bySample(constants, Layer::Architecture);
    }

    std::optional<ComputeSide> operator()(const model::TransformerStep& shape) const {
        const TransformerPlan plan = transformerPlan(step, placement.gpus, node.gpus);
        const TransformerMessages messages = transformerMessages(shape, plan);
        const TransformerLinks links =
            linksFor(messages, plan, expertRanks(shape, plan), node, placement);
        const auto cost = transformerCost(shape, plan, gpu, links);
        if (!cost)
            return std::nullopt;
        ComputeSide side = commonSide(step, placement);
        const auto micro = static_cast<double>(cost->microBatches);
        side.forward = cost->forward;
        side.backward = cost->backward;
        side.microSteps = cost->microBatches;
        side.output = cost->output;
        side.optimizer = cost->optimizer;
        side.tensorComm = micro * cost->tensorCommunication;
        side.expertComm = micro * cost->expertCommunication;
        side.pipelineComm = micro * cost->pipelineCommunication;
        side.pipelineBytes =
            2 * micro * static_cast<double>(step.parallel.interleave) * messages.boundary;
        side.bubble = cost->bubble;
        side.gradientBytes = messages.sharedGradients;
        side.expertGradientBytes = messages.expertGradients;
        side.dataRanks = plan.dataRanks;
        side.expertRanks = expertRanks(shape, plan);
        side.layers = std::max<std::int64_t>(1, shape.layers / step.parallel.pipeline);
        side.modelFlops = cost->modelFlops;
        side.executedFlops = cost->executedFlops;
        side.memoryBytes = cost->memoryBytes;
        side.layer = Layer::Architecture;
        side.basis = modelled(gpu);
        return side;
    }
};

} // namespace

std::optional<ComputeSide> computeSide(const model::StepModel& step, const GpuRates& gpu,
                                       const GpuRates& curveGpu, const NodeRates& node,
                                       const Placement& placement) {
    return std::visit(Visitor{step, gpu, curveGpu, node, placement}, step.compute);
}

} // namespace gpuplan::perf
