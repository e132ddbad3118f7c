#pragma once
/// Steps whose work is known per sample: convolutional nets and other models by their constants.
/// docs/method.md#convolution

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <cstdint>
#include <optional>

namespace gpuplan::perf {

/// One micro-step of one GPU.
struct SampleStep {
    double forward = 0;       ///< s
    double backward = 0;      ///< s, recomputation in it
    double modelFlops = 0;    ///< forward and backward
    double executedFlops = 0; ///< recomputation in it
    double memoryBytes = 0;   ///< device memory read and written
    bool isMemoryBound = false;
    double time() const { return forward + backward; }
};

/// By roofline: flops and bytes of all samples against the GPU's peaks, and a launch per kernel.
/// Forward takes a third. Full recomputation runs forward once more; selective one knows of no part
/// that is cheap to run again, and changes nothing. Nothing where the peak at this precision or the
/// bandwidth is not known. \param batch  samples, > 0
std::optional<SampleStep> sampleStep(const model::StageStep& step, double batch,
                                     model::Precision precision, model::Recompute recompute,
                                     const GpuRates& gpu);

/// Likewise with 3 x the forward pass's flops: backward costs twice the forward pass.
std::optional<SampleStep> sampleStep(const model::ConvolutionalStep& step, double batch,
                                     model::Precision precision, model::Recompute recompute,
                                     const GpuRates& gpu);

} // namespace gpuplan::perf
