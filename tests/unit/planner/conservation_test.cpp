#include "../report/sample_run.hpp"

#include <gpuplan/base/contract.hpp>
#include <gpuplan/planner/conservation.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using namespace gpuplan::planner;

namespace {

/// One node of two GPUs for ten hours; one job holds one GPU for four of them.
struct Played {
    sim::World world;
    workload::JobTable jobs;
    history::History history;
};

Played aPlay() {
    const auto h = [](std::int64_t n) { return hours(n).count(); };
    Played play;
    play.world.pools = {{"p", 2, model::FixedSupply{1}, Decimal::integer(1)}};
    play.jobs.ids.append("1");
    play.jobs.submit = {0};
    play.jobs.duration = {h(4)};
    play.jobs.gpus = {1000};
    history::History& history = play.history;
    history.attempts.job = {0};
    history.attempts.start = {h(1)};
    history.attempts.end = {h(5)};
    history.attempts.how = {history::AttemptEnd::Completed};
    history.attempts.pool = {0};
    history.leases = {{0, 0, 0, 0, h(10)}};
    history::MeterReading reading;
    reading.to = h(10);
    reading.byState[static_cast<std::size_t>(model::GpuState::Unallocated)] = test::gpuHoursOf(16);
    reading.byState[static_cast<std::size_t>(model::GpuState::Compute)] = test::gpuHoursOf(3);
    reading.byState[static_cast<std::size_t>(model::GpuState::IdleHeld)] = test::gpuHoursOf(1);
    reading.allocatedByClass = {test::gpuHoursOf(4)};
    history.readings = {reading};
    history.jobs = {1, 1, 0, 0, 0, 0, 0};
    return play;
}

void check(const Played& play) {
    checkHistory(play.world, play.jobs, play.history);
}

} // namespace

TEST_CASE("a history that keeps its books passes", "[planner][conservation]") {
    CHECK_NOTHROW(check(aPlay()));
}

TEST_CASE("GPU time that appears from nowhere is a bug", "[planner][conservation]") {
    Played play = aPlay();
    play.history.readings[0].byState[0] += GpuTime(1);

    CHECK_THROWS_AS(check(play), ContractViolation);
}

TEST_CASE("GPU time moved from held to free is a bug", "[planner][conservation]") {
    Played play = aPlay();
    auto& states = play.history.readings[0].byState;
    states[static_cast<std::size_t>(model::GpuState::Unallocated)] += GpuTime(1);
    states[static_cast<std::size_t>(model::GpuState::Compute)] -= GpuTime(1);

    CHECK_THROWS_AS(check(play), ContractViolation);
}

TEST_CASE("a meter that counts more than the jobs held is a bug", "[planner][conservation]") {
    Played play = aPlay();
    play.history.attempts.end[0] -= 1;

    CHECK_THROWS_AS(check(play), ContractViolation);
}

TEST_CASE("a job in no final state is a bug", "[planner][conservation]") {
    Played play = aPlay();
    play.history.jobs.completed = 0;

    CHECK_THROWS_AS(check(play), ContractViolation);
}

TEST_CASE("a report that is the ledger's passes", "[planner][conservation]") {
    for (const metrics::AlternativeResult& alternative : test::sampleRun().alternatives)
        CHECK_NOTHROW(checkReport(alternative));
}

TEST_CASE("any figure of the report off by a micro-unit is a bug", "[planner][conservation]") {
    const Money micro(1, Currency::usd());
    metrics::AlternativeResult alternative = test::sampleRun().alternatives[0];

    SECTION("the total") {
        alternative.cost.total += micro;
    }
    SECTION("an account") {
        alternative.cost.byAccount.begin()->second += micro;
    }
    SECTION("the billed view") {
        alternative.cost.billed["Assets:Hardware"] += micro;
    }
    SECTION("a month") {
        alternative.cost.byMonth[1].effective += micro;
    }
    SECTION("a running sum") {
        alternative.cost.byMonth[0].billedSoFar += micro;
    }
    SECTION("a cause of waste") {
        alternative.waste[0].gpuTime += GpuTime(1);
    }

    CHECK_THROWS_AS(checkReport(alternative), ContractViolation);
}
