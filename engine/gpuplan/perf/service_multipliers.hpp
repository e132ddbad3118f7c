#pragma once
/// What makes a served model faster, and how several such changes go together: those of the same
/// bound multiply, each bound is reckoned on its own. docs/method.md#multipliers

#include <cstdint>
#include <span>

namespace gpuplan::perf {

/// baseline / (f1 f2 ...): changes that act on the same bound. factors > 0, old time over new.
double chainedTime(double baseline, std::span<const double> factors);

/// What holds back a part of the service time.
enum class ServiceBound : std::uint8_t {
    Compute, ///< matrix units
    Memory,  ///< device memory bandwidth
    Host,    ///< launches, framework, copies: no accelerator helps
    All,     ///< a factor that works on every part alike
};

/// A service time by what holds back each part, seconds.
struct ServiceParts {
    double compute = 0;
    double memory = 0;
    double host = 0;

    double time() const { return compute + memory + host; }
};

/// One change: old time over new of the parts that its bound holds back.
struct ServiceFactor {
    ServiceBound bound = ServiceBound::All;
    double factor = 1; ///< > 0
};

/// Each part divided by the factors that act on it.
ServiceParts applied(ServiceParts parts, std::span<const ServiceFactor> factors);

} // namespace gpuplan::perf
