#include <gpuplan/selfcheck/failures.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace gpuplan::selfcheck;

namespace {

// Ten seconds of restart, fifty of work, five for a checkpoint.
const gpuplan::finance::CheckpointModel model{50.0, 5.0, 10.0, 0.0};

} // namespace

TEST_CASE("a binomial tail is summed exactly for few nodes", "[selfcheck][failures]") {
    CHECK(binomialTail(3, 2, 0.5) == Approx(0.5).epsilon(1e-15));
    CHECK(binomialTail(2, 2, 0.9) == Approx(0.81).epsilon(1e-15));
    CHECK(binomialTail(5, 0, 0.3) == 1.0);
    CHECK(binomialTail(5, 1, 0.3) == Approx(1.0 - std::pow(0.7, 5)).epsilon(1e-14));
    CHECK(binomialTail(5, 5, 1.0) == 1.0);
    CHECK(binomialTail(5, 1, 0.0) == 0.0);
}

TEST_CASE("a binomial tail of a million nodes does not underflow", "[selfcheck][failures]") {
    // Mean 997,000, standard deviation 54.7: half of the law lies at the mean and above.
    CHECK(binomialTail(1'000'000, 997'000, 0.997) == Approx(0.5).margin(0.01));
    CHECK(binomialTail(1'000'000, 996'500, 0.997) == Approx(1.0).epsilon(1e-9));
    CHECK(binomialTail(1'000'000, 997'500, 0.997) < 1e-9);
}

TEST_CASE("a job inside one up block restarts, works and saves", "[selfcheck][spot]") {
    // 10 restart + 50 work + 5 checkpoint + 20 work.
    const SpotReplay replay = replaySpot({1.0, true, {100.0}}, 70.0, model);

    CHECK(replay.finish == 85.0);
    CHECK(replay.preemptions == 0);
    CHECK(replay.lostWork == 0.0);
    CHECK(replay.instanceTime == 85.0);
}

TEST_CASE("work since the last finished checkpoint is lost with the block", "[selfcheck][spot]") {
    // Up to 90: 10 restart, 50 saved at 65, 25 more lost. Down to 100. Then 10 + 20.
    const SpotReplay replay = replaySpot({10.0, true, {9.0, 1.0, 20.0}}, 70.0 + 30.0, model);

    CHECK(replay.preemptions == 1);
    CHECK(replay.lostWork == 25.0);
    CHECK(replay.finish == 160.0); // 100 + 10 + the 50 left, done before a checkpoint is due
    CHECK(replay.instanceTime == 90.0 + 60.0);
}

TEST_CASE("a checkpoint cut off by the loss saves nothing", "[selfcheck][spot]") {
    // 10 + 50 + 4 of the 5 seconds.
    const SpotReplay replay = replaySpot({1.0, true, {64.0, 6.0, 200.0}}, 60.0, model);

    CHECK(replay.lostWork == 50.0);
    CHECK(replay.finish == 70.0 + 10.0 + 50.0 + 5.0 + 10.0);
}

TEST_CASE("a loss during the restart counts and loses nothing", "[selfcheck][spot]") {
    const SpotReplay replay = replaySpot({1.0, false, {5.0, 8.0, 2.0, 100.0}}, 20.0, model);

    CHECK(replay.preemptions == 1);
    CHECK(replay.lostWork == 0.0);
    CHECK(replay.finish == 15.0 + 10.0 + 20.0);
    CHECK(replay.instanceTime == 8.0 + 30.0);
}

TEST_CASE("a trace that ends first leaves the job unfinished", "[selfcheck][spot]") {
    const SpotReplay replay = replaySpot({1.0, true, {30.0}}, 70.0, model);

    CHECK_FALSE(replay.finish.has_value());
    CHECK(replay.preemptions == 0);
    CHECK(replay.instanceTime == 30.0);
}

TEST_CASE("availability counts time, losses count ended up blocks", "[selfcheck][spot]") {
    const SpotAvailability trace{195.0, true, {3.0, 1.0, 4.0}};

    CHECK(trace.availability() == 7.0 / 8.0);
    CHECK(trace.losses() == 1); // the last block reaches the trace's end
    CHECK(SpotAvailability{1.0, false, {1.0, 1.0, 1.0}}.losses() == 1);
    CHECK(SpotAvailability{1.0, true, {1.0, 1.0}}.losses() == 1);
}
