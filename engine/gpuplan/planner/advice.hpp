#pragma once
/// What helps most: each change that could take away a stall, run again with everything else as it
/// is, ordered by money, and laid out as a plan. docs/method.md#advice

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <functional>
#include <optional>

namespace gpuplan::planner {

struct AdviceRequest {
    const model::Scenario& written;  ///< as the person wrote it
    const model::Scenario& scenario; ///< resolved
    const catalog::Catalogs& catalogs;
    const workload::JobTable& jobs; ///< of the scenario, for all alternatives
    unsigned threads = 1;
    std::function<void(double shareDone)> progress; ///< one call at a time
    std::function<bool()> stopRequested;            ///< called from several threads
};

/// \param base  the alternative's own result
/// \return nothing if stopped. Deterministic, whatever the threads.
std::optional<metrics::Advice> advise(const AdviceRequest& request, std::size_t alternative,
                                      const metrics::AlternativeResult& base);

} // namespace gpuplan::planner
