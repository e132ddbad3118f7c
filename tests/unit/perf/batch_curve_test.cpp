#include <gpuplan/perf/batch_curve.hpp>
#include <gpuplan/perf/precision.hpp>

#include <catch2/catch.hpp>

#include <vector>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

BatchFit fitOf(const std::vector<BatchPoint>& points) {
    return std::get<BatchFit>(fitBatchCurve(points));
}

BatchFitFault faultOf(const std::vector<BatchPoint>& points) {
    return std::get<BatchFitFault>(fitBatchCurve(points));
}

GpuRates gpuOf(const char* id, double fp32, double fp16, double bandwidth) {
    GpuRates gpu;
    gpu.id = id;
    gpu.fp32 = fp32;
    gpu.fp16 = fp16;
    gpu.memoryBandwidth = bandwidth;
    return gpu;
}

} // namespace

TEST_CASE("two points give the line through them", "[perf][batch]") {
    const BatchFit fit = fitOf({{10.0, 3.0}, {30.0, 7.0}});

    CHECK(fit.curve.perSample == Approx(0.2));
    CHECK(fit.curve.fixed == Approx(1.0));
    CHECK(fit.curve.halfBatch() == Approx(5.0));
    CHECK(fit.worstError == Approx(0.0).margin(1e-14));
}

TEST_CASE("at the half batch throughput is half of its limit", "[perf][batch]") {
    const BatchCurve curve{0.008, 0.00285};
    const double half = curve.halfBatch();

    CHECK(half / curve.time(half) == Approx(0.5 / curve.perSample));
}

TEST_CASE("more points are met by least squares, with their errors", "[perf][batch]") {
    // Normal equations by hand: means 2 and 4; slope ((-1)(-2) + 0 + 1 * 2)/2 = 2, fixed 0 without
    // the middle point's lift of 0.3, which moves the line up by 0.1.
    const BatchFit fit = fitOf({{1.0, 2.0}, {2.0, 4.3}, {3.0, 6.0}});

    CHECK(fit.curve.perSample == Approx(2.0));
    CHECK(fit.curve.fixed == Approx(0.1));
    CHECK(fit.worstError == Approx(0.1 / 2.0));
    CHECK(fit.meanError == Approx((0.1 / 2.0 + 0.2 / 4.3 + 0.1 / 6.0) / 3.0));
}

TEST_CASE("times in proportion to the batch have no fixed part", "[perf][batch]") {
    CHECK(fitOf({{16.0, 0.048}, {64.0, 0.192}, {128.0, 0.384}}).curve.fixed == 0.0);
}

TEST_CASE("points that no line of the law meets are refused", "[perf][batch]") {
    CHECK(faultOf({{8.0, 1.0}, {8.0, 1.1}}) == BatchFitFault::OneBatch);
    CHECK(faultOf({{8.0, 1.0}}) == BatchFitFault::OneBatch);
    CHECK(faultOf({{8.0, 1.0}, {16.0, 1.0}}) == BatchFitFault::NotRising);
    CHECK(faultOf({{8.0, 1.0}, {16.0, 3.0}}) == BatchFitFault::NegativeFixed);
}

TEST_CASE("the matrix share goes with the peak, the rest with the bandwidth", "[perf][precision]") {
    model::AffineStep step;
    step.fixed = Duration(1'000'000);
    step.perSample = 2.0;
    step.matrixShare = 0.8;
    step.precision = model::Precision::Mixed;
    const GpuRates before = gpuOf("old", 10.0, 100.0, 1.0);
    const GpuRates now = gpuOf("new", 20.0, 400.0, 2.0);

    const auto moved = batchCurveOn(step, before, now, model::Precision::Mixed);

    REQUIRE(moved);
    CHECK(moved->perSample == Approx(2.0 * (0.8 / 4.0 + 0.2 / 2.0)));
    CHECK(moved->fixed == Approx(1.0 * (0.8 / 4.0 + 0.2 / 2.0)));
}

TEST_CASE("on its own GPU halving the bytes speeds up the rest twice", "[perf][precision]") {
    model::AffineStep step;
    step.perSample = 1.0;
    step.matrixShare = 0.5;
    step.precision = model::Precision::Fp32;
    const GpuRates gpu = gpuOf("one", 10.0, 80.0, 1.0);

    CHECK(batchCurveOn(step, gpu, gpu, model::Precision::Fp32)->perSample == 1.0);
    CHECK(batchCurveOn(step, gpu, gpu, model::Precision::Mixed)->perSample ==
          Approx(0.5 / 8.0 + 0.5 / 2.0));
    CHECK_FALSE(batchCurveOn(step, gpu, gpu, model::Precision::Fp8));
}

TEST_CASE("a speed-up lies between its two ratios", "[perf][precision]") {
    CHECK(precisionSpeedup(0.0, 8.0, 2.0) == 2.0);
    CHECK(precisionSpeedup(1.0, 8.0, 2.0) == 8.0);
    double before = 2.0;
    for (double share = 0.1; share < 1.0; share += 0.1) {
        const double now = precisionSpeedup(share, 8.0, 2.0);
        CHECK(now > before);
        CHECK(now < 8.0);
        before = now;
    }
}
