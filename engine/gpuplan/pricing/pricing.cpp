#include <gpuplan/pricing/pricing_run.hpp>

#include <limits>

namespace gpuplan::pricing {

namespace {

/// Runs one pricer; an amount past the range of Money is the input's fault, and said so.
void guarded(PricingRun& run, void (*pricer)(PricingRun&)) {
    try {
        pricer(run);
    } catch (const ArithmeticOverflow&) {
        run.diagnostics.error(run.location(), "pricing.overflow",
                              {inQuotes(run.alternative().name)});
    }
}

/// All amounts together stay inside Money, so that no sum of a part of them can pass it.
bool fitsMoney(const ledger::Journal& journal) {
    Int128 sum = 0;
    for (const ledger::Transaction& transaction : journal.transactions())
        for (const ledger::Posting& posting : transaction.postings) {
            const Int128 micros = posting.amount.micros();
            sum += micros < 0 ? -micros : micros;
        }
    return sum <= std::numeric_limits<std::int64_t>::max();
}

void checkHistory(const PricingRun& run) {
    GPUPLAN_EXPECTS(run.scenario.start == startOfMonth(run.scenario.start),
                    "a plan begins with a calendar month");
    const Duration horizon = run.scenario.horizon();
    for (const history::MeterReading& reading : run.history.readings) {
        GPUPLAN_EXPECTS(reading.pool < run.alternative().pools.size(),
                        "a reading names a pool of its alternative");
        GPUPLAN_EXPECTS(0 <= reading.from && reading.from <= reading.to &&
                            reading.to <= horizon.count(),
                        "a reading lies in the plan");
    }
    for (const history::Lease& lease : run.history.leases)
        GPUPLAN_EXPECTS(0 <= lease.requested && lease.requested <= lease.ready &&
                            lease.requested <= lease.released && lease.released <= horizon.count(),
                        "a lease lies in the plan");
}

} // namespace

Result<Priced> priceAlternative(const model::Scenario& scenario, std::size_t alternative,
                                const catalog::Catalogs& catalogs,
                                const history::History& history) {
    GPUPLAN_EXPECTS(alternative < scenario.alternatives.size(), "the alternative exists");
    const Money zero(0, scenario.currency);
    Priced priced;
    Diagnostics diagnostics;
    PricingRun run{scenario,
                   alternative,
                   catalogs,
                   history,
                   monthsBetween(scenario.start, scenario.start + scenario.horizon()),
                   priced,
                   diagnostics};
    priced.bookValues.assign(run.months.size(), zero);
    priced.pools.resize(run.alternative().pools.size());
    for (PoolFigures& figures : priced.pools)
        figures.capital = figures.residual = figures.loadCost = zero;
    checkHistory(run);

    for (auto* const pricer : {priceLeases, priceRework, priceCommitments, priceHardware,
                               pricePower, priceSite, priceServices, pricePreparation})
        guarded(run, pricer);
    if (!diagnostics.hasErrors() && !fitsMoney(priced.journal))
        diagnostics.error(run.location(), "pricing.overflow", {inQuotes(run.alternative().name)});
    return Result<Priced>(std::move(priced), std::move(diagnostics));
}

} // namespace gpuplan::pricing
