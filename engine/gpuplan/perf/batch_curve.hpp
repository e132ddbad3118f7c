#pragma once
/// Time of forward and backward over the batch size: t(b) = fixed + b perSample.
/// docs/method.md#batch-curve

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

namespace gpuplan::perf {

struct BatchCurve {
    double fixed = 0;     ///< s, >= 0
    double perSample = 0; ///< s, > 0

    double time(double batch) const { return fixed + batch * perSample; }
    /// The batch at which half of the highest throughput, 1/perSample, is reached.
    double halfBatch() const { return fixed / perSample; }
};

struct BatchPoint {
    double batch = 0; ///< samples, > 0
    double time = 0;  ///< s, > 0
};

struct BatchFit {
    BatchCurve curve;
    double meanError = 0;  ///< mean of |fit - measured|/measured
    double worstError = 0; ///< largest of these
};

enum class BatchFitFault : std::uint8_t {
    OneBatch,      ///< all points have one batch size: two are needed
    NotRising,     ///< perSample <= 0: larger batches do not take longer
    NegativeFixed, ///< fixed < 0: time grows faster than the batch
};

/// Least squares over all points; through both if there are two. A fixed time that only rounding
/// pushes below zero is zero.
std::variant<BatchFit, BatchFitFault> fitBatchCurve(std::span<const BatchPoint> points);

/// The stated curve on another GPU or in another precision: the matrix share of the time goes with
/// the ratio of the peaks, the rest with bandwidth and bytes per element. Nothing where a peak or
/// bandwidth that this needs is not known.
/// \param measuredOn  rates of `step.gpu`
std::optional<BatchCurve> batchCurveOn(const model::AffineStep& step, const GpuRates& measuredOn,
                                       const GpuRates& gpu, model::Precision precision);

} // namespace gpuplan::perf
