#pragma once
/// A GPU's rates from its catalog record, with the shares of the peaks that kernels reach.
/// docs/method.md#roofline

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/roofline.hpp>

#include <optional>

namespace gpuplan::perf {

/// Peaks, memory and bandwidth as the record states them; figures it does not state stay absent, or
/// 0 for memory and its bandwidth. Shares fitted to measured matrix products for A100 and H100; of
/// any other GPU an assumption, but never above the best measured matrix product in its record.
GpuRates gpuRates(const catalog::GpuModel& gpu);

/// Dense peak of matrix work, FLOP/s; nothing where it is not known.
std::optional<double> peak(const GpuRates& gpu, model::Precision precision);

/// The GPU as a roof for large matrix products and the streams beside them; nothing where its peak
/// at this precision or its bandwidth is not known. Without overhead: kernels count it themselves.
std::optional<Roof> roofOf(const GpuRates& gpu, model::Precision precision);

} // namespace gpuplan::perf
