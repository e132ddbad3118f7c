#pragma once
/// Random but consistent worlds: pools of every kind of purchase, leases, and the meter readings
/// that belong to them. The same seed gives the same world on any machine.

#include "../unit/metrics/run.hpp"

#include <cstdint>

namespace gpuplan::testing {

/// SplitMix64 (Steele, Lea, Flood 2014).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed) {}
    /// 0 <= result < below
    std::int64_t roll(std::int64_t below);
    bool coin() { return roll(2) == 0; }

private:
    std::uint64_t m_state;
};

struct RandomWorld {
    World world;
    workload::JobTable jobs;
};

RandomWorld randomWorld(std::uint64_t seed);

} // namespace gpuplan::testing
