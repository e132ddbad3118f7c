#include <gpuplan/perf/convolution.hpp>
#include <gpuplan/perf/gpu_rates.hpp>

namespace gpuplan::perf {

std::optional<SampleStep> sampleStep(const model::StageStep& step, double batch,
                                     model::Precision precision, model::Recompute recompute,
                                     const GpuRates& gpu) {
    std::optional<Roof> roof = roofOf(gpu, precision);
    if (!roof)
        return std::nullopt;
    if (step.efficiency)
        roof->etaCompute = *step.efficiency;
    roof->overhead = step.kernels * gpu.launch;
    const Operation both{step.flopsPerSample * batch, step.bytesPerSample * batch};
    const RooflineTime time = rooflineTime(both, *roof);
    const double executed = recompute == model::Recompute::Full ? 4.0 / 3.0 : 1.0;

    SampleStep result;
    result.forward = time.time / 3.0;
    result.backward = time.time * executed - result.forward;
    result.modelFlops = both.flops;
    result.executedFlops = both.flops * executed;
    result.memoryBytes = both.bytes * executed;
    result.isMemoryBound = time.isMemoryBound;
    return result;
}

std::optional<SampleStep> sampleStep(const model::ConvolutionalStep& step, double batch,
                                     model::Precision precision, model::Recompute recompute,
                                     const GpuRates& gpu) {
    model::StageStep stages;
    stages.flopsPerSample = 3.0 * step.forwardFlopsPerSample;
    stages.bytesPerSample = step.bytesPerSample;
    stages.efficiency = step.efficiency;
    stages.kernels = step.kernels;
    return sampleStep(stages, batch, precision, recompute, gpu);
}

} // namespace gpuplan::perf
