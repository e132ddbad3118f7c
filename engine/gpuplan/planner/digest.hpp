#pragma once
/// One check sum of all that a result depends on.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <string>

namespace gpuplan::planner {

/// SHA-256 over engine version, seed, catalogs, the scenario as values (not its layout), and the
/// jobs of a recorded trace. Equal digests mean equal results.
std::string runDigest(const model::Scenario& scenario, const catalog::Catalogs& catalogs,
                      const workload::JobTable& jobs);

} // namespace gpuplan::planner
