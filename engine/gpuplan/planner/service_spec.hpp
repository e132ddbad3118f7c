#pragma once
/// From what scenario and catalog say of a service to what its simulation takes.
/// docs/method.md#serving

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/hardware.hpp>
#include <gpuplan/perf/token_generation.hpp>
#include <gpuplan/serving/service_spec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::planner {

/// The service of a class in an alternative: as stated, with the alternative's changes. Nothing for
/// a class without one.
std::optional<model::InferenceService> serviceOf(const model::Scenario& scenario,
                                                 std::size_t alternative, std::size_t jobClass);

/// The pool its replicas stand on: the one that the alternative names, else the first. Nothing
/// where it names one that is not there.
std::optional<std::size_t> servicePool(const model::Alternative& alternative,
                                       const std::string& jobClass);

/// Dense peak of matrix work in a serving precision, FLOP/s; int4 weights are multiplied in 16
/// bits. Nothing where the catalog does not know it.
std::optional<double> servingPeak(const catalog::GpuModel& gpu, model::ServingPrecision precision);

/// Whether the catalog's peaks and bandwidths are needed: else the service runs as it was measured.
bool isMoved(const model::InferenceService& service, const std::string& gpu);

/// What a replica must hold and can hold, bytes of each of its GPUs.
struct ServiceMemory {
    double weights = 0;
    double reserve = 0;
    double usable = 0;
    /// Of a token model: tokens that fit beside the weights, and one takes.
    std::int64_t cacheTokens = 0;
    double bytesPerToken = 0; ///< of all GPUs
    bool fits() const { return weights + reserve <= usable; }
};
ServiceMemory serviceMemory(const model::InferenceService& service, const catalog::GpuModel& gpu);

/// Seconds of what a replica can take longest: a full batch, or the longest request alone.
double longestService(const model::InferenceService& service, const model::Pool& pool,
                      const catalog::Catalogs& catalogs);
/// Seconds of a cold start on the replica's GPUs: image, weights, warm-up.
double loadingTime(const model::InferenceService& service, const model::Pool& pool,
                   const catalog::Catalogs& catalogs);

/// Tokens of the longest request; 0 where only a trace tells.
std::int64_t longestRequest(const model::InferenceService& service);

/// An all-reduce among so many GPUs of a node as lines, the fastest of which counts. Empty where
/// nothing joins them.
std::vector<perf::LinkRates> collectiveLines(const perf::NodeRates& node, std::int64_t gpus);

/// The service on a pool; the requests of a trace are still to be filled in.
/// \pre checkServiceNeeds() found nothing
serving::ServiceSpec serviceSpec(const model::InferenceService& service, const std::string& name,
                                 const model::Pool& pool, const catalog::Catalogs& catalogs,
                                 Instant start);

} // namespace gpuplan::planner
