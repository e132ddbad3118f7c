#pragma once
/// Work in FLOP, and the share of the peak it makes of a time. docs/method.md#transformer

namespace gpuplan::perf {

/// Training of a dense model by the rule of thumb 6 N D: budgets only, since it leaves the
/// attention products out.
double budgetFlops(double parameters, double tokens);

/// Share of the GPUs' dense peak that work takes up: MFU with model FLOPs, HFU with executed ones.
/// \param flops  of one step of all GPUs   \param step  s   \param peak  FLOP/s of one GPU
double flopsUtilization(double flops, double step, double gpus, double peak);

} // namespace gpuplan::perf
