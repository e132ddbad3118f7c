#pragma once
/// Integrates GPU time by state, exactly, and cuts it into readings.

#include <gpuplan/des/step_integral.hpp>
#include <gpuplan/history/history.hpp>

#include <cstdint>
#include <vector>

namespace gpuplan::sim {

/// Splits `whole` in the proportions of `shares` (parts per million, sum 1,000,000): parts sum to
/// the whole exactly, by largest remainder, ties to the earlier state.
std::array<GpuTime, model::gpuStateCount> splitByShares(GpuTime whole,
                                                        const model::StateShares& shares);

class Meter {
public:
    Meter(std::size_t pools, const std::vector<model::Activity>& activities);

    void leased(history::Tick now, std::size_t pool, std::int64_t milliGpus) {
        m_pools[pool].leased.change(now, milliGpus);
    }
    void provisioning(history::Tick now, std::size_t pool, std::int64_t milliGpus) {
        m_pools[pool].provisioning.change(now, milliGpus);
    }
    void allocated(history::Tick now, std::size_t pool, std::size_t jobClass,
                   std::int64_t milliGpus) {
        Pool& p = m_pools[pool];
        p.byClass[jobClass].change(now, milliGpus);
        p.level += milliGpus;
        if (p.level > p.peak)
            p.peak = p.level;
    }
    /// Closes the interval that ends now: one reading a pool.
    void read(history::Tick from, history::Tick now, std::vector<history::MeterReading>& readings);

private:
    struct Pool {
        des::StepIntegral leased;
        des::StepIntegral provisioning;
        std::vector<des::StepIntegral> byClass;
        std::int64_t level = 0;
        std::int64_t peak = 0;
    };
    std::vector<Pool> m_pools;
    const std::vector<model::Activity>& m_activities;
};

} // namespace gpuplan::sim
