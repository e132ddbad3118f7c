#pragma once
/// Closed forms of queueing theory: what the simulator must agree with where they hold.
/// docs/method.md#queueing

#include <cstdint>
#include <optional>

namespace gpuplan::selfcheck {

/// Share of arrivals that find all servers busy and leave: B_0 = 1, B_k = a B_(k-1)/(k + a
/// B_(k-1)). load = arrival rate times mean service, >= 0. Erlang 1917.
double erlangB(double load, std::int64_t servers);
/// Share of arrivals that must wait where they do wait: B/(1 - rho (1-B)). load < servers.
double erlangC(double load, std::int64_t servers);

/// Poisson arrivals, exponential service, c servers, one queue in order. arrival > 0, service > 0,
/// load below the servers.
struct ManyServers {
    double arrivalPerSecond = 0;
    double meanService = 0;
    std::int64_t servers = 1;

    double load() const { return arrivalPerSecond * meanService; }
    double utilization() const { return load() / static_cast<double>(servers); }
    double waitProbability() const { return erlangC(load(), servers); }
    double meanWait() const;
    /// P(wait > time) = C e^(-(c mu - lambda) time).
    double waitBeyond(double time) const;
    /// Wait not passed by the share q of jobs: ln(C/(1-q))/(c mu - lambda), 0 if C <= 1-q. q < 1.
    double waitQuantile(double q) const;

private:
    double spareRate() const;
};

} // namespace gpuplan::selfcheck
