/// What is paid by the month whatever the GPUs do: storage, data out, other lines.
/// docs/method.md#storage, docs/method.md#egress

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/finance/billing.hpp>
#include <gpuplan/pricing/pricing_run.hpp>

#include <algorithm>

namespace gpuplan::pricing {

namespace {

constexpr std::int64_t bytesPerGigabyte = 1'000'000'000;

std::optional<Sourced<UnitPrice<per::GigabyteMonth>>>
storagePrice(PricingRun& run, const model::StorageLine& line, const Location& at) {
    if (line.price)
        return *line.price;
    const catalog::StorageTier* const tier = run.catalogs.storageTier(line.tier);
    if (tier != nullptr && tier->price)
        return Sourced<UnitPrice<per::GigabyteMonth>>{*tier->price, tier->provenance};
    run.diagnostics.error(at, "pricing.storage.missing",
                          {inQuotes(line.tier), run.scenario.currency.code()},
                          tier == nullptr ? nearest(line.tier, run.catalogs.storageIds())
                                          : std::vector<std::string>{});
    return std::nullopt;
}

void chargeStorage(PricingRun& run, const model::StorageLine& line, const Location& at) {
    const auto price = storagePrice(run, line, at);
    if (!price || !run.inCurrency(price->value.currency, price->value.text(), at))
        return;
    for (const Month& month : run.months) {
        const Duration whole = startOfMonth(month.from, 1) - startOfMonth(month.from);
        run.post(charge(run, month.from, month.to, {"pricing.charge.storage", {line.tier}}, {},
                        {ledger::CauseKind::Scenario, 0},
                        {line.capacity.text(), price->value.text(), "storage", price->provenance,
                         false}),
                 ledger::accounts::storage, ledger::accounts::cash,
                 finance::storageCost(line.capacity, price->value, month.length(), whole));
    }
}

/// The part of a month's data that falls into one tier.
struct TierUse {
    Bytes bytes;
    UnitPrice<per::Gigabyte> price;
};

/// Fills the tiers in order; data behind the last one has no price.
std::optional<std::vector<TierUse>> fillTiers(const model::EgressLine& line) {
    std::vector<TierUse> uses;
    Bytes left = line.perMonth;
    for (const model::EgressTier& tier : line.tiers) {
        const Bytes part = tier.upTo ? std::min(left, *tier.upTo) : left;
        if (part > Bytes(0))
            uses.push_back({part, tier.price});
        left = left - part;
    }
    if (left > Bytes(0))
        return std::nullopt;
    return uses;
}

void chargeEgress(PricingRun& run, const model::EgressLine& line, const Location& at) {
    const auto uses = fillTiers(line);
    if (!uses) {
        run.diagnostics.error(at, "pricing.egress.no_tier",
                              {line.perMonth.text(), run.scenario.currency.code()});
        return;
    }
    for (const TierUse& use : *uses)
        if (!run.inCurrency(use.price.currency, use.price.text(), at))
            return;
    for (const Month& month : run.months)
        for (const TierUse& use : *uses)
            run.post(charge(run, month.from, month.to, {"pricing.charge.egress", {}}, {},
                            {ledger::CauseKind::Scenario, 0},
                            {use.bytes.text(), use.price.text(), "egress", line.provenance, false}),
                     ledger::accounts::egress, ledger::accounts::cash,
                     priceTimes(use.price.amount, use.price.currency, use.bytes.base(),
                                bytesPerGigabyte));
}

void chargeOther(PricingRun& run, const model::OtherLine& line, const Location& at) {
    const auto& price = line.price.value;
    if (!run.inCurrency(price.currency, price.text(), at))
        return;
    for (const Month& month : run.months)
        run.post(charge(run, month.from, month.to, {"pricing.charge.other", {line.item}}, {},
                        {ledger::CauseKind::Scenario, 0},
                        {text("pricing.quantity.month"), price.text(), "other",
                         line.price.provenance, false}),
                 ledger::accounts::other, ledger::accounts::cash,
                 Money::of(price.amount, price.currency));
}

} // namespace

void priceServices(PricingRun& run) {
    const model::Alternative& alternative = run.alternative();
    for (std::size_t i = 0; i < alternative.storage.size(); ++i)
        chargeStorage(run, alternative.storage[i], run.location("/storage/" + std::to_string(i)));
    for (std::size_t i = 0; i < alternative.egress.size(); ++i)
        chargeEgress(run, alternative.egress[i], run.location("/egress/" + std::to_string(i)));
    for (std::size_t i = 0; i < alternative.other.size(); ++i)
        chargeOther(run, alternative.other[i], run.location("/other/" + std::to_string(i)));
}

} // namespace gpuplan::pricing
