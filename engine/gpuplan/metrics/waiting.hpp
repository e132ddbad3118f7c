#pragma once
/// How long jobs waited: mean and nearest-rank percentiles, from a history.

#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <optional>

namespace gpuplan::metrics {

/// Queue time of the jobs that started: for a finished job end - submit - run time (so time spent
/// off the GPUs after a preemption counts), for one still running its start - submit. Percentile p
/// is the ceil(p n / 100)-th smallest. Nothing if no job started. docs/method.md#waiting \param
/// stretched  run times differ from the table's (pools with a speed of their own): then
///                   waiting is start - submit
std::optional<Wait> waiting(const workload::JobTable& jobs, const history::History& history,
                            bool stretched = false);

/// Mean of end - submit over finished jobs, in seconds; 0 if there are none.
double meanTurnaround(const workload::JobTable& jobs, const history::History& history);

} // namespace gpuplan::metrics
