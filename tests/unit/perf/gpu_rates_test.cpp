#include <gpuplan/perf/gpu_rates.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

catalog::GpuModel record(const std::string& id) {
    catalog::GpuModel gpu;
    gpu.id = id;
    gpu.fp32Tflops = 19.5;
    gpu.fp16Tflops = 312.0;
    return gpu;
}

} // namespace

TEST_CASE("peaks come from the record, and one it lacks is not known", "[perf][gpu]") {
    const GpuRates rates = gpuRates(record("a100-sxm-80"));

    CHECK(peak(rates, model::Precision::Mixed) == 312e12);
    CHECK(peak(rates, model::Precision::Fp32) == 19.5e12);
    CHECK_FALSE(peak(rates, model::Precision::Tf32));
    CHECK_FALSE(peak(rates, model::Precision::Fp8));
}

TEST_CASE("efficiencies of A100 and H100 are fits, those of others assumptions", "[perf][gpu]") {
    const GpuRates a100 = gpuRates(record("a100-sxm-80"));
    const GpuRates h100 = gpuRates(record("h100-sxm-80"));
    const GpuRates other = gpuRates(record("l4"));

    CHECK(a100.etaCompute == 0.72);
    CHECK(a100.etaMemory == 0.82);
    CHECK(a100.launch == 8e-6);
    CHECK(a100.isCalibrated);
    CHECK(h100.etaCompute == 0.70);
    CHECK(h100.etaMemory == 0.92);
    CHECK(h100.launch == 5e-6);
    CHECK(h100.isCalibrated);
    CHECK(other.etaCompute == 0.65);
    CHECK(other.etaMemory == 0.80);
    CHECK(other.launch == 8e-6);
    CHECK_FALSE(other.isCalibrated);
}

TEST_CASE("an assumed efficiency stays below the best measured product", "[perf][gpu]") {
    catalog::GpuModel gpu = record("mi300x");
    gpu.fp16Tflops = 1307.0;
    gpu.achievableBf16Tflops = 667.0;

    CHECK(gpuRates(gpu).etaCompute == Approx(667.0 / 1307.0));
}

TEST_CASE("a GPU without bandwidth is no roof", "[perf][gpu]") {
    catalog::GpuModel gpu = record("a100-sxm-80");
    CHECK_FALSE(roofOf(gpuRates(gpu), model::Precision::Mixed));

    gpu.memoryBandwidth = Bandwidth(2'039'000'000'000);
    const auto roof = roofOf(gpuRates(gpu), model::Precision::Mixed);

    REQUIRE(roof);
    CHECK(roof->bandwidth == 2039e9);
    CHECK_FALSE(roofOf(gpuRates(gpu), model::Precision::Fp8));
}
