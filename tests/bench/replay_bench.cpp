/// Benchmarks of the replay, as ratios taken in one run: the engine against a minimal loop written
/// by hand for one policy (minimal_replay.hpp), EASY under overload against itself with almost no
/// queue, and the cost and memory of a job at 10^6 and 10^7 jobs. No ratio here fails a build by
/// itself: seconds are one machine's; the table states the limit beside the figure.

#include "bench_trace.hpp"
#include "minimal_replay.hpp"

#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace gpuplan;

namespace {

constexpr std::int64_t gpus = 1000;

double secondsOf(const std::function<void()>& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

sim::World world(model::QueueRule queue, bool nodes, model::EstimateRule estimates) {
    sim::World result;
    result.pools.push_back({"cluster", nodes ? 8 : 1, model::FixedSupply{nodes ? gpus / 8 : gpus},
                            Decimal::integer(1)});
    result.queue = queue;
    result.placement = nodes ? model::PlacementRule::Pack : model::PlacementRule::Pool;
    result.estimates = estimates;
    model::Activity busy;
    busy.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    result.activities.push_back(busy);
    return result;
}

struct Row {
    std::string what;
    double load = 0;
    double engine = 0;  ///< ns a job
    double minimal = 0; ///< ns a job
    double ratio = 0;   ///< median of the ratios pair by pair
};

/// Engine and minimal loop in turn, so that a change of the machine's speed meets both.
Row compare(const std::string& what, double load, const workload::JobTable& jobs,
            const sim::World& plain, const std::function<bench::Times()>& minimal, int rounds) {
    sim::Keep keep;
    keep.attempts = false;
    std::vector<double> engine;
    std::vector<double> hand;
    std::vector<double> ratio;
    bool same = true;
    for (int round = 0; round < rounds; ++round) {
        std::optional<history::History> history;
        bench::Times starts;
        engine.push_back(secondsOf([&] { history = sim::simulate(plain, jobs, {}, keep); }));
        hand.push_back(secondsOf([&] { starts = minimal(); }));
        ratio.push_back(engine.back() / hand.back());
        same = same && history->firstStart == starts;
    }
    if (!same) {
        std::cerr << "replay_bench: " << what << " gives other start times than the minimal loop\n";
        std::exit(1);
    }
    const double n = static_cast<double>(jobs.size());
    return {what, load, median(engine) / n * 1e9, median(hand) / n * 1e9, median(ratio)};
}

/// Time and peak memory of one replay in a process of its own (memory of the trace included).
struct Whole {
    double nsPerJob = 0;
    double bytesPerJob = 0;
};

/// Greatest memory of this program so far, in bytes. Not getrusage: its figure outlives an exec.
double peakMemory() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word)
        if (word == "VmHWM:") {
            double kilobytes = 0;
            status >> kilobytes;
            return kilobytes * 1024;
        }
    return 0;
}

/// What that process does.
int runWhole(std::size_t count, double load, model::QueueRule queue, int channel) {
    const double before = peakMemory();
    const workload::JobTable jobs = bench::makeTrace(count, 1, load);
    sim::Keep keep;
    keep.attempts = false;
    const sim::World plain = world(queue, false, model::EstimateRule::Exact);
    const double took = secondsOf([&] { sim::simulate(plain, jobs, {}, keep); });
    const double n = static_cast<double>(count);
    const Whole result{took / n * 1e9, (peakMemory() - before) / n};
    return ::write(channel, &result, sizeof result) == static_cast<ssize_t>(sizeof result) ? 0 : 1;
}

/// A fresh program, since memory the parent once used would hide the child's.
Whole whole(std::size_t count, double load, model::QueueRule queue) {
    int channel[2];
    if (::pipe(channel) != 0)
        std::exit(1);
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string words[] = {std::to_string(count), std::to_string(load),
                                     queue == model::QueueRule::Easy ? "easy" : "fifo",
                                     std::to_string(channel[1])};
        ::execl("/proc/self/exe", "replay_bench", "--whole", words[0].c_str(), words[1].c_str(),
                words[2].c_str(), words[3].c_str(), nullptr);
        ::_exit(1);
    }
    Whole result;
    const auto got = ::read(channel[0], &result, sizeof result);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(channel[0]);
    ::close(channel[1]);
    if (got != static_cast<ssize_t>(sizeof result) || status != 0)
        std::exit(1);
    return result;
}

void line(const std::string& what, double figure, const std::string& unit, double limit) {
    std::printf("  %-52s %8.2f %-10s limit %.2f  %s\n", what.c_str(), figure, unit.c_str(), limit,
                figure <= limit ? "ok" : "MISSED");
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 6 && std::string(argv[1]) == "--whole")
        return runWhole(static_cast<std::size_t>(std::atoll(argv[2])), std::atof(argv[3]),
                        std::string(argv[4]) == "easy" ? model::QueueRule::Easy
                                                       : model::QueueRule::Fifo,
                        std::atoi(argv[5]));
    const std::size_t count = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 1'000'000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    using model::EstimateRule;
    using model::QueueRule;

    std::printf("Replay of %zu synthetic jobs on %lld GPUs, engine against a minimal loop\n"
                "  %-10s %5s %14s %14s %8s\n",
                count, static_cast<long long>(gpus), "policy", "load", "engine ns/job",
                "minimal ns/job", "ratio");
    std::vector<Row> rows;
    for (const double load : {0.80, 0.95, 1.20}) {
        const workload::JobTable jobs = bench::makeTrace(count, 1, load);
        rows.push_back(compare(
            "fifo", load, jobs, world(QueueRule::Fifo, false, EstimateRule::Exact),
            [&] { return bench::minimalFifo(jobs, gpus); }, rounds));
        rows.push_back(compare(
            "fifo-node", load, jobs, world(QueueRule::Fifo, true, EstimateRule::Exact),
            [&] { return bench::minimalFifoNodes(jobs, gpus); }, rounds));
        rows.push_back(compare(
            "easy", load, jobs, world(QueueRule::Easy, false, EstimateRule::Exact),
            [&] { return bench::minimalEasy(jobs, gpus, jobs.duration); }, rounds));
        rows.push_back(compare(
            "easy-wall", load, jobs, world(QueueRule::Easy, false, EstimateRule::Requested),
            [&] { return bench::minimalEasy(jobs, gpus, jobs.estimate); }, rounds));
    }
    double worst = 0;
    double easyLow = 0;
    double easyHigh = 0;
    for (const Row& row : rows) {
        std::printf("  %-10s %5.2f %14.1f %14.1f %8.2f\n", row.what.c_str(), row.load, row.engine,
                    row.minimal, row.ratio);
        worst = std::max(worst, row.ratio);
        if (row.what == "easy" && row.load == 0.80)
            easyLow = row.engine;
        if (row.what == "easy" && row.load == 1.20)
            easyHigh = row.engine;
    }
    std::printf("\nRatios\n");
    line("engine / minimal loop, worst of the above", worst, "x", 2.0);
    line("EASY at load 1.20 / EASY at 0.80", easyHigh / easyLow, "x", 2.0);
    const Whole million = whole(1'000'000, 0.80, QueueRule::Fifo);
    const Whole tenMillion = whole(10'000'000, 0.80, QueueRule::Fifo);
    line("fifo: cost of a job at 10^7 jobs / at 10^6", tenMillion.nsPerJob / million.nsPerJob, "x",
         1.3);
    line("fifo: memory at 10^6 jobs", million.bytesPerJob, "bytes/job", 100);
    line("fifo: memory at 10^7 jobs", tenMillion.bytesPerJob, "bytes/job", 100);
    const Whole easyMillion = whole(1'000'000, 1.20, QueueRule::Easy);
    const Whole easyTen = whole(10'000'000, 1.20, QueueRule::Easy);
    line("easy, load 1.20: cost at 10^7 jobs / at 10^6", easyTen.nsPerJob / easyMillion.nsPerJob,
         "x", 1.3);
    line("easy, load 1.20: memory at 10^6 jobs", easyMillion.bytesPerJob, "bytes/job", 100);
    line("easy, load 1.20: memory at 10^7 jobs", easyTen.bytesPerJob, "bytes/job", 100);
    return 0;
}
