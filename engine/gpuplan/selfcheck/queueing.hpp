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

/// Mean wait at one server with service of any law: lambda E[S]^2 (1 + scv)/(2 (1 - rho)), scv the
/// squared coefficient of variation. load < 1. Pollaczek, Khinchine.
double oneServerWait(double arrivalPerSecond, double meanService, double scv);

/// Smallest number of servers with P(wait > limit) <= probability. load > 0, probability > 0.
std::int64_t serversForWait(double load, double meanService, double limit, double probability);

/// Two exponential branches with given mean and squared coefficient of variation >= 1, each branch
/// carrying half the work. Whitt 1982.
struct Hyperexponential {
    double firstShare = 0; ///< probability of the first branch
    double firstRate = 0;
    double secondRate = 0;
};
Hyperexponential balancedBranches(double mean, double scv);

/// Own servers with one queue that jobs leave for the cloud after waiting `threshold`: M/M/c with
/// deterministic patience (Barrer 1957). Also holds above the load that the servers can carry.
struct Overflow {
    double fraction = 0;       ///< of jobs that go to the cloud
    double ownUtilization = 0; ///< of the own servers
    double meanQueue = 0;      ///< seconds, over all jobs
    double noWait = 0;         ///< share of jobs that start at once
};
Overflow overflow(const ManyServers& own, double threshold);

} // namespace gpuplan::selfcheck
