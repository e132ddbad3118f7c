#pragma once
/// Where the time of each job with a step model went, as a table: the ladder a job.

#include <gpuplan/metrics/result.hpp>

#include <string>

namespace gpuplan::report {

inline constexpr std::string_view jobsFile = "jobs.csv";

/// `alternative,job_id,class,pool,gpus,submit_s,start_s,end_s,queue_s,` and a column a state that a
/// job on its GPUs can be in; a row an alternative and job, seconds as exact decimals since the
/// plan's start. Empty fields: it never started, or did not end within the plan. Queue and states
/// sum to end less submit. Empty where no class has a step model.
std::string jobsCsv(const metrics::RunResult& result);

} // namespace gpuplan::report
