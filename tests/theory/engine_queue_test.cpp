#include "cases.hpp"

#include <gpuplan/des/random.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace gpuplan;

namespace {

constexpr std::uint64_t seedCount = 20;

struct QueueWorld {
    double arrivalPerSecond = 0;
    double meanService = 0;
    double serviceScv = 1; ///< squared coefficient of variation; above 1: hyperexponential
    std::int64_t servers = 1;
    std::size_t jobs = 0;
};

history::Tick ticks(double seconds) {
    return std::llrint(seconds * 1e6);
}

workload::JobTable drawJobs(const QueueWorld& world, std::uint64_t seed) {
    des::RandomStream arrivals(seed, "arrivals");
    des::RandomStream services(seed, "services");
    des::RandomStream branches(seed, "branches");
    // Two exponential branches with balanced means (Whitt 1982); one branch at scv 1.
    const double p = (1 + std::sqrt((world.serviceScv - 1) / (world.serviceScv + 1))) / 2;
    workload::JobTable table;
    double now = 0.0;
    for (std::size_t i = 0; i < world.jobs; ++i) {
        now += arrivals.exponential(world.arrivalPerSecond);
        const double share = branches.uniform() < p ? p : 1 - p;
        table.ids.append(std::to_string(i + 1));
        table.submit.push_back(ticks(now));
        table.duration.push_back(ticks(services.exponential(2 * share / world.meanService)));
        table.gpus.push_back(1000);
    }
    return table;
}

history::History play(const QueueWorld& world, const workload::JobTable& jobs) {
    sim::World cluster;
    cluster.pools = {{.name = "gpus", .supply = model::FixedSupply{world.servers}}};
    cluster.activities.emplace_back().shares[static_cast<std::size_t>(model::GpuState::Compute)] =
        1'000'000;
    return *sim::simulate(cluster, jobs, {}, {.attempts = false});
}

/// Waits in seconds of the jobs behind the warm-up.
std::vector<double> waits(const QueueWorld& world, std::uint64_t seed, std::size_t warmUp) {
    const workload::JobTable jobs = drawJobs(world, seed);
    const history::History history = play(world, jobs);
    std::vector<double> result;
    for (std::size_t row = warmUp; row < jobs.size(); ++row)
        result.push_back(static_cast<double>(history.firstStart[row] - jobs.submit[row]) * 1e-6);
    return result;
}

double mean(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                           values.begin() + static_cast<std::ptrdiff_t>(end), 0.0) /
           static_cast<double>(end - begin);
}

/// Whether the 95 % interval by 20 batch means covers the value.
bool covers(const std::vector<double>& values, double value) {
    constexpr std::size_t batches = 20;
    constexpr double student = 2.093; // 97.5 % quantile, 19 degrees of freedom
    const std::size_t length = values.size() / batches;
    std::vector<double> means;
    for (std::size_t i = 0; i < batches; ++i)
        means.push_back(mean(values, i * length, (i + 1) * length));
    const double centre = mean(means, 0, batches);
    double squares = 0.0;
    for (const double one : means)
        squares += (one - centre) * (one - centre);
    const double error = std::sqrt(squares / (batches - 1.0) / batches);
    return std::fabs(centre - value) <= student * error;
}

struct Pooled {
    double meanWait = 0;
    double waiting = 0; ///< share of jobs that waited
    int covered = 0;    ///< seeds whose interval covers the expected mean wait
};

Pooled poolOf(const QueueWorld& world, std::size_t warmUp, double expectedWait) {
    Pooled pooled;
    for (std::uint64_t seed = 1; seed <= seedCount; ++seed) {
        const std::vector<double> all = waits(world, seed, warmUp);
        pooled.meanWait += mean(all, 0, all.size()) / seedCount;
        const auto waited = std::count_if(all.begin(), all.end(), [](double w) { return w > 0; });
        pooled.waiting += static_cast<double>(waited) / static_cast<double>(all.size()) / seedCount;
        pooled.covered += covers(all, expectedWait) ? 1 : 0;
    }
    return pooled;
}

QueueWorld worldOf(const EngineCase& given) {
    return {.arrivalPerSecond = given.input("arrival_per_s"),
            .meanService = given.input("mean_service_s"),
            .servers = static_cast<std::int64_t>(given.input("servers"))};
}

void checkAgainstErlangC(std::size_t jobs) {
    const EngineCase given("X05");
    QueueWorld world = worldOf(given);
    const auto warmUp = static_cast<std::size_t>(given.input("warmup_jobs"));
    world.jobs = jobs + warmUp;
    const Expected wait = given.expected("mean_wait_s");
    const Expected waiting = given.expected("p_wait");

    const Pooled pooled = poolOf(world, warmUp, wait.value);

    CHECK(pooled.meanWait >= wait.least);
    CHECK(pooled.meanWait <= wait.most);
    CHECK(pooled.waiting >= waiting.least);
    CHECK(pooled.waiting <= waiting.most);
    CHECK(pooled.covered >= 17);
}

} // namespace

TEST_CASE("X05 the simulator waits as Erlang C says", "[theory][engine]") {
    checkAgainstErlangC(100'000);
}

TEST_CASE("X05 the simulator waits as Erlang C says, two million jobs a seed",
          "[theory][engine][.slow]") {
    checkAgainstErlangC(2'000'000);
}

TEST_CASE("X08 with very unlike run times it waits a little less than Allen-Cunneen says",
          "[theory][engine]") {
    const EngineCase given("X08");
    QueueWorld world = worldOf(given);
    world.serviceScv = given.input("scv");
    const auto warmUp = static_cast<std::size_t>(given.input("warmup_jobs"));
    world.jobs = 100'000 + warmUp;
    const Expected wait = given.expected("mean_wait_s");

    const Pooled pooled = poolOf(world, warmUp, wait.value);

    CHECK(pooled.meanWait >= wait.least);
    CHECK(pooled.meanWait <= wait.most);
}

TEST_CASE("Q05 jobs in the system are arrivals times sojourn, exactly", "[theory][engine]") {
    const QueueWorld world{0.001, 7200.0, 1.0, 8, 20'000};
    const workload::JobTable jobs = drawJobs(world, 1);
    const history::History history = play(world, jobs);

    // Time integral of the number in the system, from the sorted arrivals and ends alone.
    std::vector<history::Tick> arrivals = jobs.submit;
    std::vector<history::Tick> ends = history.lastEnd;
    std::sort(arrivals.begin(), arrivals.end());
    std::sort(ends.begin(), ends.end());
    Int128 integral = 0;
    std::int64_t inside = 0;
    history::Tick now = arrivals.front();
    for (std::size_t in = 0, out = 0; out < ends.size();) {
        const bool arrives = in < arrivals.size() && arrivals[in] <= ends[out];
        const history::Tick next = arrives ? arrivals[in++] : ends[out++];
        integral += Int128{inside} * (next - now);
        now = next;
        inside += arrives ? 1 : -1;
    }
    Int128 sojourns = 0;
    for (std::size_t row = 0; row < jobs.size(); ++row)
        sojourns += history.lastEnd[row] - jobs.submit[row];

    CHECK(inside == 0);
    CHECK(toText(integral) == toText(sojourns)); // both over the same span: L = lambda W
    // And the simulator's own meter: GPU time in use is the sum of the run times.
    Int128 runTimes = 0;
    for (const std::int64_t duration : jobs.duration)
        runTimes += Int128{1000} * duration;
    REQUIRE(history.readings.size() == 1);
    const GpuTime idle =
        history.readings[0].byState[static_cast<std::size_t>(model::GpuState::Unallocated)];
    CHECK(toText((history.readings[0].capacity() - idle).base()) == toText(runTimes));
}
