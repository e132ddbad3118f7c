#pragma once
/// Decoding and augmenting samples, on cores and on the GPU. docs/method.md#preparation

#include <cstdint>

namespace gpuplan::perf {

/// Cores' worth of work a second of a machine: a hyper-thread adds a quarter of a core.
double effectiveCores(double physical, double hyperThreads);

/// Cores that `workers` can keep busy: min(workers, cores). More workers than cores gain nothing
/// but the overlap of their waits for storage.
double busyCores(double workers, double cores);
/// Workers beyond the cores: those that add no preparation. 0 if every one counts.
std::int64_t idleWorkers(std::int64_t workers, double cores);

/// GPU time of the share of a batch's preparation done on it: batch share/rate, s. share in 0..1.
double gpuPreparationTime(double batch, double share, double samplesPerGpu);

/// Share of time a GPU waits for cores: max(0, 1 - cores gain/needed).
/// \param needed  cores that would keep the GPU busy, > 0   \param gain  of moving work to the GPU
double preparationStall(double cores, double needed, double gain);

} // namespace gpuplan::perf
