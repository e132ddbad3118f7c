#pragma once
/// Copies from host memory to the GPU. docs/method.md#host-copy

#include <cstdint>

namespace gpuplan::perf {

/// latency + bytes/bandwidth, s.
double copyTime(double bytes, double latency, double bytesPerSecond);

/// Max-min share of `sharing` GPUs that copy equally much over one uplink: min(own,
/// uplink/sharing). \param own  what a GPU's own link carries; infinite: no limit of its own
double uplinkShare(double uplinkBytesPerSecond, std::int64_t sharing, double ownBytesPerSecond);

/// Overlapped copies: the longer of computing and copying, and the share of it the GPU is idle,
/// 1 - compute/copy where the copy is longer.
struct CopiedStep {
    double step = 0;
    double idle = 0;
};
CopiedStep copiedStep(double compute, double copy);

} // namespace gpuplan::perf
