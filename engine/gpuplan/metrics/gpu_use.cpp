#include <gpuplan/base/contract.hpp>
#include <gpuplan/ledger/apportion.hpp>
#include <gpuplan/metrics/cost_view.hpp>
#include <gpuplan/metrics/gpu_use.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::metrics {

namespace {

using model::GpuState;

constexpr std::size_t unusedCommitment = model::gpuStateCount; // rows of waste behind the states
constexpr std::size_t rounding = model::gpuStateCount + 1;
constexpr std::size_t causeCount = model::gpuStateCount + 2;

std::size_t position(GpuState state) {
    return static_cast<std::size_t>(state);
}

/// States in which no job holds the GPU.
bool isFree(GpuState state) {
    return state == GpuState::Unallocated || state == GpuState::Down ||
           state == GpuState::Provisioning;
}

std::string causeName(std::size_t cause) {
    if (cause == unusedCommitment)
        return "unused_commitment";
    if (cause == rounding)
        return "rounding";
    return std::string(model::name(static_cast<GpuState>(cause)));
}

/// Paid GPU time of a pool by cause, useful time under Compute.
std::array<GpuTime, causeCount> paidByCause(const PoolUse& use, const pricing::PoolFigures& figures,
                                            const model::Pool& pool) {
    std::array<GpuTime, causeCount> times{};
    std::copy(use.byState.begin(), use.byState.end(), times.begin());
    times[position(GpuState::Provisioning)] -= figures.unpaidStart;
    times[position(GpuState::Restart)] += figures.rework;
    times[rounding] = figures.billedBeyondUse;
    if (std::holds_alternative<model::Commitment>(pool.purchase)) {
        // What nobody held of a reservation is told as such, leased or not.
        times[unusedCommitment] = figures.unusedCommitment;
        times[position(GpuState::Unallocated)] = GpuTime();
    }
    return times;
}

const model::Activity& activityOf(const model::Workload& workload, std::size_t jobClass) {
    if (const auto* const trace = std::get_if<model::TraceWorkload>(&workload))
        return trace->activity;
    return std::get<model::ProfileWorkload>(workload).classes.at(jobClass).activity;
}

/// What these jobs did follows from a model: of a step, or of a service.
bool isModelled(const model::Workload& workload, std::size_t jobClass) {
    const auto* const profile = std::get_if<model::ProfileWorkload>(&workload);
    if (profile == nullptr)
        return false;
    const model::JobClass& job = profile->classes.at(jobClass);
    return job.step.has_value() || job.service.has_value();
}

} // namespace

std::vector<PoolUse> poolUse(const model::Alternative& alternative, const history::History& history,
                             const std::vector<pricing::PoolFigures>& figures) {
    std::vector<PoolUse> uses(alternative.pools.size());
    for (const history::MeterReading& reading : history.readings) {
        PoolUse& use = uses[reading.pool];
        for (std::size_t state = 0; state < model::gpuStateCount; ++state) {
            use.byState[state] += reading.byState[state];
            if (!isFree(static_cast<GpuState>(state)))
                use.allocated += reading.byState[state];
        }
        use.capacity += reading.capacity();
    }
    std::vector<GpuTime> leased(uses.size());
    for (const history::Lease& lease : history.leases)
        leased[lease.pool] +=
            GpuTime::of(GpuCount::whole(alternative.pools[lease.pool].gpusPerNode),
                        Duration(lease.released - lease.requested));
    for (std::size_t pool = 0; pool < uses.size(); ++pool) {
        PoolUse& use = uses[pool];
        GPUPLAN_EXPECTS(leased[pool] == use.capacity,
                        "leases and meter readings tell of the same GPU time");
        GPUPLAN_EXPECTS(figures[pool].unpaidStart <= use.byState[position(GpuState::Provisioning)],
                        "unbilled starts are metered as provisioning");
        use.paid = use.capacity - figures[pool].unpaidStart + figures[pool].billedBeyondUse +
                   figures[pool].unleased + figures[pool].rework;
    }
    return uses;
}

bool isActivityKnown(const model::Scenario& scenario, const history::History& history) {
    constexpr std::int64_t whole = 1'000'000;
    for (const history::MeterReading& reading : history.readings)
        for (std::size_t i = 0; i < reading.allocatedByClass.size(); ++i) {
            if (reading.allocatedByClass[i].base() == 0)
                continue;
            if (isModelled(scenario.workload, i))
                continue;
            const model::StateShares& shares = activityOf(scenario.workload, i).shares;
            if (std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) != whole)
                return false;
        }
    return true;
}

GpuHours gpuHours(const std::vector<PoolUse>& use, const history::History& history,
                  bool activityKnown) {
    GpuHours hours;
    GpuTime useful;
    GpuTime busy;
    for (const PoolUse& pool : use) {
        hours.capacity += pool.capacity;
        hours.paid += pool.paid;
        hours.allocated += pool.allocated;
        useful += pool.byState[position(GpuState::Compute)];
        // Exposed collectives keep a kernel on the device; a stall for preparation does not,
        // unless the GPU itself prepares, and a pipeline's bubble has none.
        busy += pool.byState[position(GpuState::Compute)] + pool.byState[position(GpuState::Comm)];
    }
    GpuTime tensor;
    bool tensorKnown = activityKnown;
    for (const history::MeterReading& reading : history.readings) {
        busy += reading.gpuPreparation - reading.bubble;
        tensor += reading.tensorActive;
        tensorKnown = tensorKnown && reading.tensorActiveKnown;
    }
    if (activityKnown) {
        hours.useful = useful;
        hours.busy = busy;
    }
    if (tensorKnown)
        hours.tensorActive = tensor;
    return hours;
}

std::vector<Money> costByPool(const model::Alternative& alternative, const ledger::Journal& journal,
                              const std::vector<PoolUse>& use, Currency currency) {
    std::vector<Money> costs(use.size(), Money(0, currency));
    Money common(0, currency);
    for (const ledger::Transaction& transaction : journal.transactions()) {
        const auto pool =
            std::find_if(alternative.pools.begin(), alternative.pools.end(),
                         [&](const model::Pool& p) { return p.name == transaction.pool; });
        const auto index = static_cast<std::size_t>(pool - alternative.pools.begin());
        const bool isPools = pool != alternative.pools.end() && use[index].paid.base() != 0;
        (isPools ? costs[index] : common) += effectiveAmount(transaction, currency);
    }
    if (costs.empty())
        return costs;
    std::vector<Int128> weights;
    for (const PoolUse& pool : use)
        weights.push_back(pool.paid.base());
    const std::vector<Money> parts = ledger::apportion(common, weights);
    for (std::size_t pool = 0; pool < costs.size(); ++pool)
        costs[pool] += parts[pool];
    return costs;
}

std::vector<Waste> waste(const std::vector<PoolUse>& use,
                         const std::vector<pricing::PoolFigures>& figures,
                         const model::Alternative& alternative, const std::vector<Money>& poolCosts,
                         bool activityKnown) {
    std::array<GpuTime, causeCount> times{};
    std::vector<Money> costs;
    for (std::size_t pool = 0; pool < use.size(); ++pool) {
        const auto byCause = paidByCause(use[pool], figures[pool], alternative.pools[pool]);
        std::array<Int128, causeCount> weights{};
        for (std::size_t cause = 0; cause < causeCount; ++cause) {
            times[cause] += byCause[cause];
            weights[cause] = byCause[cause].base();
        }
        if (use[pool].paid.base() == 0)
            continue; // nothing was paid for: its cost, if any, is no waste of GPU time
        const std::vector<Money> parts = ledger::apportion(poolCosts[pool], weights);
        costs.resize(causeCount, Money(0, poolCosts[pool].currency()));
        for (std::size_t cause = 0; cause < causeCount; ++cause)
            costs[cause] += parts[cause];
    }
    std::vector<Waste> rows;
    for (std::size_t cause = 0; cause < causeCount; ++cause) {
        const bool isState = cause < model::gpuStateCount;
        const bool isHeld = isState && !isFree(static_cast<GpuState>(cause));
        if (cause == position(GpuState::Compute) || times[cause].base() == 0 ||
            (isHeld && !activityKnown))
            continue;
        rows.push_back({causeName(cause), times[cause], costs[cause]});
    }
    return rows;
}

} // namespace gpuplan::metrics
