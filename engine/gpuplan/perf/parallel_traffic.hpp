#pragma once
/// What pipeline stages wait for each other. docs/method.md#parallelism. What tensor, pipeline and
/// expert ranks send stands in transformer.hpp; how long that takes, in collective.hpp.

#include <cstdint>

namespace gpuplan::perf {

/// Idle time of a stage over its ideal time: (p-1)/(v m). Narayanan et al., SC 2021.
/// \param stages  p   \param microBatches  m   \param interleave  v, model chunks a stage
double pipelineBubble(std::int64_t stages, std::int64_t microBatches, std::int64_t interleave);

} // namespace gpuplan::perf
