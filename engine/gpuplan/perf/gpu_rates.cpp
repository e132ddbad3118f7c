#include <gpuplan/perf/gpu_rates.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace gpuplan::perf {

namespace {

struct Efficiency {
    std::string_view family; ///< what an id of the catalog begins with
    double compute;
    double memory;
    double elementwise;
    double launch;
};

// compute, memory, launch: least squares on the matrix products measured by Vidur (2024).
// elementwise: A100 from published Megatron iteration times; H100 as its matrix products.
constexpr std::array fitted = {
    Efficiency{"a100-", 0.72, 0.82, 0.90, 8e-6},
    Efficiency{"h100-", 0.70, 0.92, 0.92, 5e-6},
};

std::optional<double> flopsPerSecond(const std::optional<double>& teraflops) {
    if (!teraflops)
        return std::nullopt;
    return *teraflops * 1e12;
}

} // namespace

GpuRates gpuRates(const catalog::GpuModel& gpu) {
    GpuRates rates;
    rates.id = gpu.id;
    rates.fp32 = flopsPerSecond(gpu.fp32Tflops);
    rates.tf32 = flopsPerSecond(gpu.tf32Tflops);
    rates.fp16 = flopsPerSecond(gpu.fp16Tflops);
    rates.fp8 = flopsPerSecond(gpu.fp8Tflops);
    if (gpu.memoryBandwidth)
        rates.memoryBandwidth = static_cast<double>(gpu.memoryBandwidth->base());
    if (gpu.memory)
        rates.memory = static_cast<double>(gpu.memory->base());
    for (const Efficiency& known : fitted)
        if (std::string_view(gpu.id).starts_with(known.family)) {
            rates.etaCompute = known.compute;
            rates.etaMemory = known.memory;
            rates.etaElementwise = known.elementwise;
            rates.launch = known.launch;
            rates.isCalibrated = true;
        }
    if (!rates.isCalibrated && gpu.achievableBf16Tflops && gpu.fp16Tflops && *gpu.fp16Tflops > 0)
        rates.etaCompute = std::min(rates.etaCompute, *gpu.achievableBf16Tflops / *gpu.fp16Tflops);
    return rates;
}

std::optional<double> peak(const GpuRates& gpu, model::Precision precision) {
    switch (precision) {
    case model::Precision::Fp32:
        return gpu.fp32;
    case model::Precision::Tf32:
        return gpu.tf32;
    case model::Precision::Mixed:
        return gpu.fp16;
    case model::Precision::Fp8:
        return gpu.fp8;
    }
    return std::nullopt;
}

std::optional<Roof> roofOf(const GpuRates& gpu, model::Precision precision) {
    const std::optional<double> flops = peak(gpu, precision);
    if (!flops || !(gpu.memoryBandwidth > 0.0))
        return std::nullopt;
    return Roof{*flops, gpu.etaCompute, gpu.memoryBandwidth, gpu.etaMemory, 0.0};
}

} // namespace gpuplan::perf
