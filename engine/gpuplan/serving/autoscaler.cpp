#include <gpuplan/serving/autoscaler.hpp>

#include <cmath>

namespace gpuplan::serving {

double wantedReplicas(double current, double metric, double target, double tolerance) {
    if (std::fabs(metric / target - 1.0) <= tolerance)
        return current;
    return std::ceil(current * metric / target);
}

} // namespace gpuplan::serving
