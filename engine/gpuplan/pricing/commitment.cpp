/// Reserved capacity: pays every hour of its term, used or not. docs/method.md#commitments
///
/// Terms of whole calendar months follow one another from the plan's start to its end: in hours
/// (730 a month) a leap year would begin a term that the plan never meant. Upfront money is prepaid
/// at the start of each term and used up evenly over its hours. Each month's cost is parted by GPU
/// time: what jobs (or failures) took goes to Commitment, what nobody held to UnusedCommitment.

#include <gpuplan/pricing/price_book.hpp>

#include <algorithm>

namespace gpuplan::pricing {

namespace {

struct Terms {
    std::int64_t nodes = 0;
    std::vector<Month> spans; ///< from the plan's start until past its end
    std::optional<Sourced<HourlyPrice>> recurring;
    std::optional<Sourced<Money>> upfront; ///< of all nodes, for one term
};

constexpr std::int64_t longestTerm = 1200; // a century of months

std::optional<Terms> termsOf(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& commitment = std::get<model::Commitment>(spec.purchase);
    const bool wantsUpfront = commitment.upfront != model::Upfront::None;
    bool good = true;
    if (wantsUpfront != commitment.upfrontPerNode.has_value()) {
        run.diagnostics.error(run.poolLocation(pool),
                              wantsUpfront ? "pricing.commitment.no_upfront"
                                           : "pricing.commitment.upfront_unasked",
                              {inQuotes(spec.name), run.scenario.currency.code()});
        good = false;
    }
    if (commitment.termMonths < 1 || commitment.termMonths > longestTerm) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.commitment.no_term",
                              {inQuotes(spec.name), std::to_string(commitment.termMonths)});
        return std::nullopt;
    }
    Terms terms;
    terms.nodes = paidNodes(run, pool);
    for (Instant from = run.scenario.start; from < run.end();) {
        const Instant to = addMonths(from, static_cast<int>(commitment.termMonths));
        terms.spans.push_back({from, to});
        from = to;
    }
    if (commitment.upfront != model::Upfront::All || commitment.recurring) {
        terms.recurring = recurringPrice(run, pool);
        good = good && terms.recurring;
    }
    if (wantsUpfront && commitment.upfrontPerNode) {
        const Sourced<Money>& each = *commitment.upfrontPerNode;
        good = run.inCurrency(each.value.currency(), each.value.text(), run.poolLocation(pool)) &&
               good;
        terms.upfront = Sourced<Money>{multiply(each.value, terms.nodes, 1), each.provenance};
    }
    if (!good)
        return std::nullopt;
    return terms;
}

/// The prepaid money used up in [from, to): whole terms sum to the upfront payment exactly.
Money amortised(const Terms& terms, Instant from, Instant to) {
    Money sum(0, terms.upfront->value.currency());
    for (const Month& span : terms.spans) {
        const auto usedUp = [&](Instant until) {
            const Duration elapsed = std::clamp(until, span.from, span.to) - span.from;
            return multiply(terms.upfront->value, elapsed.count(), span.length().count());
        };
        sum += usedUp(to) - usedUp(from);
    }
    return sum;
}

struct MonthUse {
    std::uint32_t row = 0; ///< of the meter reading
    GpuTime held;          ///< by jobs, or out of service
    GpuTime leased;
};

MonthUse useIn(const PricingRun& run, std::size_t pool, const Month& month) {
    MonthUse use;
    for (std::uint32_t row = 0; row < run.history.readings.size(); ++row) {
        const history::MeterReading& reading = run.history.readings[row];
        const Instant from = run.at(reading.from);
        if (reading.pool != pool || from < month.from || from >= month.to)
            continue;
        use.row = row;
        use.leased += reading.capacity();
        use.held += reading.capacity() - inState(reading, model::GpuState::Unallocated);
    }
    return use;
}

/// Posts `amount` against `source`, parted into used and unused by GPU time.
void postParted(PricingRun& run, ledger::Transaction transaction, const Money& amount,
                std::string_view source, GpuTime held, GpuTime reserved) {
    if (amount.isZero())
        return;
    const Money used = multiply(amount, held.base(), std::max(reserved.base(), Int128{1}));
    const Money unused = amount - used;
    if (!used.isZero())
        transaction.postings.push_back({std::string(ledger::accounts::commitment), used});
    if (!unused.isZero())
        transaction.postings.push_back({std::string(ledger::accounts::unusedCommitment), unused});
    transaction.postings.push_back({std::string(source), -amount});
    run.priced.journal.append(std::move(transaction));
}

void chargeMonths(PricingRun& run, std::size_t pool, const Terms& terms) {
    const model::Pool& spec = run.alternative().pools[pool];
    PoolFigures& figures = run.priced.pools[pool];
    for (const Month& month : run.months) {
        const MonthUse use = useIn(run, pool, month);
        const GpuTime reserved = gpuTime(spec, terms.nodes, month.length());
        GPUPLAN_EXPECTS(use.leased <= reserved, "a pool leases no more than it reserves");
        figures.unusedCommitment += reserved - use.held;
        figures.unleased += reserved - use.leased;
        const ledger::Cause cause{ledger::CauseKind::MeterReading, use.row};
        const std::string nodes = std::to_string(terms.nodes);
        if (terms.recurring)
            postParted(
                run,
                charge(run, month.from, month.to, {"pricing.charge.commitment", {spec.name}}, pool,
                       cause,
                       {nodes + " x " + spanText(month.length()), terms.recurring->value.text(),
                        "commitments", terms.recurring->provenance, false}),
                cost(terms.recurring->value, month.length(), terms.nodes), ledger::accounts::cash,
                use.held, reserved);
        if (terms.upfront)
            postParted(run,
                       charge(run, month.from, month.to, {"pricing.charge.amortised", {spec.name}},
                              pool, cause,
                              {spanText(month.length()), terms.upfront->value.text(), "commitments",
                               terms.upfront->provenance, false}),
                       amortised(terms, month.from, month.to), ledger::accounts::prepaid, use.held,
                       reserved);
    }
}

void payUpfront(PricingRun& run, std::size_t pool, const Terms& terms) {
    const model::Pool& spec = run.alternative().pools[pool];
    if (!terms.upfront)
        return;
    for (const Month& span : terms.spans)
        run.post(charge(run, span.from, span.from, {"pricing.charge.upfront", {spec.name}}, pool,
                        {ledger::CauseKind::Scenario, 0},
                        {std::to_string(terms.nodes) + " x " + spanText(span.length()),
                         std::get<model::Commitment>(spec.purchase).upfrontPerNode->value.text(),
                         "commitments", terms.upfront->provenance, false}),
                 ledger::accounts::prepaid, ledger::accounts::cash, terms.upfront->value);
}

/// What the last term still holds behind the plan's end is not in the totals; say how much.
void warnOfRest(PricingRun& run, std::size_t pool, const Terms& terms) {
    const Month& last = terms.spans.back();
    const Duration rest = last.to - run.end();
    if (rest == Duration::zero())
        return;
    Money left(0, run.scenario.currency);
    if (terms.recurring)
        left += cost(terms.recurring->value, rest, terms.nodes);
    if (terms.upfront)
        left +=
            terms.upfront->value -
            multiply(terms.upfront->value, (run.end() - last.from).count(), last.length().count());
    run.diagnostics.warning(
        run.poolLocation(pool), "pricing.commitment.past_end",
        {inQuotes(run.alternative().pools[pool].name), spanText(rest), left.text()});
    run.assume("pricing.assumption.term_left",
               {inQuotes(run.alternative().pools[pool].name), spanText(rest), left.text()});
}

} // namespace

void priceCommitments(PricingRun& run) {
    const auto& pools = run.alternative().pools;
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        if (!std::holds_alternative<model::Commitment>(pools[pool].purchase))
            continue;
        const std::optional<Terms> terms = termsOf(run, pool);
        if (!terms)
            continue;
        payUpfront(run, pool, *terms);
        chargeMonths(run, pool, *terms);
        warnOfRest(run, pool, *terms);
    }
}

} // namespace gpuplan::pricing
