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
    /// \param stepped  by job class: its GPU time is told by held() rather than split by its
    /// activity;
    ///                 empty: no class
    Meter(std::size_t pools, const std::vector<model::Activity>& activities,
          std::vector<bool> stepped);

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
    /// What a job of a stepped class did with its GPUs since it was last asked.
    struct Held {
        std::array<std::int64_t, model::gpuStateCount> ticks{};
        std::int64_t tensor = 0;
        bool tensorKnown = false;
        std::int64_t gpuPreparation = 0;
        std::int64_t bubble = 0;
    };
    void held(std::size_t pool, std::int64_t milliGpus, const Held& held);
    /// Closes the interval that ends now: one reading a pool.
    void read(history::Tick from, history::Tick now, std::vector<history::MeterReading>& readings);

private:
    struct Pool {
        des::StepIntegral leased;
        des::StepIntegral provisioning;
        std::vector<des::StepIntegral> byClass;
        std::array<GpuTime, model::gpuStateCount> held{};
        GpuTime tensor;
        GpuTime gpuPreparation;
        GpuTime bubble;
        bool tensorKnown = true;
        std::int64_t level = 0;
        std::int64_t peak = 0;
    };
    std::vector<Pool> m_pools;
    const std::vector<model::Activity>& m_activities;
    std::vector<bool> m_stepped;
};

} // namespace gpuplan::sim
