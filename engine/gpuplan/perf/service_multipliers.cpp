#include <gpuplan/perf/service_multipliers.hpp>

namespace gpuplan::perf {

double chainedTime(double baseline, std::span<const double> factors) {
    double product = 1.0;
    for (const double factor : factors)
        product *= factor;
    return baseline / product;
}

ServiceParts applied(ServiceParts parts, std::span<const ServiceFactor> factors) {
    const auto divide = [](double& part, ServiceBound own, const ServiceFactor& by) {
        if (by.bound == own || by.bound == ServiceBound::All)
            part /= by.factor;
    };
    for (const ServiceFactor& by : factors) {
        divide(parts.compute, ServiceBound::Compute, by);
        divide(parts.memory, ServiceBound::Memory, by);
        divide(parts.host, ServiceBound::Host, by);
    }
    return parts;
}

} // namespace gpuplan::perf
