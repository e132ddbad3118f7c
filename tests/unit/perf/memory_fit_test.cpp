#include <gpuplan/perf/memory_fit.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::perf;

namespace {

/// GPT-2 large on a 24 GB card: the job of case M04.
model::StepModel gpt2(model::Precision precision) {
    model::TransformerStep shape;
    shape.layers = 36;
    shape.hidden = 1280;
    shape.heads = 20;
    shape.sequence = 1024;
    shape.vocabulary = 50257;
    model::StepModel step;
    step.compute = shape;
    step.precision = precision;
    step.microBatch = 8;
    return step;
}

GpuRates cardOf(double gigabytes) {
    GpuRates gpu;
    gpu.fp32 = 35e12;
    gpu.tf32 = 71e12;
    gpu.fp16 = 142e12;
    gpu.memoryBandwidth = 936e9;
    gpu.memory = gigabytes * 1e9;
    return gpu;
}

const MemoryRemedy* remedyOf(const MemoryFit& fit, StepCost cost) {
    for (const MemoryRemedy& remedy : fit.remedies)
        if (remedy.cost == cost)
            return &remedy;
    return nullptr;
}

} // namespace

TEST_CASE("a job that fits needs no change", "[perf][memory]") {
    const MemoryFit fit = memoryFit(gpt2(model::Precision::Mixed), cardOf(80), 1);

    CHECK(fit.verdict == MemoryVerdict::Fits);
    CHECK(fit.have == Approx(0.95 * 80e9));
    CHECK(fit.excess() == 0.0);
    CHECK(fit.remedies.empty());
}

TEST_CASE("a job too large says by how much", "[perf][memory]") {
    const MemoryFit fit = memoryFit(gpt2(model::Precision::Mixed), cardOf(24), 1);

    CHECK(fit.verdict == MemoryVerdict::FitsWith);
    CHECK(fit.excess() == Approx(fit.need.total() - 0.95 * 24e9));
}

TEST_CASE("a 24 GB card trains it in mixed precision with checkpointing", "[perf][memory]") {
    const MemoryFit fit = memoryFit(gpt2(model::Precision::Fp32), cardOf(24), 1);

    const MemoryRemedy* remedy = remedyOf(fit, StepCost::Recompute);
    REQUIRE(remedy != nullptr);
    CHECK(remedy->change.recompute == model::Recompute::Full);
    CHECK_FALSE(remedy->change.microBatch);
}

TEST_CASE("every remedy fits, keeps the samples a step and is not contained in another",
          "[perf][memory]") {
    const model::StepModel step = gpt2(model::Precision::Fp32);
    for (const std::int64_t gpus : {1, 2, 8})
        for (const double gigabytes : {11.0, 16.0, 24.0, 40.0}) {
            const MemoryFit fit = memoryFit(step, cardOf(gigabytes), gpus);
            StepCost before = StepCost::Faster;
            for (const MemoryRemedy& remedy : fit.remedies) {
                const model::StepModel changed = model::changed(step, remedy.change);
                const std::int64_t on = remedy.change.gpus.value_or(gpus);
                const auto samples = [](const model::StepModel& job, std::int64_t ranks) {
                    return job.microBatch * job.accumulation * ranks / job.parallel.tensor;
                };
                CHECK(memoryNeed(changed, on).total() == remedy.need);
                CHECK(remedy.need <= fit.have);
                CHECK(samples(changed, on) == samples(step, gpus));
                CHECK(remedy.cost >= before);
                before = remedy.cost;
            }
        }
}

TEST_CASE("the largest micro-batch fits and the next one does not", "[perf][memory]") {
    model::StepModel step = gpt2(model::Precision::Mixed);
    const MemoryFit fit = memoryFit(step, cardOf(24), 1);

    REQUIRE(fit.largestMicroBatch);
    step.microBatch = *fit.largestMicroBatch;
    CHECK(memoryFit(step, cardOf(24), 1).verdict == MemoryVerdict::Fits);
    ++step.microBatch;
    CHECK(memoryFit(step, cardOf(24), 1).verdict != MemoryVerdict::Fits);
}

TEST_CASE("a smaller batch is made up for by accumulation", "[perf][memory]") {
    const MemoryFit fit = memoryFit(gpt2(model::Precision::Mixed), cardOf(24), 1);

    const MemoryRemedy* remedy = remedyOf(fit, StepCost::SmallerBatch);
    REQUIRE(remedy != nullptr);
    CHECK(*remedy->change.microBatch * *remedy->change.accumulation == 8);
    CHECK(*remedy->change.microBatch <= *fit.largestMicroBatch);
    CHECK(*remedy->computing >= 1.0); // more launches, the same work
}

TEST_CASE("full recomputation costs up to a third more computing", "[perf][memory]") {
    const MemoryFit fit = memoryFit(gpt2(model::Precision::Mixed), cardOf(24), 1);

    const MemoryRemedy* remedy = remedyOf(fit, StepCost::Recompute);
    REQUIRE(remedy != nullptr);
    CHECK(*remedy->computing > 1.0);
    CHECK(*remedy->computing < 4.0 / 3.0 + 1e-9);
}

TEST_CASE("data-parallel ranks can shard what one can not hold", "[perf][memory]") {
    model::StepModel step;
    step.compute = model::StageStep();
    step.parameters = 2e9; // 32 GB of states
    step.activationBytesPerSample = 1e8;

    const MemoryFit alone = memoryFit(step, cardOf(24), 1);
    const MemoryFit eight = memoryFit(step, cardOf(24), 8);

    CHECK(remedyOf(alone, StepCost::Same) != nullptr); // 8-bit optimizer: 20 GB
    REQUIRE_FALSE(eight.remedies.empty());
    CHECK(eight.remedies.front().change.sharding == 1); // 4 + 12/8: 11 GB
}

TEST_CASE("a model that no change squeezes in is out of memory", "[perf][memory]") {
    model::StepModel step;
    step.compute = model::StageStep();
    step.parameters = 70e9;
    step.activationBytesPerSample = 1e9;

    const MemoryFit fit = memoryFit(step, cardOf(24), 1);

    CHECK(fit.verdict == MemoryVerdict::OutOfMemory);
    CHECK(fit.largestMicroBatch == 0);
}

TEST_CASE("unknown activations leave the verdict open unless the rest is too much",
          "[perf][memory]") {
    model::StepModel step;
    step.compute = model::StageStep();
    step.parameters = 1e8;

    CHECK(memoryFit(step, cardOf(24), 1).verdict == MemoryVerdict::Unknown);
    step.parameters = 70e9;
    CHECK(memoryFit(step, cardOf(24), 1).verdict == MemoryVerdict::OutOfMemory);
    step.activationBytesPerSample = 1.0;
    CHECK(memoryFit(step, cardOf(0), 1).verdict == MemoryVerdict::Unknown);
}

TEST_CASE("more memory never turns a fit into none", "[perf][memory]") {
    bool fitted = false;
    for (double gigabytes = 8; gigabytes <= 256; gigabytes += 8) {
        const bool fits = memoryFit(gpt2(model::Precision::Mixed), cardOf(gigabytes), 1).verdict ==
                          MemoryVerdict::Fits;
        CHECK(fits >= fitted);
        fitted = fits;
    }
    CHECK(fitted);
}
