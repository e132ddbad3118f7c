/// scenarios/fit-24gb.json by hand: what a transformer needs of a GPU's memory.

#include "hand_calculation.hpp"

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::test;
using Catch::Detail::Approx;

namespace {

constexpr double s = 1024;
constexpr double V = 50'257;

struct Shape {
    double L;
    double h;
    double a;
    double batch;
    double parameters() const { return L * (12 * h * h + 13 * h) + (V + s) * h; }
    /// Kept by one layer for its backward pass, in half precision.
    double layer() const { return s * batch * h * (34 + 5 * a * s / h); }
    double logits() const { return 6 * s * batch * V; }
};

constexpr Shape large{36, 1280, 20, 8};
constexpr Shape billion{20, 2048, 16, 4};
constexpr Shape xl{48, 1600, 25, 4};
constexpr Shape two{24, 2560, 32, 4};

/// Workspace of 1.25 GB beside, and a twentieth lost to fragments.
double need(double states, double activations, double logits) {
    return 1.05 * (states + activations + logits) + 1.25e9;
}
/// Only the borders of layers are kept, and one layer is worked on.
double recomputed(const Shape& shape, double statesPerParameter) {
    return need(statesPerParameter * shape.parameters(),
                2 * s * shape.batch * shape.h * shape.L + shape.layer(), shape.logits());
}

constexpr double usable = 0.95 * 24e9;

double found(const metrics::RunResult& result, const std::string& alternative,
             std::size_t jobClass) {
    return *named(result, alternative).steps.at(jobClass).memoryNeed;
}

} // namespace

TEST_CASE("GPT-2 Large fits 24 GB only in mixed precision and recomputed", "[findings][fit-24gb]") {
    const metrics::RunResult result = runShipped(shipped("fit-24gb.json"));

    // 16 B of Adam states a parameter either way; activations and logits halve.
    const double states = 16 * large.parameters();
    const double fp32 = need(states, 2 * large.L * large.layer(), 2 * large.logits());
    const double mixed = need(states, large.L * large.layer(), large.logits());
    const double less = recomputed(large, 16);

    CHECK(found(result, "FP32", 0) == Approx(fp32).epsilon(1e-9));
    CHECK(found(result, "mixed precision", 0) == Approx(mixed).epsilon(1e-9));
    CHECK(found(result, "mixed precision, recomputation", 0) == Approx(less).epsilon(1e-9));
    CHECK(mixed > usable);
    CHECK(less < usable);
}

TEST_CASE("what does not fit never starts, and what fits does", "[findings][fit-24gb]") {
    const metrics::RunResult result = runShipped(shipped("fit-24gb.json"));

    const auto& before = named(result, "FP32");
    CHECK(before.jobs.rejected == before.jobs.total);
    CHECK(before.jobs.total > 0);
    const auto& after = named(result, "mixed precision, recomputation");
    CHECK(after.steps.at(0).started > 0);
    CHECK(after.steps.at(1).started > 0);
    CHECK(after.steps.at(2).started == 0);
    CHECK(after.steps.at(3).started == 0);
    CHECK(named(result, "four GPUs, sharded").jobs.rejected == 0);
}

TEST_CASE("one billion parameters fit a card, two billion only sharded", "[findings][fit-24gb]") {
    const metrics::RunResult result = runShipped(shipped("fit-24gb.json"));

    CHECK(found(result, "mixed precision, recomputation", 1) ==
          Approx(recomputed(billion, 16)).epsilon(1e-9));
    CHECK(recomputed(billion, 16) < usable);
    CHECK(recomputed(xl, 16) > usable);

    // An 8-bit optimizer keeps 10 B a parameter; batch 1.
    Shape small = xl;
    small.batch = 1;
    CHECK(found(result, "8-bit optimizer, batch 1", 2) ==
          Approx(recomputed(small, 10)).epsilon(1e-9));
    CHECK(recomputed(small, 10) < usable);
    Shape larger = two;
    larger.batch = 1;
    CHECK(recomputed(larger, 10) > usable);

    // All states over four ranks: 16/4 B a parameter.
    CHECK(found(result, "four GPUs, sharded", 3) == Approx(recomputed(two, 4)).epsilon(1e-9));
    CHECK(recomputed(two, 4) < usable);
}
