#pragma once
/// What happened, without prices: the contract between `sim`, which writes it, and `pricing` and
/// `metrics`, which read it. Plain columns and structs, so a test writes one by hand.
///
/// All times are microseconds since the plan's start (the trace's zero in a replay).

#include <gpuplan/base/strong_id.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/units/quantity.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gpuplan::history {

/// Microseconds since the plan's start.
using Tick = std::int64_t;

enum class AttemptEnd : std::uint8_t {
    Completed,
    Preempted,   ///< runs on in a later attempt
    StillRunning ///< the plan's end came first; `end` is that end
};

/// A share of one node held by an attempt.
struct Placement {
    std::uint32_t node = 0; ///< numbered through all pools in order
    std::int32_t share = 0; ///< thousandths of a GPU
    bool operator==(const Placement&) const = default;
};

/// A row an attempt, in order of start. Placements of row i are
/// `placements[placementBegin[i] .. placementBegin[i+1])`; both are empty where a pool counts GPUs
/// only.
struct Attempts {
    std::vector<std::uint32_t> job; ///< row of the job table
    std::vector<Tick> start;
    std::vector<Tick> end;
    std::vector<AttemptEnd> how;
    std::vector<std::uint8_t> pool;
    std::vector<std::uint32_t> placementBegin;
    std::vector<Placement> placements;

    std::size_t size() const { return job.size(); }
};

/// A machine rented or owned from launch to release.
struct Lease {
    std::uint8_t pool = 0;
    std::uint32_t node = 0;
    Tick requested = 0;
    Tick ready = 0;
    Tick released = 0; ///< the plan's end where it was never released
    bool operator==(const Lease&) const = default;
};

/// GPU time of one pool in one calendar month (the whole run in a replay), by state.
/// The states sum to the pool's leased GPUs x time, exactly.
struct MeterReading {
    std::uint8_t pool = 0;
    Tick from = 0;
    Tick to = 0;
    std::array<GpuTime, model::gpuStateCount> byState{};
    std::vector<GpuTime> allocatedByClass; ///< by activity (job class); sums to the allocated time
    GpuTime tensorActive;                  ///< of the classes whose tensor share is known
    bool tensorActiveKnown = false;        ///< every class that ran has a known tensor share
    GpuTime gpuPreparation; ///< within Prep: the GPU itself prepares input and is busy
    GpuTime bubble;         ///< within Comm: pipeline bubbles, no kernel is on the device
    GpuCount peakAllocated;

    GpuTime capacity() const {
        GpuTime sum;
        for (const GpuTime& part : byState)
            sum += part;
        return sum;
    }
    bool operator==(const MeterReading&) const = default;
};

/// A job that can never fit, with what bound it.
struct Rejection {
    std::uint32_t job = 0;
    std::string resource; ///< `gpus`: asks for more than any pool can ever hold
    std::string asked;
    std::string available;
    bool operator==(const Rejection&) const = default;
};

/// What a shared store gave, over the whole run. The link's integral and the jobs' sums are two
/// counts of the same bytes.
struct DataMoved {
    std::string store;
    bool isWrite = false;
    double byLink = 0; ///< bytes: rate of the link over time
    double byJobs = 0; ///< bytes: work done by each job x its bytes per work
    double slack = 0;  ///< bytes of a microsecond of work of each job: work is counted in these
    bool operator==(const DataMoved&) const = default;
};

/// Each job is in exactly one of these.
struct JobCounts {
    std::uint64_t total = 0; ///< the sum of the next five
    std::uint64_t completed = 0;
    std::uint64_t rejected = 0;
    std::uint64_t running = 0;     ///< at the plan's end
    std::uint64_t queued = 0;      ///< at the plan's end
    std::uint64_t afterEnd = 0;    ///< submitted after the plan's end: not part of it
    std::uint64_t withoutGpus = 0; ///< asks for none: left out, and not in `total`
    bool operator==(const JobCounts&) const = default;
};

struct History {
    Attempts attempts;
    std::vector<Lease> leases;
    std::vector<MeterReading> readings; ///< by interval, then pool
    std::vector<Rejection> rejections;
    std::vector<Tick> firstStart; ///< by job row; -1: never started
    std::vector<Tick> lastEnd;    ///< by job row; -1: not finished
    /// Wall time of each job on its GPUs by state, where its class has a step model; empty if none
    /// has. The states of a job sum to the length of its attempts.
    std::vector<std::array<Tick, model::gpuStateCount>> jobStates;
    std::vector<DataMoved> dataMoved;
    JobCounts jobs;
    std::uint64_t preemptions = 0;
    Tick begin = 0; ///< first submit in a replay, 0 in a plan
    Tick end = 0;   ///< last end in a replay, the horizon in a plan
    std::uint64_t eventHash = 0;
    std::uint64_t events = 0;
};

} // namespace gpuplan::history
