#include <gpuplan/perf/batch_curve.hpp>
#include <gpuplan/perf/gpu_rates.hpp>
#include <gpuplan/perf/precision.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

std::variant<BatchFit, BatchFitFault> fitBatchCurve(std::span<const BatchPoint> points) {
    const auto count = static_cast<double>(points.size());
    double meanBatch = 0.0;
    double meanTime = 0.0;
    for (const BatchPoint& point : points) {
        meanBatch += point.batch / count;
        meanTime += point.time / count;
    }
    // About the means, so that large batches lose no digits.
    double spread = 0.0;
    double product = 0.0;
    bool isOneBatch = true;
    for (const BatchPoint& point : points) {
        const double off = point.batch - meanBatch;
        spread += off * off;
        product += off * (point.time - meanTime);
        isOneBatch = isOneBatch && point.batch == points.front().batch;
    }
    if (isOneBatch)
        return BatchFitFault::OneBatch;

    BatchFit fit;
    fit.curve.perSample = product / spread;
    if (!(fit.curve.perSample > 0.0))
        return BatchFitFault::NotRising;
    fit.curve.fixed = meanTime - fit.curve.perSample * meanBatch;
    constexpr double rounding = 1e-12;
    if (std::fabs(fit.curve.fixed) <= rounding * meanTime)
        fit.curve.fixed = 0.0;
    if (fit.curve.fixed < 0.0)
        return BatchFitFault::NegativeFixed;

    for (const BatchPoint& point : points) {
        const double error = std::fabs(fit.curve.time(point.batch) - point.time) / point.time;
        fit.meanError += error / count;
        fit.worstError = std::max(fit.worstError, error);
    }
    return fit;
}

std::optional<BatchCurve> batchCurveOn(const model::AffineStep& step, const GpuRates& measuredOn,
                                       const GpuRates& gpu, model::Precision precision) {
    const double fixed = static_cast<double>(step.fixed.count()) / 1e6;
    if (measuredOn.id == gpu.id && step.precision == precision)
        return BatchCurve{fixed, step.perSample};

    const std::optional<Roof> before = roofOf(measuredOn, step.precision);
    const std::optional<Roof> now = roofOf(gpu, precision);
    if (!before || !now)
        return std::nullopt;
    const double restRatio =
        now->bandwidth / before->bandwidth * elementBytes(step.precision) / elementBytes(precision);
    const double speedup = precisionSpeedup(step.matrixShare, now->peak / before->peak, restRatio);
    return BatchCurve{fixed / speedup, step.perSample / speedup};
}

} // namespace gpuplan::perf
