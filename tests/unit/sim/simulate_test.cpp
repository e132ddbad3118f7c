#include <gpuplan/sim/meter.hpp>
#include <gpuplan/sim/node_pool.hpp>
#include <gpuplan/sim/simulate.hpp>

#include <catch2/catch.hpp>

#include <numeric>
#include <random>

using namespace gpuplan;
using history::Tick;
using model::GpuState;

namespace {

constexpr Tick second = 1'000'000;

void addJob(workload::JobTable& jobs, Tick submit, double gpus, Tick duration, Tick estimate = -1) {
    jobs.ids.append(std::to_string(jobs.size() + 1));
    jobs.submit.push_back(submit * second);
    jobs.gpus.push_back(static_cast<std::int32_t>(gpus * 1000));
    jobs.duration.push_back(duration * second);
    jobs.estimate.push_back(estimate < 0 ? duration * second : estimate * second);
}

model::Activity activity(std::int32_t compute, std::int32_t idle) {
    model::Activity result;
    result.shares[static_cast<std::size_t>(GpuState::Compute)] = compute;
    result.shares[static_cast<std::size_t>(GpuState::IdleHeld)] = idle;
    return result;
}

sim::World fixed(std::int64_t nodes, std::int64_t perNode,
                 model::PlacementRule placement = model::PlacementRule::Pack,
                 model::QueueRule queue = model::QueueRule::Fifo) {
    sim::World world;
    world.pools.push_back({"p", perNode, model::FixedSupply{nodes}, Decimal::integer(1)});
    world.placement = placement;
    world.queue = queue;
    world.activities.push_back(activity(1'000'000, 0));
    return world;
}

sim::World elastic(std::int64_t least, std::int64_t most, Tick delay, Tick timeout) {
    sim::World world = fixed(0, 8, model::PlacementRule::FewestNodes);
    world.pools[0].supply =
        model::ElasticSupply{least, most, Duration(delay * second), Duration(timeout * second)};
    return world;
}

GpuTime state(const history::History& history, GpuState which) {
    GpuTime sum;
    for (const auto& reading : history.readings)
        sum += reading.byState[static_cast<std::size_t>(which)];
    return sum;
}

} // namespace

TEST_CASE("a machine is leased when a job waits and released after its idle time-out",
          "[sim][elastic]") {
    workload::JobTable jobs;
    addJob(jobs, 100, 8, 1000);
    sim::World world = elastic(0, 4, 60, 300);
    world.horizon = 10'000 * second;

    const auto history = sim::simulate(world, jobs);

    // Asked for at 100, ready at 160, job until 1160, idle until 1460.
    REQUIRE(history->leases.size() == 1);
    CHECK(history->leases[0] == history::Lease{0, 0, 100 * second, 160 * second, 1460 * second});
    CHECK(history->firstStart[0] == 160 * second);
    CHECK(state(*history, GpuState::Provisioning) == GpuTime::of(GpuCount::whole(8), seconds(60)));
    CHECK(state(*history, GpuState::Compute) == GpuTime::of(GpuCount::whole(8), seconds(1000)));
    CHECK(state(*history, GpuState::Unallocated) == GpuTime::of(GpuCount::whole(8), seconds(300)));
}

TEST_CASE("an elastic pool keeps its least number and never passes its greatest",
          "[sim][elastic]") {
    workload::JobTable jobs;
    for (int i = 0; i < 5; ++i)
        addJob(jobs, 10, 8, 100);
    sim::World world = elastic(1, 3, 50, 20);
    world.horizon = 1000 * second;

    const auto history = sim::simulate(world, jobs);

    // One machine stands from 0; four jobs wait, two more machines are all that may be asked for.
    REQUIRE(history->leases.size() == 3);
    CHECK(history->leases[0].requested == 0);
    CHECK(history->leases[1].ready == 60 * second);
    // Jobs 2 and 3 at 60, job 4 at 110 on the first machine, job 5 at 160 on the second.
    CHECK(history->firstStart ==
          std::vector<Tick>{10 * second, 60 * second, 60 * second, 110 * second, 160 * second});
    // The third machine falls idle at 160, the first at 210, the second at 260: it is the last one
    // and stays to the end.
    CHECK(history->leases[2].released == 180 * second);
    CHECK(history->leases[0].released == 230 * second);
    CHECK(history->leases[1].released == 1000 * second);
    CHECK(history->jobs.completed == 5);
}

TEST_CASE("a hybrid fills its own pool first and bursts into the elastic one", "[sim][elastic]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 8, 500);
    addJob(jobs, 1, 8, 500);
    sim::World world = fixed(1, 8, model::PlacementRule::FewestNodes);
    world.pools.push_back({"cloud", 8,
                           model::ElasticSupply{0, 2, Duration(30 * second), Duration(0)},
                           Decimal::integer(1)});
    world.horizon = 2000 * second;

    const auto history = sim::simulate(world, jobs);

    CHECK(history->attempts.pool == std::vector<std::uint8_t>{0, 1});
    CHECK(history->firstStart[1] == 31 * second);
}

TEST_CASE("a job that can never fit is rejected at submit and those behind it run", "[sim]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 33, 10);
    addJob(jobs, 0, 2.5, 10);
    addJob(jobs, 0, 4, 10);

    const auto history = sim::simulate(fixed(4, 8), jobs);

    REQUIRE(history->rejections.size() == 2);
    CHECK(history->rejections[0] == history::Rejection{0, "gpus", "33", "32"});
    CHECK(history->rejections[1] == history::Rejection{1, "gpu_share", "2.5", "1"});
    CHECK(history->jobs.completed == 1);
    CHECK(history->firstStart[2] == 0);
}

TEST_CASE("a job of length 0 ends in its own instant and lets the next one in", "[sim]") {
    workload::JobTable jobs;
    addJob(jobs, 5, 8, 0);
    addJob(jobs, 5, 8, 0);
    addJob(jobs, 5, 8, 7);

    const auto history = sim::simulate(fixed(1, 8), jobs);

    CHECK(history->firstStart == std::vector<Tick>{5 * second, 5 * second, 5 * second});
    CHECK(history->lastEnd == std::vector<Tick>{5 * second, 5 * second, 12 * second});
}

TEST_CASE("the plan's end cuts running jobs, keeps queued ones and leaves later ones out",
          "[sim]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 8, 100);
    addJob(jobs, 1, 8, 100);
    addJob(jobs, 200, 8, 1);
    sim::World world = fixed(1, 8);
    world.horizon = 50 * second;

    const auto history = sim::simulate(world, jobs);

    CHECK(history->jobs == history::JobCounts{3, 0, 0, 1, 1, 1, 0});
    CHECK(history->lastEnd[0] == -1);
    CHECK(history->attempts.end[0] == 50 * second);
    CHECK(state(*history, GpuState::Compute) == GpuTime::of(GpuCount::whole(8), seconds(50)));
}

TEST_CASE("shares of a GPU share it, and whole jobs need a whole one", "[sim][shares]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 0.5, 100);
    addJob(jobs, 0, 0.5, 50);
    addJob(jobs, 0, 0.25, 100); // the first GPU is full: the second one
    addJob(jobs, 0, 1, 10);     // none is whole until 100
    const auto history = sim::simulate(fixed(1, 2), jobs);

    CHECK(history->firstStart == std::vector<Tick>{0, 0, 0, 100 * second});
    CHECK(state(*history, GpuState::Compute) ==
          GpuTime(Int128{500 * 100 + 500 * 50 + 250 * 100 + 1000 * 10} * second));
}

TEST_CASE("a job past its estimate is expected a minute later, so the head's promise moves",
          "[sim][easy]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 6, 200, 50); // says 50 s, runs 200
    addJob(jobs, 1, 8, 10, 10);  // head, waits for it
    addJob(jobs, 2, 2, 40, 40);  // ends by 50 at first: starts at once
    addJob(jobs, 60, 2, 45, 45); // at 60 the end is expected at 110: 60 + 45 <= 110
    addJob(jobs, 61, 2, 90, 90); // 61 + 90 > 110 and no GPU to spare then
    sim::World world = fixed(8, 1, model::PlacementRule::Pool, model::QueueRule::Easy);
    world.estimates = model::EstimateRule::Requested;

    const auto history = sim::simulate(world, jobs);

    CHECK(history->firstStart[2] == 2 * second);
    CHECK(history->firstStart[3] == 60 * second);
    CHECK(history->firstStart[1] == 200 * second);
    CHECK(history->firstStart[4] == 210 * second);
}

TEST_CASE("shortest first starts by estimate, and its head blocks", "[sim][sjf]") {
    workload::JobTable jobs;
    addJob(jobs, 0, 8, 100);    // runs until 100
    addJob(jobs, 1, 4, 50, 50); // second by estimate
    addJob(jobs, 2, 8, 20, 20); // shortest: first, and holds up the rest while it does not fit
    addJob(jobs, 3, 4, 60, 60); // third

    const auto history = sim::simulate(
        fixed(8, 1, model::PlacementRule::Pool, model::QueueRule::ShortestFirst), jobs);

    CHECK(history->firstStart == std::vector<Tick>{0, 120 * second, 100 * second, 120 * second});
}

TEST_CASE("GPU time by state sums to the leased time, to the last microsecond", "[sim][meter]") {
    std::mt19937_64 random(5);
    for (int round = 0; round < 50; ++round) {
        workload::JobTable jobs;
        const auto count = 1 + random() % 60;
        Tick at = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            at += static_cast<Tick>(random() % 40);
            const double sizes[] = {0.125, 0.5, 1, 2, 8, 16, 24};
            addJob(jobs, at, sizes[random() % 7], static_cast<Tick>(random() % 300));
            jobs.jobClass.push_back(static_cast<std::uint8_t>(random() % 2));
        }
        sim::World world =
            elastic(static_cast<std::int64_t>(random() % 2), 4, static_cast<Tick>(random() % 30),
                    static_cast<Tick>(random() % 100));
        world.queue = static_cast<model::QueueRule>(random() % 5);
        world.activities = {activity(333'333, 666'667), activity(1'000'000, 0)};
        world.horizon = (at + 500) * second;
        world.meterAt = {100 * second, 333 * second};

        const auto history = sim::simulate(world, jobs);

        Int128 leased = 0;
        for (const auto& lease : history->leases)
            leased += Int128{8000} * (lease.released - lease.requested);
        Int128 states = 0;
        Int128 allocated = 0;
        for (const auto& reading : history->readings) {
            states += reading.capacity().base();
            for (const GpuTime& part : reading.allocatedByClass)
                allocated += part.base();
        }
        CHECK(states == leased);
        Int128 attempts = 0;
        for (std::size_t i = 0; i < history->attempts.size(); ++i)
            attempts += Int128{jobs.gpus[history->attempts.job[i]]} *
                        (history->attempts.end[i] - history->attempts.start[i]);
        CHECK(allocated == attempts);
        const auto& counts = history->jobs;
        CHECK(counts.total == counts.completed + counts.rejected + counts.running + counts.queued +
                                  counts.afterEnd);
    }
}

TEST_CASE("parts by shares sum to the whole, the largest remainder rounds up", "[sim][meter]") {
    model::StateShares shares{};
    shares[0] = 333'333;
    shares[1] = 333'333;
    shares[11] = 333'334;

    const auto parts = sim::splitByShares(GpuTime(10), shares);

    // 3.33333, 3.33333, 3.33334: the third has the largest remainder.
    CHECK(parts[0] == GpuTime(3));
    CHECK(parts[1] == GpuTime(3));
    CHECK(parts[11] == GpuTime(4));
}

TEST_CASE("a gang packs whole nodes and its rest by best fit", "[sim][placement]") {
    sim::NodePool pool(8);
    for (std::uint32_t node = 0; node < 4; ++node)
        pool.addNode(node);
    std::vector<sim::Held> held;
    REQUIRE(pool.place(5000, model::PlacementRule::Pack, held)); // node 0: 3 left
    held.clear();

    REQUIRE(pool.place(11'000, model::PlacementRule::Pack, held));

    REQUIRE(held.size() == 2);
    CHECK(held[0].node == 1); // lowest wholly free node
    CHECK(held[1].node == 0); // 3 fit best where 3 are left
    CHECK(pool.free() == 16'000);
}

TEST_CASE("H07: a gang of 8 fits over nodes with 3 free each only where it may be cut",
          "[sim][placement][H07]") {
    const auto make = [] {
        sim::NodePool pool(8);
        std::vector<sim::Held> used;
        for (std::uint32_t node = 0; node < 4; ++node) {
            pool.addNode(node);
            pool.place(5000, model::PlacementRule::Pack, used);
        }
        return pool;
    };
    std::vector<sim::Held> held;
    sim::NodePool packed = make();
    CHECK_FALSE(packed.place(8000, model::PlacementRule::Pack, held));
    CHECK(packed.free() == 12'000);

    sim::NodePool cut = make();
    REQUIRE(cut.place(8000, model::PlacementRule::FewestNodes, held));
    CHECK(held.size() == 3);
    CHECK(cut.free() == 4000);
}

TEST_CASE("schedules that run past the last instant are refused, not wrapped", "[sim][hostile]") {
    workload::JobTable jobs;
    const Tick century = 36'525LL * 86'400;
    for (int i = 0; i < 3000; ++i)
        addJob(jobs, 0, 1, century);

    CHECK_THROWS_AS(sim::simulate(fixed(1, 1), jobs), ArithmeticOverflow);
}
