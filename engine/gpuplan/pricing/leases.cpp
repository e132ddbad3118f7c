/// Machines rented by time: on demand and spot. docs/method.md#instances
///
/// Billing starts when a machine is ready and ends at its release; what the provider rounds up
/// falls into the lease's last charge, so the charges of a lease sum to its billed time exactly. A
/// machine that was released before it was ready is not billed.

#include <gpuplan/finance/billing.hpp>
#include <gpuplan/finance/checkpoint.hpp>
#include <gpuplan/pricing/price_book.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuplan::pricing {

namespace {

/// What all leases of a pool have in common.
struct LeaseTerms {
    std::size_t pool;
    PricePath path;
    BillingRule rule;
    std::string_view account;
    ledger::Transaction pattern;
};

std::optional<LeaseTerms> leaseTerms(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const bool isSpot = std::holds_alternative<model::Spot>(spec.purchase);
    std::optional<PricePath> path;
    if (isSpot) {
        path = spotPath(run, pool);
    } else if (auto price = onDemandPrice(run, pool)) {
        path = PricePath{{run.scenario.start, std::move(*price)}};
    }
    if (!path)
        return std::nullopt;
    return LeaseTerms{
        pool, std::move(*path), billingRule(run, pool),
        isSpot ? ledger::accounts::spot : ledger::accounts::onDemand,
        charge(run, {}, {}, {isSpot ? "pricing.charge.spot" : "pricing.charge.on_demand", {}}, pool,
               {ledger::CauseKind::Lease, 0}, {{}, {}, isSpot ? "spot" : "instances", {}, false})};
}

/// One charge for each calendar month and price of [from, to); the last one carries what was billed
/// past `to`.
void chargeLease(PricingRun& run, const LeaseTerms& terms, std::uint32_t row, Instant from,
                 Instant to, Duration billed) {
    const history::Lease& lease = run.history.leases[row];
    Duration left = billed;
    auto step = std::upper_bound(terms.path.begin(), terms.path.end(), from,
                                 [](Instant i, const PriceStep& s) { return i < s.from; });
    if (step != terms.path.begin())
        --step;
    while (from < to) {
        const auto next = step + 1;
        Instant until = std::min(startOfMonth(from, 1), to);
        if (next != terms.path.end())
            until = std::min(until, std::max(next->from, from));
        if (until > from) {
            const Duration part = until == to ? left : until - from;
            left -= part;
            ledger::Transaction transaction = terms.pattern;
            transaction.from = from;
            transaction.to = until;
            transaction.description.arguments = {transaction.pool, std::to_string(lease.node)};
            transaction.cause.index = row;
            transaction.basis.quantity = spanText(part);
            transaction.basis.price = step->price.value.text();
            transaction.basis.source = step->price.provenance;
            run.post(std::move(transaction), terms.account, ledger::accounts::cash,
                     cost(step->price.value, part));
        }
        from = until;
        if (next != terms.path.end() && next->from <= from)
            step = next;
    }
}

/// Expected extra time for each hour of work on spot, E(W)/W - 1; exact to 9 decimals, so the same
/// on every machine. Nothing after an error was reported.
std::optional<Decimal> reworkShare(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& spot = std::get<model::Spot>(spec.purchase);
    const double mtbf = finance::mtbfFromLossesPerHour(spot.interruptionsPerHour.value.toDouble());
    const double checkpoint = inSeconds(spot.checkpoint);
    const double restart = inSeconds(spot.restart);
    if (!std::isfinite(mtbf) && !spot.interval)
        return Decimal{}; // nothing to save against, so nothing is saved
    // A free checkpoint is taken all the time: the limit is a millisecond of work between two.
    const double interval = spot.interval ? inSeconds(*spot.interval)
                                          : std::max(finance::dalyInterval(checkpoint, mtbf), 1e-3);
    constexpr double mostHopeless = 1000;
    const std::string rate = spot.interruptionsPerHour.value.text();
    const double multiplier = interval > 0
                                  ? finance::timeMultiplier({interval, checkpoint, restart, mtbf})
                                  : std::numeric_limits<double>::infinity();
    if (!(multiplier <= mostHopeless)) {
        run.diagnostics.error(
            run.poolLocation(pool), "pricing.spot.never_ends",
            {inQuotes(spec.name), rate, secondsText(spot.checkpoint), secondsText(spot.restart)});
        return std::nullopt;
    }
    const auto share = Decimal::fromDouble(multiplier - 1);
    const Decimal rounded = Decimal::scaled(share.value_or(Decimal{}).scaledInteger(9), 9);
    run.assume("pricing.assumption.rework",
               {inQuotes(spec.name), rate, fixedText(rounded.toDouble() * 100, 1) + " %"});
    return rounded;
}

} // namespace

void priceLeases(PricingRun& run) {
    const auto& pools = run.alternative().pools;
    std::vector<std::optional<LeaseTerms>> terms(pools.size());
    for (std::size_t pool = 0; pool < pools.size(); ++pool)
        if (std::holds_alternative<model::OnDemand>(pools[pool].purchase) ||
            std::holds_alternative<model::Spot>(pools[pool].purchase))
            terms[pool] = leaseTerms(run, pool);
    for (std::uint32_t row = 0; row < run.history.leases.size(); ++row) {
        const history::Lease& lease = run.history.leases[row];
        GPUPLAN_EXPECTS(lease.pool < pools.size(), "a lease names a pool of its alternative");
        if (!terms[lease.pool])
            continue;
        const LeaseTerms& known = *terms[lease.pool];
        const model::Pool& pool = pools[lease.pool];
        PoolFigures& figures = run.priced.pools[lease.pool];
        const history::Tick ready = std::min(lease.ready, lease.released);
        const Duration used(lease.released - ready);
        figures.unpaidStart += gpuTime(pool, 1, Duration(ready - lease.requested));
        if (used == Duration::zero())
            continue;
        const Duration billed =
            finance::billedTime(used, known.rule.granularity, known.rule.minimum);
        figures.billedBeyondUse += gpuTime(pool, 1, billed - used);
        chargeLease(run, known, row, run.at(ready), run.at(lease.released), billed);
    }
}

void priceRework(PricingRun& run) {
    const auto& pools = run.alternative().pools;
    const std::size_t months = run.months.size();
    std::vector<std::optional<Decimal>> shares(pools.size());
    for (std::size_t pool = 0; pool < pools.size(); ++pool)
        if (std::holds_alternative<model::Spot>(pools[pool].purchase))
            shares[pool] = reworkShare(run, pool);

    // Spot money of each pool and month, to be set against its paid GPU time.
    std::vector<Money> paid(pools.size() * months, Money(0, run.scenario.currency));
    for (const ledger::Transaction& transaction : run.priced.journal.transactions())
        for (const ledger::Posting& posting : transaction.postings)
            if (posting.account == ledger::accounts::spot) {
                const std::size_t pool = run.history.leases[transaction.cause.index].pool;
                paid[pool * months + run.monthOf(transaction.from)] += posting.amount;
            }
    for (std::uint32_t row = 0; row < run.history.readings.size(); ++row) {
        const history::MeterReading& reading = run.history.readings[row];
        if (!shares[reading.pool] || shares[reading.pool]->isZero())
            continue;
        const Decimal& share = *shares[reading.pool];
        const GpuTime allocated = allocatedTime(reading);
        const GpuTime leased = reading.capacity() - inState(reading, model::GpuState::Provisioning);
        if (allocated.base() == 0 || leased.base() == 0)
            continue;
        const Int128 unit = powerOfTen(share.places());
        run.priced.pools[reading.pool].rework +=
            GpuTime(multiplyDivideHalfEven(allocated.base(), share.mantissa(), unit));
        const std::size_t month = run.monthOf(run.at(reading.from));
        const Money& monthPaid = paid[reading.pool * months + month];
        const Money amount =
            multiply(monthPaid, multiplyChecked(allocated.base(), share.mantissa()),
                     multiplyChecked(leased.base(), unit));
        run.post(charge(run, run.at(reading.from), run.at(reading.to),
                        {"pricing.charge.rework", {pools[reading.pool].name}}, reading.pool,
                        {ledger::CauseKind::MeterReading, row},
                        {text(Message{"pricing.quantity.rework", {share.text(), monthPaid.text()}}),
                         {},
                         "spot",
                         std::get<model::Spot>(pools[reading.pool].purchase)
                             .interruptionsPerHour.provenance,
                         true}),
                 ledger::accounts::spotRework, ledger::accounts::cash, amount);
    }
}

} // namespace gpuplan::pricing
