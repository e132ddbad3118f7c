#pragma once
/// The autoscaler's decisions over time. docs/method.md#autoscaling

#include <gpuplan/serving/service_spec.hpp>

#include <cstdint>
#include <deque>

namespace gpuplan::serving {

class ScaleWindow {
public:
    explicit ScaleWindow(const Scaling& scaling) : m_scaling(&scaling) {}

    /// Replicas wanted from now on, by the rule of wantedReplicas(), the limits of a period, and no
    /// fewer than the most wanted in the last `downWindow`.
    /// \param now  not before the last call   \param inService  mean requests of the last period
    /// \param idle  microseconds since the last request left; below 0: there are requests
    std::int64_t decide(Tick now, std::int64_t current, double inService, Tick idle);

private:
    struct Wish {
        Tick at;
        std::int64_t replicas;
    };
    const Scaling* m_scaling;
    std::deque<Wish> m_wishes; ///< of the window, falling
};

} // namespace gpuplan::serving
