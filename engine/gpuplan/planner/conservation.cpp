#include <gpuplan/base/contract.hpp>
#include <gpuplan/planner/conservation.hpp>

#include <array>

namespace gpuplan::planner {

namespace {

using history::History;
using model::GpuState;

/// States in which no job holds the GPU.
constexpr std::array freeStates{GpuState::Unallocated, GpuState::Down, GpuState::Provisioning};

GpuTime allocatedIn(const history::MeterReading& reading) {
    GpuTime held = reading.capacity();
    for (const GpuState state : freeStates)
        held -= reading.byState[static_cast<std::size_t>(state)];
    return held;
}

GpuTime sumOf(const std::vector<GpuTime>& parts) {
    GpuTime sum;
    for (const GpuTime part : parts)
        sum += part;
    return sum;
}

std::vector<GpuTime> leasedByPool(const sim::World& world, const History& history) {
    std::vector<GpuTime> leased(world.pools.size());
    for (const history::Lease& lease : history.leases)
        leased.at(lease.pool) += GpuTime::of(GpuCount::whole(world.pools[lease.pool].gpusPerNode),
                                             Duration(lease.released - lease.requested));
    return leased;
}

std::vector<GpuTime> heldByPool(const sim::World& world, const workload::JobTable& jobs,
                                const History& history) {
    std::vector<GpuTime> held(world.pools.size());
    const history::Attempts& attempts = history.attempts;
    for (std::size_t i = 0; i < attempts.size(); ++i)
        held.at(attempts.pool[i]) += GpuTime::of(jobs.gpuCount(attempts.job[i]),
                                                 Duration(attempts.end[i] - attempts.start[i]));
    return held;
}

/// What each job's states sum to is the length of its attempts.
void checkJobStates(const History& history) {
    if (history.jobStates.empty())
        return;
    std::vector<Int128> held(history.jobStates.size());
    const history::Attempts& attempts = history.attempts;
    for (std::size_t i = 0; i < attempts.size(); ++i)
        held.at(attempts.job[i]) += attempts.end[i] - attempts.start[i];
    for (std::size_t job = 0; job < held.size(); ++job) {
        Int128 sum = 0;
        for (const history::Tick ticks : history.jobStates[job]) {
            GPUPLAN_EXPECTS(ticks >= 0, "no state of a job lasts less than nothing");
            sum += ticks;
        }
        GPUPLAN_EXPECTS(sum == 0 || sum == held[job],
                        "a job's time on its GPUs is the sum of what it did there");
    }
}

/// What a store gave is what the jobs got, but for the microsecond in which work is counted.
void checkBytes(const History& history) {
    for (const history::DataMoved& moved : history.dataMoved) {
        const double difference = moved.byLink - moved.byJobs;
        const double tolerance = 1e-6 * moved.byLink + moved.slack;
        GPUPLAN_EXPECTS(difference <= tolerance && -difference <= tolerance,
                        "bytes out of a store are bytes into jobs");
    }
}

Money sumOf(const std::map<std::string, Money>& byAccount, Currency currency) {
    Money sum(0, currency);
    for (const auto& [account, amount] : byAccount)
        if (account != "total")
            sum += amount;
    return sum;
}

void checkView(const std::map<std::string, Money>& view, const Money& expected) {
    const auto total = view.find("total");
    GPUPLAN_EXPECTS(total != view.end() && total->second == expected,
                    "a view's total is the ledger's sum");
    GPUPLAN_EXPECTS(sumOf(view, expected.currency()) == expected,
                    "the accounts of a view add up to its total");
}

void checkMonths(const metrics::Cost& cost, const Money& billed) {
    Money billedSoFar(0, billed.currency());
    Money effectiveSoFar(0, billed.currency());
    for (const metrics::MonthCost& month : cost.byMonth) {
        billedSoFar += month.billed;
        effectiveSoFar += month.effective;
        GPUPLAN_EXPECTS(month.billedSoFar == billedSoFar && month.effectiveSoFar == effectiveSoFar,
                        "running sums are sums of the months before");
    }
    GPUPLAN_EXPECTS(billedSoFar == billed, "months add up to what was billed");
    GPUPLAN_EXPECTS(effectiveSoFar == cost.total, "months add up to the effective cost");
}

} // namespace

void checkHistory(const sim::World& world, const workload::JobTable& jobs, const History& history) {
    std::vector<GpuTime> capacity(world.pools.size());
    std::vector<GpuTime> allocated(world.pools.size());
    for (const history::MeterReading& reading : history.readings) {
        for (const GpuTime state : reading.byState)
            GPUPLAN_EXPECTS(state >= GpuTime(), "no state holds negative GPU time");
        GPUPLAN_EXPECTS(allocatedIn(reading) == sumOf(reading.allocatedByClass),
                        "what job classes hold is what the states say is held");
        capacity.at(reading.pool) += reading.capacity();
        allocated.at(reading.pool) += allocatedIn(reading);
    }
    GPUPLAN_EXPECTS(capacity == leasedByPool(world, history),
                    "the states of a pool sum to what was leased");
    GPUPLAN_EXPECTS(allocated == heldByPool(world, jobs, history),
                    "the meter counts what the jobs held");
    checkJobStates(history);
    checkBytes(history);
    const history::JobCounts& counts = history.jobs;
    GPUPLAN_EXPECTS(counts.completed + counts.rejected + counts.running + counts.queued +
                            counts.afterEnd + counts.withoutGpus ==
                        jobs.size(),
                    "every job is in exactly one final state");
}

void checkReport(const metrics::AlternativeResult& alternative) {
    const Currency currency = alternative.currency;
    const metrics::Cost& cost = alternative.cost;
    const Money effective = alternative.journal->total("Expenses", currency);
    const Money billed = -alternative.journal->total(ledger::accounts::cash, currency);
    GPUPLAN_EXPECTS(cost.total == effective, "the reported cost is the ledger's");
    GPUPLAN_EXPECTS(sumOf(cost.byAccount, currency) == cost.total,
                    "accounts add up to the reported cost");
    checkView(cost.effective, effective);
    checkView(cost.billed, billed);
    checkMonths(cost, billed);
    if (!alternative.gpuHours.useful)
        return;
    GpuTime wasted;
    for (const metrics::Waste& waste : alternative.waste)
        wasted += waste.gpuTime;
    GPUPLAN_EXPECTS(wasted == alternative.gpuHours.paid - *alternative.gpuHours.useful,
                    "waste is what was paid and not useful");
}

} // namespace gpuplan::planner
