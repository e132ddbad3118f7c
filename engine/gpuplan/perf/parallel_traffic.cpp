#include <gpuplan/base/contract.hpp>
#include <gpuplan/perf/parallel_traffic.hpp>

namespace gpuplan::perf {

double pipelineBubble(std::int64_t stages, std::int64_t microBatches, std::int64_t interleave) {
    GPUPLAN_EXPECTS(stages >= 1 && microBatches >= 1 && interleave >= 1,
                    "a pipeline has stages, micro-batches and chunks");
    return static_cast<double>(stages - 1) /
           (static_cast<double>(interleave) * static_cast<double>(microBatches));
}

} // namespace gpuplan::perf
