#pragma once
/// Serving models whose cost does not depend on the request: vision, ranking, embedding.
/// docs/method.md#batch-service

#include <cstdint>

namespace gpuplan::perf {

/// A batch of b requests takes fixed + b * perRequest seconds. fixed >= 0, perRequest > 0.
struct BatchService {
    double fixed = 0;
    double perRequest = 0;

    double latency(double batch) const { return fixed + batch * perRequest; }
    /// Requests a second with batches of this size, one after the other.
    double throughput(double batch) const { return batch / latency(batch); }
};

} // namespace gpuplan::perf
