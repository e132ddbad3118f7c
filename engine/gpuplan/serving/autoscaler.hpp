#pragma once
/// The rule by which a service gets more or fewer replicas. docs/method.md#autoscaling

#include <cstdint>

namespace gpuplan::serving {

/// Replicas that Kubernetes' HorizontalPodAutoscaler asks for: ceil(current * metric / target),
/// the current number while |metric/target - 1| <= tolerance. current, metric, tolerance >= 0,
/// target > 0.
double wantedReplicas(double current, double metric, double target, double tolerance);

} // namespace gpuplan::serving
