#include <gpuplan/pricing/pricing_run.hpp>

#include <algorithm>

namespace gpuplan::pricing {

std::vector<Month> monthsBetween(Instant from, Instant to) {
    std::vector<Month> months;
    while (from < to) {
        const Instant next = std::min(startOfMonth(from, 1), to);
        months.push_back({from, next});
        from = next;
    }
    return months;
}

std::size_t PricingRun::monthOf(Instant instant) const {
    const auto after = std::upper_bound(months.begin(), months.end(), instant,
                                        [](Instant i, const Month& m) { return i < m.from; });
    GPUPLAN_EXPECTS(after != months.begin(), "the instant lies in the plan");
    return static_cast<std::size_t>(after - months.begin()) - 1;
}

Location PricingRun::location(std::string_view below) const {
    return {scenario.file, 0, 0, "/alternatives/" + std::to_string(index).append(below)};
}

Location PricingRun::poolLocation(std::size_t pool) const {
    return location("/pools/" + std::to_string(pool));
}

std::string PricingRun::siteOf(std::size_t pool) const {
    const model::Pool& spec = alternative().pools[pool];
    if (std::holds_alternative<model::Owned>(spec.purchase))
        return alternative().site ? alternative().site->name : std::string();
    if (!spec.offer)
        return {};
    const catalog::CloudOffer* const offer = catalogs.offer(*spec.offer);
    return offer != nullptr ? offer->region : spec.offer->substr(spec.offer->rfind('/') + 1);
}

bool PricingRun::inCurrency(Currency currency, std::string_view price, const Location& at) {
    if (currency == scenario.currency)
        return true;
    diagnostics.error(at, "pricing.currency",
                      {std::string(price), currency.code(), scenario.currency.code()});
    return false;
}

void PricingRun::assume(std::string_view key, std::vector<std::string> arguments) {
    Message message{std::string(key), std::move(arguments)};
    auto& known = priced.assumptions;
    if (std::find(known.begin(), known.end(), message) == known.end())
        known.push_back(std::move(message));
}

void PricingRun::post(ledger::Transaction transaction, std::string_view account,
                      std::string_view against, const Money& amount) {
    if (!amount.isZero())
        priced.journal.append(std::move(transaction), account, against, amount);
}

ledger::Transaction charge(const PricingRun& run, Instant from, Instant to, Message description,
                           std::optional<std::size_t> pool, ledger::Cause cause,
                           ledger::Basis basis) {
    ledger::Transaction transaction;
    transaction.from = from;
    transaction.to = to;
    transaction.description = std::move(description);
    if (pool) {
        transaction.pool = run.alternative().pools[*pool].name;
        transaction.site = run.siteOf(*pool);
    }
    transaction.cause = cause;
    transaction.basis = std::move(basis);
    return transaction;
}

std::string spanText(Duration span) {
    if (span.count() % hours(1).count() == 0)
        return std::to_string(span / hours(1)) + " h";
    return secondsText(span) + " s";
}

GpuTime inState(const history::MeterReading& reading, model::GpuState state) {
    return reading.byState[static_cast<std::size_t>(state)];
}

GpuTime allocatedTime(const history::MeterReading& reading) {
    return reading.capacity() - inState(reading, model::GpuState::Unallocated) -
           inState(reading, model::GpuState::Down) -
           inState(reading, model::GpuState::Provisioning);
}

GpuTime busyTime(const history::MeterReading& reading) {
    return inState(reading, model::GpuState::Compute) + inState(reading, model::GpuState::Comm) +
           reading.gpuPreparation - reading.bubble;
}

GpuTime gpuTime(const model::Pool& pool, std::int64_t nodes, Duration span) {
    return GpuTime(
        multiplyChecked(multiplyChecked(Int128{1000} * pool.gpusPerNode, nodes), span.count()));
}

std::int64_t paidNodes(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    if (const auto* const fixed = std::get_if<model::FixedSupply>(&spec.supply))
        return fixed->nodes;
    const std::int64_t most = std::get<model::ElasticSupply>(spec.supply).mostNodes;
    run.assume("pricing.assumption.most_nodes", {inQuotes(spec.name), std::to_string(most)});
    return most;
}

} // namespace gpuplan::pricing
