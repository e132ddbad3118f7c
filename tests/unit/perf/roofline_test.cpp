#include <gpuplan/perf/convolution.hpp>
#include <gpuplan/perf/flops.hpp>
#include <gpuplan/perf/roofline.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

/// 100 FLOP/s in 16 bits, 50 in FP32, 10 B/s.
GpuRates smallGpu() {
    GpuRates gpu;
    gpu.fp16 = 100.0;
    gpu.fp32 = 50.0;
    gpu.memoryBandwidth = 10.0;
    gpu.etaCompute = 0.5;
    gpu.etaMemory = 0.8;
    gpu.launch = 0.25;
    return gpu;
}

} // namespace

TEST_CASE("an operation takes the longer of arithmetic and traffic", "[perf][roofline]") {
    const Roof roof{100.0, 0.5, 10.0, 0.8, 0.25};

    const RooflineTime compute = rooflineTime({500.0, 16.0}, roof);
    const RooflineTime memory = rooflineTime({50.0, 16.0}, roof);

    CHECK(compute.time == Approx(500.0 / 50.0 + 0.25));
    CHECK_FALSE(compute.isMemoryBound);
    CHECK(memory.time == Approx(16.0 / 8.0 + 0.25));
    CHECK(memory.isMemoryBound);
}

TEST_CASE("at the ridge point both take equally long", "[perf][roofline]") {
    const double bytes = 7.0;
    const double flops = bytes * ridgePoint(100.0, 10.0);

    CHECK(rooflineTime({flops, bytes}, {100.0, 1.0, 10.0, 1.0, 0.0}).time == Approx(0.7));
    CHECK_FALSE(rooflineTime({flops, bytes}, {100.0, 1.0, 10.0, 1.0, 0.0}).isMemoryBound);
}

TEST_CASE("a matrix product reads both factors and writes the product", "[perf][roofline]") {
    const Operation product = matrixProduct(2.0, 3.0, 5.0, 4.0);

    CHECK(product.flops == 2.0 * 2 * 3 * 5);
    CHECK(product.bytes == 4.0 * (2 * 5 + 5 * 3 + 2 * 3));
}

TEST_CASE("more bandwidth never slows an operation down", "[perf][roofline]") {
    double before = rooflineTime({100.0, 40.0}, {100.0, 0.5, 1.0, 0.8, 0.1}).time;
    for (double bandwidth = 2.0; bandwidth < 1e3; bandwidth *= 1.5) {
        const double now = rooflineTime({100.0, 40.0}, {100.0, 0.5, bandwidth, 0.8, 0.1}).time;
        CHECK(now <= before);
        before = now;
    }
}

TEST_CASE("a convolutional net's backward pass costs twice its forward pass",
          "[perf][convolution]") {
    model::ConvolutionalStep net;
    net.forwardFlopsPerSample = 10.0;
    net.efficiency = 0.3;
    net.kernels = 4.0;

    const auto step =
        sampleStep(net, 6.0, model::Precision::Mixed, model::Recompute::None, smallGpu());

    REQUIRE(step);
    CHECK(step->modelFlops == 3.0 * 10.0 * 6.0);
    CHECK(step->time() == Approx(180.0 / (100.0 * 0.3) + 4 * 0.25));
    CHECK(step->backward == Approx(2.0 * step->forward));
}

TEST_CASE("constants of a sample use the GPU's own efficiency unless stated",
          "[perf][convolution]") {
    model::StageStep stage;
    stage.flopsPerSample = 100.0;
    const auto own =
        sampleStep(stage, 1.0, model::Precision::Fp32, model::Recompute::None, smallGpu());
    stage.efficiency = 0.25;
    const auto stated =
        sampleStep(stage, 1.0, model::Precision::Fp32, model::Recompute::None, smallGpu());

    CHECK(own->time() == Approx(100.0 / (50.0 * 0.5)));
    CHECK(stated->time() == Approx(100.0 / (50.0 * 0.25)));
}

TEST_CASE("full recomputation runs the forward pass once more", "[perf][convolution]") {
    model::StageStep stage;
    stage.flopsPerSample = 30.0;
    stage.bytesPerSample = 48.0;
    const auto time = [&stage](model::Recompute recompute) {
        return *sampleStep(stage, 2.0, model::Precision::Mixed, recompute, smallGpu());
    };

    const SampleStep plain = time(model::Recompute::None);
    const SampleStep again = time(model::Recompute::Full);

    CHECK(plain.isMemoryBound); // 96 B at 8 B/s against 60 FLOP at 50 FLOP/s
    CHECK(again.time() == Approx(plain.time() * 4.0 / 3.0));
    CHECK(again.executedFlops == Approx(80.0));
    CHECK(again.modelFlops == 60.0);
}

TEST_CASE("a net on a GPU without that peak has no time", "[perf][convolution]") {
    model::StageStep stage;
    stage.flopsPerSample = 30.0;

    CHECK_FALSE(sampleStep(stage, 1.0, model::Precision::Fp8, model::Recompute::None, smallGpu()));
}

TEST_CASE("utilization is work over what the peak could do", "[perf][flops]") {
    CHECK(flopsUtilization(600.0, 3.0, 4.0, 100.0) == 0.5);
    CHECK(budgetFlops(7e9, 2e12) == 6.0 * 7e9 * 2e12);
}
