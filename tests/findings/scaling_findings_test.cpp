/// scenarios/ddp-scaling.json by hand: data parallel training of BERT-Large on good and on cheap
/// links.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

const metrics::StepResult& step(const metrics::RunResult& result, const std::string& alternative) {
    return named(result, alternative).steps.at(0);
}

// BERT-Large, batch b: layers, hidden, sequence, vocabulary.
constexpr double L = 24;
constexpr double h = 1024;
constexpr double s = 512;
constexpr double V = 30'522;
const double parameters = 12 * L * h * h * (1 + 13 / (12 * h) + (V + s) / (12 * L * h));

// A100 with 40 GB (docs/method.md#transformer): 312 TFLOPS, 1555 GB/s.
constexpr double matrixRate = 312e12 * 0.72;
constexpr double fusedAttention = 312e12 * 0.55;
constexpr double bandwidth = 1555e9 * 0.90;
constexpr double launch = 8e-6;

struct Passes {
    double forward = 0;
    double backward = 0;
    double rest = 0; ///< output and update
    double step() const { return forward + backward + rest; }
};

Passes passes(double b) {
    const double products = 24 * b * s * h * h / matrixRate + 4 * b * s * s * h / fusedAttention;
    const double elementwise = (22 + 16) * s * b * h / bandwidth;
    Passes time;
    time.forward = L * (products + elementwise + 14 * launch);
    time.backward = L * (2 * products + 2 * elementwise + 28 * launch);
    time.rest = 6 * b * s * h * V / matrixRate + 30 * parameters / bandwidth;
    return time;
}

// Gradients of two bytes, exchanged in buckets of 25 MiB while the backward pass runs.
const double gradients = 2 * parameters;
const double buckets = std::ceil(gradients / (25 * 1048576.0));

/// The step waits for what outlasts the backward pass; beside it, kernels run slower.
double exposed(double backward, double bucket, double slowdown) {
    const double beside = (buckets - 1) * bucket;
    const double longer =
        std::min(beside / (1 + slowdown), backward - backward / buckets) * slowdown;
    const double chain = backward / buckets + buckets * bucket;
    return std::max(chain, backward + longer + bucket) - backward;
}

/// All-reduce of one bucket among four on one link: halving and doubling has fewer hops.
double amongFour(double latency, double bytesPerSecond) {
    return 2 * 2 * latency + 2 * 0.75 * (gradients / buckets) / bytesPerSecond;
}

} // namespace

TEST_CASE("BERT-Large takes on one A100 what its architecture says", "[findings][ddp-scaling]") {
    const metrics::RunResult result = runShipped(shipped("ddp-scaling.json"));

    CHECK(step(result, "one GPU").warm.step() == Approx(passes(32).step()).epsilon(1e-6));
    // Measured: 210 sequences a second, NVIDIA/DeepLearningExamples 2021, attention not fused.
    CHECK(32 / passes(32).step() == Approx(210).epsilon(0.35));
}

TEST_CASE("with NVLink four GPUs are almost four times as fast", "[findings][ddp-scaling]") {
    const metrics::RunResult result = runShipped(shipped("ddp-scaling.json"));

    const Passes one = passes(32);
    // As measured on four A100: the better of two protocols.
    const double bucket = std::min(33e-6 + 1.5 * gradients / buckets / 121e9,
                                   69e-6 + 1.5 * gradients / buckets / 191e9);
    const double four = one.step() + exposed(one.backward, bucket, 0.15);

    CHECK(step(result, "four GPUs, NVLink").warm.step() == Approx(four).epsilon(1e-6));
    CHECK(4 * one.step() / four > 3.6);
}

TEST_CASE("on cheap Ethernet four GPUs are slower than one", "[findings][ddp-scaling]") {
    const metrics::RunResult result = runShipped(shipped("ddp-scaling.json"));
    const Passes one = passes(32);
    const auto four = [&](double latency, double rate) {
        return one.step() + exposed(one.backward, amongFour(latency, rate), 0.02);
    };

    CHECK(step(result, "four nodes, 1 GbE").warm.step() ==
          Approx(four(50e-6, 0.117e9)).epsilon(1e-6));
    CHECK(step(result, "four nodes, 10 GbE").warm.step() ==
          Approx(four(30e-6, 1.17e9)).epsilon(1e-6));
    CHECK(step(result, "four nodes, InfiniBand").warm.step() ==
          Approx(four(0.5e-6, 12e9)).epsilon(1e-6));
    CHECK(4 * one.step() / four(30e-6, 1.17e9) < 1);
    CHECK(4 * one.step() / four(0.5e-6, 12e9) > 3.2);
}

TEST_CASE("accumulation exchanges once where it computes eight times", "[findings][ddp-scaling]") {
    const metrics::RunResult result = runShipped(shipped("ddp-scaling.json"));

    const Passes one = passes(32);
    const double output = 6 * 32 * s * h * V / matrixRate;
    const double update = one.rest - output;
    const double eight = 8 * (one.forward + one.backward + output) + update +
                         exposed(one.backward, amongFour(30e-6, 1.17e9), 0.02);

    CHECK(step(result, "four nodes, 10 GbE, accumulation").warm.step() ==
          Approx(eight).epsilon(1e-6));
}
