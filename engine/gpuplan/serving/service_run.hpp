#pragma once
/// What a simulated service did. docs/method.md#serving

#include <gpuplan/serving/service_spec.hpp>
#include <gpuplan/units/int128.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::serving {

/// Times in seconds, percentiles by nearest rank.
struct Latency {
    double mean = 0;
    double p50 = 0;
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;

    /// \param p  50, 90, 95 or 99
    double percentile(int p) const;
};
/// Of these times in microseconds; the list is left in another order. Nothing of an empty one.
std::optional<Latency> latencyOf(std::vector<double>& micros);

/// What replicas that hold GPUs do with their time.
enum class ReplicaState : std::uint8_t { Loading, Idle, Working, Communicating };
inline constexpr std::size_t replicaStateCount = 4;

/// From `at` on so many replicas hold GPUs.
struct ReplicaCount {
    Tick at = 0;
    std::int64_t count = 0;
    bool operator==(const ReplicaCount&) const = default;
};

struct ServiceRun {
    Tick length = 0; ///< of the measured window
    // Requests that came within the window; all were served in the end.
    std::uint64_t requests = 0;
    std::uint64_t withinLimits = 0;
    std::uint64_t outputTokens = 0;
    std::vector<double> firstToken; ///< microseconds, of each request; token engine only
    std::vector<double> perToken;   ///< likewise, of requests with two tokens or more
    std::vector<double> endToEnd;
    std::uint64_t evictions = 0; ///< sequences thrown out of a full cache

    /// Replica-microseconds within the window; they sum to `held` exactly.
    std::array<std::int64_t, replicaStateCount> time{};
    std::int64_t held = 0;
    std::vector<ReplicaCount> replicas; ///< at 0 and at each change up to the window's end
    std::int64_t mostReplicas = 0;
    std::int64_t finalReplicas = 0; ///< wanted at the window's end
    std::uint64_t coldStarts = 0;   ///< begun within the window

    // Little's law over the whole run, which begins and ends empty: both are equal.
    Int128 presence = 0; ///< integral of the number of requests in the service, us
    Int128 sojourn = 0;  ///< sum of their times in it, us

    double meanReplicas() const {
        return length > 0 ? static_cast<double>(held) / static_cast<double>(length) : 0.0;
    }
};

} // namespace gpuplan::serving
