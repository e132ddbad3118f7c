#include "cases.hpp"

#include <gpuplan/des/random.hpp>
#include <gpuplan/finance/checkpoint.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

namespace {

/// Time to do `segments` of work, each followed by its checkpoint, under exponential failures that
/// strike during work, checkpoint and restart alike.
double playOut(int segments, const finance::CheckpointModel& model, des::RandomStream& failures) {
    const double segment = model.interval + model.checkpoint;
    double time = 0.0;
    for (int done = 0; done < segments; ++done) {
        double need = segment;
        // No memory: the time to the next failure may be drawn anew at every attempt.
        for (double failure = failures.exponential(1.0 / model.mtbf); failure < need;
             failure = failures.exponential(1.0 / model.mtbf)) {
            time += failure;
            need = model.restart + segment;
        }
        time += need;
    }
    return time;
}

} // namespace

TEST_CASE("F03 played-out jobs take the expected time under failures", "[theory][checkpoint]") {
    const EngineCase given("F03");
    const finance::CheckpointModel model{given.input("interval_s"), given.input("checkpoint_s"),
                                         given.input("restart_s"), given.input("mtbf_s")};
    constexpr int replications = 4000;
    // Whole segments; the time is proportional to the work.
    const int segments = static_cast<int>(given.input("work_s") / model.interval);
    const double scale = given.input("work_s") / (segments * model.interval);

    double sum = 0.0;
    for (std::uint32_t i = 0; i < replications; ++i) {
        des::RandomStream failures(1, "failures", i);
        sum += playOut(segments, model, failures);
    }

    const Expected expected = given.expected("expected_s");
    const double mean = sum / replications * scale;
    CHECK(mean >= expected.least);
    CHECK(mean <= expected.most);
    // Tighter, by our own formula: the mean of 4,000 jobs is good to about 0.03 %.
    CHECK(mean == Approx(finance::expectedTime(given.input("work_s"), model)).epsilon(0.002));
}
