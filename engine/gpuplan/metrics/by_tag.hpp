#pragma once
/// Who used what: allocated GPU time and effective cost by team, user and model. Internal to
/// `metrics`.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/workload/job_table.hpp>

namespace gpuplan::metrics {

/// Keys `team`, `user`, `model`; each holds one entry for each text that jobs which ran carry, jobs
/// without one under the empty text. The entries of a key share out `total` by allocated GPU time
/// and sum to it exactly; a key is empty where no job of the table has such a text or none ran.
std::map<std::string, std::map<std::string, TagCost>>
costByTag(const workload::JobTable& jobs, const history::Attempts& attempts, const Money& total);

} // namespace gpuplan::metrics
