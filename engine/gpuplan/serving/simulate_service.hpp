#pragma once
/// Plays the requests of one service against its replicas. docs/method.md#serving

#include <gpuplan/serving/service_run.hpp>
#include <gpuplan/serving/service_spec.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace gpuplan::serving {

/// The stretch to simulate: requests come from -runIn on, those from 0 to `length` are measured;
/// the run ends when all are served.
struct Window {
    Tick runIn = 0;
    Tick length = 0; ///< > 0
    std::uint64_t seed = 1;
    std::uint32_t replication = 0;
};

/// \param stop  asked now and then; may be empty   \return nothing if it said yes
/// Deterministic: the same spec and window give the same run on any machine.
/// \pre times, rates and sizes are in the ranges of the spec; any request fits a replica's cache
std::optional<ServiceRun> simulateService(const ServiceSpec& spec, const Window& window,
                                          const std::function<bool()>& stop = {});

} // namespace gpuplan::serving
