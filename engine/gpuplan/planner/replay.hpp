#pragma once
/// Replays a recorded trace on one plain cluster, without money: what `gpuplan replay` calls. The
/// same simulator as a run of a scenario (`sim::simulate`), with one fixed pool and no end.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/workload/trace_reader.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::planner {

struct ReplayRequest {
    std::vector<std::string> files;
    workload::ImportOptions import;
    std::int64_t gpus = 1;
    std::int64_t gpusPerNode = 1; ///< divides `gpus`
    model::PlacementRule placement = model::PlacementRule::Pool;
    model::QueueRule queue = model::QueueRule::Fifo;
    model::EstimateRule estimates = model::EstimateRule::Exact;
    std::string jobsOut; ///< CSV with a row a job; empty: not written
    std::function<void(double)> progress;
    std::function<bool()> stopRequested;
};

/// Keys as in the public contract.
struct ReplayResult {
    history::JobCounts jobs;
    Duration makespan{}; ///< last end - first submit
    std::optional<metrics::Wait> wait;
    double turnaroundMean = 0; ///< seconds
    GpuTime capacity;
    GpuTime allocated;
    GpuTime lost; ///< work done and thrown away; 0 while preemption keeps progress
    std::optional<double> utilization; ///< allocated / capacity; none without capacity
    std::uint64_t preemptions = 0;
    std::uint64_t eventHash = 0;
    std::uint64_t events = 0;
    double wallSeconds = 0;
    std::int64_t peakRssBytes = 0;
};

struct ReplayOutcome {
    std::optional<ReplayResult> result; ///< none if stopped or in error
    Diagnostics diagnostics;            ///< of the trace and of jobs that never fit
    bool stopped = false;
};

ReplayOutcome replay(const ReplayRequest& request);

/// One JSON document, keys in a fixed order. Only `events`, `wall_s`, `peak_rss_bytes` may differ
/// between two runs.
std::string replayJson(const ReplayResult& result);
/// `key,value` rows with a header.
std::string replayCsv(const ReplayResult& result);

} // namespace gpuplan::planner
