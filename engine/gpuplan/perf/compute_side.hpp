#pragma once
/// What the GPUs of a job do in a step, from any of the ways to state it: one form for measured
/// tables, curves, constants and architectures. docs/method.md#step

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/step_breakdown.hpp>

#include <cstdint>
#include <optional>

namespace gpuplan::perf {

/// Seconds and bytes of one GPU (of the slowest pipeline stage) unless said otherwise.
struct ComputeSide {
    double forward = 0;  ///< of one micro-step, without communication
    double backward = 0; ///< likewise, recomputation in it
    std::int64_t microSteps = 1;
    double output = 0;    ///< of the step: logits and their gradients
    double optimizer = 0; ///< of the step; 0 where a measurement holds it
    /// Pure computing time of a step: T_0 of the ladder.
    double compute() const {
        return static_cast<double>(microSteps) * (forward + backward) + output + optimizer;
    }

    double tensorComm = 0;    ///< of the step; exposed
    double expertComm = 0;    ///< of the step; exposed
    double pipelineComm = 0;  ///< of the step; exposed
    double bubble = 0;        ///< of the step
    double pipelineBytes = 0; ///< of the step, sent to neighbouring stages

    double gradientBytes = 0;       ///< of a rank, among all data-parallel ranks
    double expertGradientBytes = 0; ///< of a rank, among the ranks that hold the same experts
    std::int64_t dataRanks = 1;
    std::int64_t expertRanks = 1;
    std::int64_t layers = 1;    ///< parts in which sharded weights are gathered
    bool holdsExchange = false; ///< a measurement has the exchange of gradients in it

    double samples = 0;       ///< of a data-parallel rank and step
    double modelFlops = 0;    ///< of the whole job and step; 0: not known
    double executedFlops = 0; ///< likewise
    double memoryBytes = 0;   ///< device memory traffic; 0: not known
    Layer layer = Layer::Stages;
    Basis basis = Basis::Estimated;
};

/// \param gpu  it runs on   \param curveGpu  an affine step was measured on
/// Nothing where a figure is missing: a peak at this precision, a bandwidth, a row of the table.
std::optional<ComputeSide> computeSide(const model::StepModel& step, const GpuRates& gpu,
                                       const GpuRates& curveGpu, const NodeRates& node,
                                       const Placement& placement);

} // namespace gpuplan::perf
