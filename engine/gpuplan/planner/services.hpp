#pragma once
/// Inference services in a run: a representative week of each is simulated request by request for
/// the alternative's hardware; the lives of its replicas become jobs of the fleet, and what they
/// did the states of those jobs. docs/method.md#serving

#include <gpuplan/base/result.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/history/history.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/serving/service_week.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpuplan::planner {

/// Whether any class is a service.
bool hasServices(const model::Scenario& scenario);

/// One service of an alternative, simulated.
struct PlayedService {
    std::size_t jobClass = 0;
    std::size_t pool = 0;
    model::InferenceService service; ///< with the alternative's changes
    serving::ServiceWeek week;
    serving::Tick provisioning = 0; ///< from a replica's order to its GPUs
};

/// All services of the alternative. Warnings tell of samples, quantising and unusual compilers.
/// \param scenario  resolved, checked   \param stop  once it says yes the list is of no use
Result<std::vector<PlayedService>> playServices(const model::Scenario& scenario,
                                                std::size_t alternative,
                                                const catalog::Catalogs& catalogs,
                                                const std::function<bool()>& stop);

/// A row for each life of each replica: submitted when it was ordered, on its GPUs as long as it
/// held them.
void addServiceJobs(workload::JobTable& jobs, const model::Scenario& scenario,
                    std::size_t alternative, const std::vector<PlayedService>& services);

/// Where the replicas may stand, and what they do with their GPUs.
void addServices(sim::World& world, const std::vector<PlayedService>& services);

/// \param result  of the alternative; receives its services and what of them is estimated. Missed
/// targets, and replicas that waited for GPUs, become diagnostics.
void addServiceResults(metrics::AlternativeResult& result, Diagnostics& diagnostics,
                       const model::Scenario& scenario, std::size_t alternative,
                       const catalog::Catalogs& catalogs, const workload::JobTable& jobs,
                       const std::vector<PlayedService>& services);

/// What the requests of recorded services are, for the run's digest; empty without such.
std::string requestTraceDigest(const model::Scenario& scenario);

} // namespace gpuplan::planner
