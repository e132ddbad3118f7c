/// Random step models: what is written reads back as the same value.

#include "scenario_samples.hpp"

#include <gpuplan/io/scenario_file.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace gpuplan;
using namespace gpuplan::model;

namespace {

/// Values of every kind within the ranges of docs/scenario-format.md.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_engine(seed) {}

    std::int64_t whole(std::int64_t least, std::int64_t most) {
        return least +
               static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool coin() { return whole(0, 1) == 1; }
    /// More than 0, up to 1, with all digits of a double.
    double share() { return (static_cast<double>(m_engine() >> 11U) + 1) * 0x1p-53; }
    /// Spread over many powers of ten.
    double positive(double most) { return most * std::pow(10, -9 * share()); }
    double bytes() { return static_cast<double>(whole(1, 1'000'000'000'000)); }
    Duration time() { return Duration(whole(1, 3'600'000'000)); }
    template <typename E>
    E choice(E last) {
        return static_cast<E>(whole(0, static_cast<std::int64_t>(last)));
    }
    template <typename T>
    std::optional<T> maybe(T value) {
        return coin() ? std::optional<T>(value) : std::nullopt;
    }

    StepCompute compute() {
        switch (whole(0, 4)) {
        case 0: {
            MeasuredStep step;
            for (std::int64_t i = 1; i <= whole(1, 5); ++i)
                step.rows.push_back({coin() ? "h100-sxm" : "", whole(0, 8),
                                     static_cast<double>(i) + share() / 2, time()});
            return step;
        }
        case 1:
            return AffineStep{time(), positive(10), share(), choice(Precision::Fp8), "v100", {}};
        case 2:
            return StageStep{
                positive(1e15), bytes(), maybe(0.1 + 0.9 * share()), positive(1e5), {}};
        case 3: {
            TransformerStep step;
            step.layers = whole(1, 200);
            step.hidden = whole(1, 20'000);
            step.keyValueHeads = maybe(whole(1, 16));
            step.heads = whole(1, 8) * step.keyValueHeads.value_or(1);
            step.sequence = whole(1, 1'000'000);
            step.vocabulary = whole(1, 300'000);
            step.feedForward = maybe(whole(1, 100'000));
            step.gatedFeedForward = coin();
            step.fusedAttention = coin();
            step.causalKernels = coin();
            step.tiedEmbeddings = coin();
            step.experts = whole(1, 64);
            step.activeExperts = whole(1, step.experts);
            return step;
        }
        default:
            return ConvolutionalStep{
                positive(1e12), coin() ? bytes() : 0, 0.15 + 0.3 * share(), positive(1e4), {}};
        }
    }

    InputPipeline input() {
        InputPipeline input;
        input.data = {whole(1, 1'000'000'000'000), bytes(), choice(DataFormat::Shards),
                      whole(1, 100'000),           "nvme",  {}};
        input.loader = choice(Loader::Staged);
        input.workers = whole(1, 1024);
        input.prefetch = whole(1, 64);
        input.requests = whole(1, 1000);
        if (coin())
            input.cache = choice(CachePolicy::LruSequential);
        input.cacheBytes = maybe(Bytes(whole(0, 1'000'000'000'000)));
        input.samplesPerCore = maybe(positive(1e6));
        input.samplesPerGpu = positive(1e6);
        input.gpuShare = coin() ? share() : 0;
        input.gpuPreparationMemory = Bytes(whole(0, 10'000'000'000));
        input.tensorBytesPerSample = coin() ? bytes() : 0;
        input.pinned = coin();
        return input;
    }

    StepModel step() {
        StepModel step;
        step.gpu = "h100-sxm";
        step.compute = compute();
        step.parameters = maybe(positive(1e15));
        step.precision = choice(Precision::Fp8);
        step.microBatch = whole(1, 1'000'000);
        step.accumulation = whole(1, 1000);
        step.parallel = {whole(1, 8), whole(2, 16), whole(1, 8), coin(), whole(0, 3)};
        step.parallel.hybridSharding = step.parallel.sharding == 3 && coin();
        step.parallel.overlap = coin();
        step.recompute = choice(Recompute::Full);
        step.optimizer = choice(Optimizer::SgdMomentum);
        step.activationBytesPerSample = maybe(bytes());
        if (coin())
            step.input = input();
        if (coin())
            step.sync = SyncPoints{whole(1, 100), whole(1, 1000), time(), Duration(whole(0, 50)),
                                   Duration(whole(0, 50))};
        if (coin())
            step.checkpoint = CheckpointPlan{Duration(whole(1'000'000, 90'000'000'000)),
                                             coin(),
                                             coin(),
                                             64 * share(),
                                             "nvme",
                                             time()};
        step.setup = Duration(whole(0, 1'000'000'000));
        step.jitter = share();
        if (coin())
            step.work = WorkBySteps{whole(1, 1'000'000'000'000)};
        else if (step.input && coin())
            step.work = WorkByEpochs{positive(1e6)};
        return step;
    }

private:
    std::mt19937_64 m_engine;
};

/// As read, but for where each part stood.
Scenario withSteps(const Scenario& base, Draw& draw) {
    Scenario scenario = base;
    for (JobClass& job : std::get<ProfileWorkload>(scenario.workload).classes) {
        job.step = draw.step();
        const bool stated = !std::holds_alternative<WorkByDuration>(job.step->work);
        job.duration = {};
        if (!stated)
            job.duration.law = FixedTime{draw.time()};
    }
    for (Alternative& alternative : scenario.alternatives)
        alternative.changes.clear();
    return scenario;
}

} // namespace

TEST_CASE("random step models read back as they were written", "[io][step]") {
    const auto base = io::readScenarioText(std::string(test::stepScenario), "s.json");
    REQUIRE(base);
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Draw draw(seed);

        const std::string written = io::writeScenario(withSteps(*base, draw));

        const auto first = io::readScenarioText(written, "s.json");
        INFO(written);
        INFO(describe(first.diagnostics()));
        REQUIRE(first);
        CHECK(io::writeScenario(*first) == written);
        const auto again = io::readScenarioText(io::writeScenario(*first), "s.json");
        REQUIRE(again);
        CHECK(*again == *first);
        // Places apart, which a value made in memory does not have, the numbers are the same.
        Draw same(seed);
        const Scenario meant = withSteps(*base, same);
        const auto& read = std::get<ProfileWorkload>(first->workload).classes;
        const auto& made = std::get<ProfileWorkload>(meant.workload).classes;
        for (std::size_t i = 0; i < made.size(); ++i) {
            CHECK(read[i].step->parameters == made[i].step->parameters);
            CHECK(read[i].step->work == made[i].step->work);
            CHECK(read[i].step->parallel == made[i].step->parallel);
            CHECK(read[i].step->sync == made[i].step->sync);
            CHECK(read[i].step->checkpoint == made[i].step->checkpoint);
            const auto* affine = std::get_if<AffineStep>(&made[i].step->compute);
            if (affine != nullptr)
                CHECK(std::get<AffineStep>(read[i].step->compute).perSample == affine->perSample);
        }
    }
}
