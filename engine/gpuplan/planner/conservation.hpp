#pragma once
/// What must hold in every run, checked in every run: nothing is lost or counted twice between
/// jobs, GPU time, ledger and report.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

namespace gpuplan::planner {

/// GPU time: the states of each pool sum to what was leased, the allocated ones to what its jobs
/// held. Jobs: each is in exactly one final state. Throws ContractViolation (a bug of ours).
void checkHistory(const sim::World& world, const workload::JobTable& jobs,
                  const history::History& history);

/// The report's totals are the ledger's sums; accounts, months and causes of waste add up to them.
void checkReport(const metrics::AlternativeResult& alternative);

} // namespace gpuplan::planner
