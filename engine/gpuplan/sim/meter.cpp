#include <gpuplan/base/contract.hpp>
#include <gpuplan/sim/meter.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::sim {

namespace {

constexpr Int128 million = 1'000'000;

} // namespace

std::array<GpuTime, model::gpuStateCount> splitByShares(GpuTime whole,
                                                        const model::StateShares& shares) {
    std::array<GpuTime, model::gpuStateCount> parts{};
    std::array<Int128, model::gpuStateCount> remainders{};
    Int128 left = whole.base();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Int128 product = multiplyChecked(whole.base(), shares[i]);
        parts[i] = GpuTime(product / million);
        remainders[i] = product % million;
        left -= product / million;
    }
    std::array<std::size_t, model::gpuStateCount> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    for (std::size_t i = 0; left > 0; ++i, --left)
        parts[order[i]] += GpuTime(1);
    return parts;
}

Meter::Meter(std::size_t pools, const std::vector<model::Activity>& activities,
             std::vector<bool> stepped)
    : m_pools(pools), m_activities(activities), m_stepped(std::move(stepped)) {
    m_stepped.resize(activities.size());
    for (Pool& pool : m_pools)
        pool.byClass.resize(activities.size());
}

void Meter::held(std::size_t index, std::int64_t milliGpus, const Held& held) {
    Pool& pool = m_pools[index];
    const auto time = [milliGpus](std::int64_t ticks) {
        return GpuTime(Int128{milliGpus} * ticks);
    };
    for (std::size_t s = 0; s < held.ticks.size(); ++s)
        pool.held[s] += time(held.ticks[s]);
    pool.tensor += time(held.tensor);
    pool.tensorKnown = pool.tensorKnown && held.tensorKnown;
    pool.gpuPreparation += time(held.gpuPreparation);
    pool.bubble += time(held.bubble);
}

void Meter::read(history::Tick from, history::Tick now,
                 std::vector<history::MeterReading>& readings) {
    using model::GpuState;
    for (std::size_t index = 0; index < m_pools.size(); ++index) {
        Pool& pool = m_pools[index];
        history::MeterReading reading;
        reading.pool = static_cast<std::uint8_t>(index);
        reading.from = from;
        reading.to = now;
        const GpuTime leased(pool.leased.take(now));
        const GpuTime provisioning(pool.provisioning.take(now));
        GpuTime allocated;
        reading.tensorActiveKnown = true;
        for (std::size_t c = 0; c < pool.byClass.size(); ++c) {
            const GpuTime part(pool.byClass[c].take(now));
            const model::Activity& activity = m_activities[c];
            allocated += part;
            reading.allocatedByClass.push_back(part);
            if (m_stepped[c])
                continue;
            const auto states = splitByShares(part, activity.shares);
            for (std::size_t s = 0; s < states.size(); ++s)
                reading.byState[s] += states[s];
            if (part.base() == 0)
                continue;
            if (activity.tensorActivePpm)
                reading.tensorActive += GpuTime(
                    multiplyDivideHalfEven(part.base(), *activity.tensorActivePpm, million));
            else
                reading.tensorActiveKnown = false;
        }
        for (std::size_t s = 0; s < pool.held.size(); ++s)
            reading.byState[s] += pool.held[s];
        reading.tensorActive += pool.tensor;
        reading.tensorActiveKnown = reading.tensorActiveKnown && pool.tensorKnown;
        reading.gpuPreparation = pool.gpuPreparation;
        reading.bubble = pool.bubble;
        pool.held = {};
        pool.tensor = pool.gpuPreparation = pool.bubble = GpuTime();
        pool.tensorKnown = true;
        const GpuTime unallocated = leased - provisioning - allocated;
        GPUPLAN_EXPECTS(unallocated.base() >= 0, "no more GPU time is allocated than leased");
        reading.byState[static_cast<std::size_t>(GpuState::Provisioning)] += provisioning;
        reading.byState[static_cast<std::size_t>(GpuState::Unallocated)] += unallocated;
        reading.peakAllocated = GpuCount::milli(pool.peak);
        pool.peak = pool.level;
        readings.push_back(std::move(reading));
    }
}

} // namespace gpuplan::sim
