#include <gpuplan/perf/host_copy.hpp>

#include <algorithm>

namespace gpuplan::perf {

double copyTime(double bytes, double latency, double bytesPerSecond) {
    return latency + bytes / bytesPerSecond;
}

double uplinkShare(double uplinkBytesPerSecond, std::int64_t sharing, double ownBytesPerSecond) {
    return std::min(ownBytesPerSecond, uplinkBytesPerSecond / static_cast<double>(sharing));
}

CopiedStep copiedStep(double compute, double copy) {
    const double step = std::max(compute, copy);
    return {step, step > 0.0 ? 1.0 - compute / step : 0.0};
}

} // namespace gpuplan::perf
