#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/compensated_sum.hpp>
#include <gpuplan/serving/service_run.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::serving {

Tick ticks(double seconds) {
    const double micros = std::nearbyint(seconds * 1e6); // half to even, the default mode
    GPUPLAN_EXPECTS(micros >= 0.0 && micros < 9e18, "a span fits whole microseconds");
    return static_cast<Tick>(micros);
}

double Latency::percentile(int p) const {
    GPUPLAN_EXPECTS(p == 50 || p == 90 || p == 95 || p == 99, "a percentile that is kept");
    return p == 50 ? p50 : p == 90 ? p90 : p == 95 ? p95 : p99;
}

std::optional<Latency> latencyOf(std::vector<double>& micros) {
    if (micros.empty())
        return std::nullopt;
    Latency latency;
    des::CompensatedSum sum;
    for (const double value : micros)
        sum.add(value);
    latency.mean = sum.value() / static_cast<double>(micros.size()) / 1e6;
    // The ceil(p n / 100)-th smallest; each search leaves what is smaller in front.
    auto from = micros.begin();
    const auto rank = [&](std::size_t p) {
        const auto at =
            micros.begin() + static_cast<std::ptrdiff_t>((p * micros.size() + 99) / 100 - 1);
        std::nth_element(from, at, micros.end());
        from = at;
        return *at / 1e6;
    };
    latency.p50 = rank(50);
    latency.p90 = rank(90);
    latency.p95 = rank(95);
    latency.p99 = rank(99);
    return latency;
}

} // namespace gpuplan::serving
