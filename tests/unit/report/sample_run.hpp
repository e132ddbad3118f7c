#pragma once
/// A small run written by hand: two nodes of eight GPUs for two months, bought or rented.

#include <gpuplan/metrics/result.hpp>

namespace gpuplan::test {

inline Money usd(std::int64_t whole) {
    return {whole * 1'000'000, Currency::usd()};
}
inline GpuTime gpuHoursOf(std::int64_t hours) {
    return GpuTime::of(GpuCount::whole(1), gpuplan::hours(hours));
}

/// `owned` pays 48,000 at once and uses 4,000; `rented` pays and uses 3,100 + 2,800.
/// owned: 1,000 GPU-hours paid, 800 held, of these 500 useful, 100 in communication, 200 idle.
metrics::RunResult sampleRun();

/// As sampleRun(), whose `owned` trains `vision` on 8 GPUs at 400 ms a step: 200 computing, 20
/// communicating, 10 in sync points, 30 copying, 40 preparing, 100 fetching, of these a quarter
/// opening files. The device is busy 200 + 15 of these. Needs 26 GB of 22 GB. Two pieces of advice.
metrics::RunResult sampleStepRun();

} // namespace gpuplan::test
