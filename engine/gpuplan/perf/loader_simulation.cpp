#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/des/random.hpp>
#include <gpuplan/perf/loader_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

namespace gpuplan::perf {

using model::Loader;

namespace {

using Times = std::vector<double>;

/// Times of a stage, batch by batch, so that no draw depends on the order of events.
Times drawn(const LoaderSimulation& simulation, const char* stage, double mean, double variation,
            std::size_t batches) {
    Times times(batches, mean);
    if (variation == 0.0 || mean == 0.0)
        return times;
    des::RandomStream random(simulation.seed, simulation.stream + stage);
    const double spread = 1.0 + variation * variation;
    const double sigma = std::sqrt(des::log(spread));
    for (double& time : times)
        time = random.lognormal(mean / std::sqrt(spread), sigma);
    return times;
}

/// What each batch takes, and the store that all fetches pass one after the other.
struct Batches {
    Times fetch;
    Times prep;
    Times copy;
    Times gpu;
    double storeLimit = 0;
    double storeFree = 0;

    std::size_t count() const { return fetch.size(); }
    /// End of fetching that begins at `start`; starts come in order of time.
    double fetched(std::size_t batch, double start) {
        storeFree = std::max(storeFree, start) + storeLimit;
        return std::max(start + fetch[batch], storeFree);
    }
};

/// The end of the line: batches in order, to the GPU and through it. Two batches have room on the
/// GPU, the one in work and the next.
class GpuSide {
public:
    GpuSide(const Batches& batches, bool copyOverlaps)
        : m_batches(batches), m_copyOverlaps(copyOverlaps) {}

    /// The next batch is ready at `ready`. When it is taken out of the loader's buffer.
    double take(double ready) {
        const std::size_t batch = m_ends.size();
        const double last = batch >= 1 ? m_ends[batch - 1] : 0.0;
        double taken = 0.0;
        if (m_copyOverlaps) {
            taken = std::max({ready, m_copied, batch >= 2 ? m_ends[batch - 2] : 0.0});
            m_copied = taken + m_batches.copy[batch];
        } else {
            taken = std::max(ready, last);
            m_copied = taken + m_batches.copy[batch];
        }
        if (batch == 0)
            m_first = m_copied;
        m_ends.push_back(std::max(m_copied, last) + m_batches.gpu[batch]);
        return taken;
    }

    std::size_t taken() const { return m_ends.size(); }
    double firstBatch() const { return m_first; }
    const Times& ends() const { return m_ends; }

private:
    const Batches& m_batches;
    bool m_copyOverlaps;
    Times m_ends;
    double m_copied = 0.0;
    double m_first = 0.0;
};

/// Without workers each batch is fetched when the GPU is done with the one before.
void runSynchronous(Batches& batches, GpuSide& gpu) {
    for (std::size_t k = 0; k < batches.count(); ++k) {
        const double start = k == 0 ? 0.0 : gpu.ends()[k - 1];
        gpu.take(batches.fetched(k, start) + batches.prep[k]);
    }
}

/// One fetcher and one preparer that runs on all cores, with room for `depth` batches behind each.
void runStaged(Batches& batches, GpuSide& gpu, double cores, std::size_t depth) {
    Times prepStart(batches.count());
    Times taken(batches.count());
    double fetchFree = 0.0;
    double prepFree = 0.0;
    for (std::size_t k = 0; k < batches.count(); ++k) {
        // A batch stays with the stage that made it until there is room behind it.
        fetchFree =
            std::max(batches.fetched(k, fetchFree), k >= depth ? prepStart[k - depth] : 0.0);
        prepStart[k] = std::max(fetchFree, prepFree);
        prepFree =
            std::max(prepStart[k] + batches.prep[k] / cores, k >= depth ? taken[k - depth] : 0.0);
        taken[k] = gpu.take(prepFree);
    }
}

/// Worker processes, event by event: each takes every W-th batch, waits until one of the batches it
/// keeps ready is taken, fetches, waits for a core, prepares.
class Workers {
public:
    Workers(Batches& batches, GpuSide& gpu, const LoaderTimes& times, std::int64_t prefetch)
        : m_batches(batches), m_gpu(gpu), m_workers(static_cast<std::size_t>(times.workers)),
          m_room(m_workers * static_cast<std::size_t>(prefetch)),
          m_freeCores(static_cast<std::size_t>(std::min(times.workers, std::ceil(times.cores)))),
          m_pace(std::max(1.0, static_cast<double>(m_freeCores) / times.cores)),
          m_start(batches.count(), 0.0), m_waitsFor(batches.count(), 2),
          m_prepared(batches.count(), -1.0) {}

    void run() {
        for (std::size_t k = 0; k < std::min(m_workers, m_batches.count()); ++k)
            release(k, 0.0);
        for (std::size_t k = 0; k < std::min(m_room, m_batches.count()); ++k)
            release(k, 0.0);
        while (!m_events.empty()) {
            const Event event = m_events.top();
            m_events.pop();
            handle(event);
        }
    }

private:
    enum class Kind : std::uint8_t { Start, Fetched, Prepared };
    struct Event {
        double time;
        std::uint64_t order; ///< of creation: settles equal times
        Kind kind;
        std::size_t batch;
        bool operator>(const Event& other) const {
            return std::tie(time, order) > std::tie(other.time, other.order);
        }
    };

    void push(double time, Kind kind, std::size_t batch) {
        m_events.push({time, m_created++, kind, batch});
    }

    /// One of the two things a batch waits for is there: its worker, or room for it.
    void release(std::size_t batch, double time) {
        if (batch >= m_batches.count())
            return;
        m_start[batch] = std::max(m_start[batch], time);
        if (--m_waitsFor[batch] == 0)
            push(m_start[batch], Kind::Start, batch);
    }

    void prepare(std::size_t batch, double time) {
        push(time + m_batches.prep[batch] * m_pace, Kind::Prepared, batch);
    }

    void handle(const Event& event) {
        switch (event.kind) {
        case Kind::Start:
            push(m_batches.fetched(event.batch, event.time), Kind::Fetched, event.batch);
            break;
        case Kind::Fetched:
            if (m_freeCores == 0) {
                m_waiting.push_back(event.batch);
                break;
            }
            --m_freeCores;
            prepare(event.batch, event.time);
            break;
        case Kind::Prepared:
            finish(event.batch, event.time);
            break;
        }
    }

    void finish(std::size_t batch, double time) {
        if (m_waiting.empty()) {
            ++m_freeCores;
        } else {
            prepare(m_waiting.front(), time);
            m_waiting.pop_front();
        }
        release(batch + m_workers, time);
        m_prepared[batch] = time;
        // In order: a batch that is late holds back those behind it.
        while (m_gpu.taken() < m_batches.count() && m_prepared[m_gpu.taken()] >= 0.0) {
            const std::size_t next = m_gpu.taken();
            release(next + m_room, m_gpu.take(time));
        }
    }

    Batches& m_batches;
    GpuSide& m_gpu;
    std::size_t m_workers;
    std::size_t m_room;
    std::size_t m_freeCores;
    double m_pace; ///< a broken number of cores is whole cores, each slower
    Times m_start;
    std::vector<int> m_waitsFor;
    Times m_prepared; ///< -1: not yet
    std::deque<std::size_t> m_waiting;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
    std::uint64_t m_created = 0;
};

SimulatedSteps measured(const GpuSide& gpu, std::size_t before) {
    const Times& ends = gpu.ends();
    Times steps;
    for (std::size_t k = before; k < ends.size(); ++k)
        steps.push_back(ends[k] - ends[k - 1]);
    const std::size_t slow = (steps.size() + 99) / 100;
    SimulatedSteps result;
    result.mean = (ends.back() - ends[before - 1]) / static_cast<double>(steps.size());
    result.firstBatch = gpu.firstBatch();
    std::sort(steps.begin(), steps.end(), std::greater<>());
    for (std::size_t k = 0; k < slow; ++k)
        result.slowest += steps[k] / static_cast<double>(slow);
    return result;
}

} // namespace

SimulatedSteps simulateLoader(const LoaderSimulation& simulation) {
    GPUPLAN_EXPECTS(simulation.steps >= 1 && simulation.steps <= mostLoaderSteps,
                    "a loader is simulated for 1 to 100,000 steps");
    GPUPLAN_EXPECTS(simulation.prefetch >= 1 && simulation.times.workers >= 1.0 &&
                        simulation.times.cores > 0.0,
                    "a loader has workers, cores and room for a batch");
    GPUPLAN_EXPECTS(simulation.prefetch <= mostLoaderSteps &&
                        simulation.times.workers <= static_cast<double>(mostLoaderSteps),
                    "a loader has no more workers and room than batches");
    const LoaderTimes& times = simulation.times;
    const LoaderVariation& variation = simulation.variation;
    const auto workers = static_cast<std::size_t>(times.workers);
    // Whole rounds of the workers, so that bursts begin and end alike.
    const auto steps = static_cast<std::size_t>(simulation.steps);
    const std::size_t before = (steps / 10 + workers) / workers * workers;
    const std::size_t count = before + steps;
    Batches batches{drawn(simulation, "/fetch", times.fetch, variation.fetch, count),
                    drawn(simulation, "/prep", times.prep, variation.prep, count),
                    drawn(simulation, "/copy", times.copy, variation.copy, count),
                    drawn(simulation, "/gpu", simulation.gpu, variation.gpu, count),
                    times.storeLimit};
    GpuSide gpu(batches, times.copyOverlaps && simulation.loader != Loader::Synchronous);
    switch (simulation.loader) {
    case Loader::Synchronous:
        runSynchronous(batches, gpu);
        break;
    case Loader::Staged:
        runStaged(batches, gpu, times.cores, static_cast<std::size_t>(simulation.prefetch));
        break;
    case Loader::Workers:
        Workers(batches, gpu, times, simulation.prefetch).run();
        break;
    }
    return measured(gpu, before);
}

} // namespace gpuplan::perf
