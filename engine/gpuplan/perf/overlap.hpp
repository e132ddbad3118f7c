#pragma once
/// Gradients exchanged while the backward pass still runs. docs/method.md#overlap

#include <cstdint>
#include <span>

namespace gpuplan::perf {

/// Bytes of a bucket of gradients where nobody says otherwise: 25 MiB, PyTorch's bucket_cap_mb.
inline constexpr double bucketBytes = 25.0 * 1024 * 1024;

struct Overlap {
    double finish = 0;  ///< s from the begin of the backward pass
    double exposed = 0; ///< s behind the pass that the step waits
};

/// Bucket k begins when it is ready and the one before is through.
/// \param backward  s   \param ready, times  s, of as many buckets; in the order they are sent
Overlap bucketOverlap(double backward, std::span<const double> ready,
                      std::span<const double> times);

/// Gradients in equal buckets that become ready evenly during the pass, the last at its end.
/// While collectives run the pass is (1 + slowdown) times slower; what that adds is exposed time.
/// \param buckets  >= 1   \param bucketTime  s, of each   \param slowdown  gamma, >= 0
Overlap evenOverlap(double backward, std::int64_t buckets, double bucketTime, double slowdown);

/// Buckets of a rank's gradients, at least 1.
std::int64_t bucketCount(double gradientBytes);

/// Slow-down of compute beside collectives: 0.15 where their kernels run on the GPU (NVLink), 0.02
/// where network cards do the work. Calculon (Isaev et al., SC 2023), its inputs.
inline constexpr double slowdownByGpuLinks = 0.15;
inline constexpr double slowdownByNetwork = 0.02;

} // namespace gpuplan::perf
