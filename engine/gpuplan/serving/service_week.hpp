#pragma once
/// What a service does in a week like any other, from which a plan of years is made: the requests
/// of one whole week are simulated, or, where they are too many, those of a stated share of each
/// stretch of hours that are alike. docs/method.md#service-week

#include <gpuplan/serving/service_run.hpp>
#include <gpuplan/serving/service_spec.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace gpuplan::serving {

inline constexpr Tick oneWeek = 168 * hour;
/// Requests that are simulated one by one; of more, a sample.
inline constexpr double requestBudget = 2e6;

struct ServiceWeek {
    Tick period = 0; ///< then it begins again: a week, the plan if shorter, or the record
    /// Replicas that hold GPUs, from 0 on, each until the next; the last until the period's end.
    std::vector<ReplicaCount> replicas;
    std::int64_t mostReplicas = 0;
    double meanReplicas = 0;
    double requestsPerSecond = 0;
    double goodputPerSecond = 0;
    double outputTokensPerSecond = 0;
    std::optional<Latency> firstToken;
    std::optional<Latency> perToken;
    std::optional<Latency> endToEnd;
    /// Replica-microseconds that were simulated, by what replicas did.
    std::array<std::int64_t, replicaStateCount> time{};
    std::int64_t held = 0;       ///< their sum
    std::uint64_t simulated = 0; ///< requests
    std::uint64_t evictions = 0;
    double simulatedShare = 1; ///< of the period's time; below 1 the figures are a sample
};

/// \param spec  its hourly rates begin with the plan's first hour: those of a week, or of the plan
/// \param recordLength  of recorded requests; 0 where they are drawn
/// \param plan  its length   \return nothing if `stop` said yes
std::optional<ServiceWeek> representativeWeek(ServiceSpec spec, Tick recordLength, Tick plan,
                                              std::uint64_t seed, double budget,
                                              const std::function<bool()>& stop = {});

/// One replica's life on its GPUs, since the plan's start.
struct ReplicaLife {
    Tick from = 0;
    Tick to = 0;
    bool operator==(const ReplicaLife&) const = default;
};
/// The week again and again up to the plan's end; of several replicas the youngest goes first.
/// Ordered by begin.
std::vector<ReplicaLife> replicaLives(const ServiceWeek& week, Tick plan);

} // namespace gpuplan::serving
