#pragma once
/// Writes jobs as the project's own CSV.

#include <gpuplan/workload/job_table.hpp>

#include <iosfwd>

namespace gpuplan::workload {

/// `job_id,user,submit_s,gpus,duration_s,walltime_s`, then `team` and `model` where any job has
/// one; a row a job, in the order of the table; exact decimals; an empty value where there is none.
/// Read back as `gpuplan` it gives the same table, but for its zero and its classes.
void writeTrace(std::ostream& out, const JobTable& jobs);

} // namespace gpuplan::workload
