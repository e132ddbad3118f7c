#pragma once
/// Exact time integral of a step function.

#include <gpuplan/units/int128.hpp>

#include <cstdint>

namespace gpuplan::des {

/// Integrates an integer level over integer time; the sum is exact (128 bits).
class StepIntegral {
public:
    /// Adds `change` to the level from `now` on. `now` never runs backwards.
    void change(std::int64_t now, std::int64_t change) {
        settle(now);
        m_level += change;
    }
    /// The integral up to `now`.
    Int128 upTo(std::int64_t now) const { return m_sum + Int128{m_level} * (now - m_last); }
    /// The integral up to `now`, starting again from 0 there.
    Int128 take(std::int64_t now) {
        settle(now);
        const Int128 sum = m_sum;
        m_sum = 0;
        return sum;
    }
    std::int64_t level() const { return m_level; }

private:
    void settle(std::int64_t now) {
        m_sum += Int128{m_level} * (now - m_last);
        m_last = now;
    }

    std::int64_t m_level = 0;
    std::int64_t m_last = 0;
    Int128 m_sum = 0;
};

} // namespace gpuplan::des
