#include <gpuplan/base/nearest.hpp>
#include <gpuplan/pricing/price_book.hpp>

#include <algorithm>

namespace gpuplan::pricing {

namespace {

const model::Pool& poolOf(const PricingRun& run, std::size_t pool) {
    return run.alternative().pools[pool];
}

std::string_view kindKey(catalog::PriceKind kind) {
    return kind == catalog::PriceKind::Spot ? "pricing.kind.spot" : "pricing.kind.on_demand";
}

/// The offer is named, or the pool needs a price of its own.
bool hasOffer(PricingRun& run, std::size_t pool) {
    if (poolOf(run, pool).offer)
        return true;
    run.diagnostics.error(run.poolLocation(pool), "pricing.no_offer",
                          {inQuotes(poolOf(run, pool).name)});
    return false;
}

void reportMissing(PricingRun& run, std::size_t pool, std::string_view kind) {
    const std::string& offer = *poolOf(run, pool).offer;
    std::vector<std::string> candidates;
    if (run.catalogs.offer(offer) == nullptr)
        candidates = nearest(offer, run.catalogs.offerIds());
    run.diagnostics.error(run.poolLocation(pool), "pricing.missing",
                          {text(kind), inQuotes(offer), dateText(run.scenario.priceDate),
                           run.scenario.currency.code()},
                          std::move(candidates));
}

/// Reports another currency than the scenario's.
std::optional<Sourced<HourlyPrice>> checked(PricingRun& run, std::size_t pool,
                                            Sourced<HourlyPrice> price) {
    if (!run.inCurrency(price.value.currency, price.value.text(), run.poolLocation(pool)))
        return std::nullopt;
    return price;
}

/// What the offer's price says beside the amount, and a reader would not guess.
void noteTerms(PricingRun& run, std::size_t pool) {
    const catalog::CloudOffer* const offer = run.catalogs.offer(*poolOf(run, pool).offer);
    if (offer == nullptr)
        return;
    if (offer->taxIncluded)
        run.assume("pricing.assumption.tax", {inQuotes(offer->id), offer->taxIncluded->text()});
    if (offer->gpuPartOnly)
        run.assume("pricing.assumption.gpu_part", {inQuotes(offer->id)});
}

std::optional<Sourced<HourlyPrice>> datedPrice(PricingRun& run, std::size_t pool,
                                               catalog::PriceKind kind) {
    if (poolOf(run, pool).price)
        return checked(run, pool, *poolOf(run, pool).price);
    if (!hasOffer(run, pool))
        return std::nullopt;
    auto price = run.catalogs.priceAt(*poolOf(run, pool).offer, kind, run.scenario.priceDate);
    if (!price) {
        reportMissing(run, pool, kindKey(kind));
        return std::nullopt;
    }
    noteTerms(run, pool);
    return checked(run, pool, std::move(*price));
}

} // namespace

std::optional<Sourced<HourlyPrice>> onDemandPrice(PricingRun& run, std::size_t pool) {
    return datedPrice(run, pool, catalog::PriceKind::OnDemand);
}

std::optional<PricePath> spotPath(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = poolOf(run, pool);
    const auto& spot = std::get<model::Spot>(spec.purchase);
    if (spot.rule == model::SpotPriceRule::Constant || spec.price) {
        if (spot.rule == model::SpotPriceRule::Replay)
            run.assume("pricing.assumption.replay_overridden", {inQuotes(spec.name)});
        auto price = datedPrice(run, pool, catalog::PriceKind::Spot);
        if (!price)
            return std::nullopt;
        return PricePath{{run.scenario.start, std::move(*price)}};
    }
    if (!hasOffer(run, pool))
        return std::nullopt;
    const Duration shift = std::max(run.end() - run.scenario.priceDate, Duration::zero());
    PricePath path;
    for (const catalog::PriceChange& change :
         run.catalogs.history(*spec.offer, catalog::PriceKind::Spot)) {
        if (change.validFrom > run.scenario.priceDate)
            break;
        if (!checked(run, pool, {change.price, change.provenance}))
            return std::nullopt;
        path.push_back({change.validFrom + shift, {change.price, change.provenance}});
    }
    if (path.empty()) {
        reportMissing(run, pool, "pricing.kind.spot_history");
        return std::nullopt;
    }
    noteTerms(run, pool);
    if (shift > Duration::zero())
        run.assume("pricing.assumption.replay_shifted",
                   {inQuotes(spec.name), dateText(run.scenario.priceDate), dateText(run.end())});
    if (path.front().from > run.scenario.start)
        run.assume(
            "pricing.assumption.replay_short",
            {inQuotes(spec.name), path.front().price.value.text(), dateText(path.front().from)});
    return path;
}

std::optional<Sourced<HourlyPrice>> recurringPrice(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = poolOf(run, pool);
    const auto& commitment = std::get<model::Commitment>(spec.purchase);
    if (commitment.recurring)
        return checked(run, pool, *commitment.recurring);
    if (spec.price)
        return checked(run, pool, *spec.price);
    if (commitment.upfront == model::Upfront::Partial) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.commitment.no_recurring",
                              {inQuotes(spec.name), run.scenario.currency.code()});
        return std::nullopt;
    }
    if (!hasOffer(run, pool))
        return std::nullopt;
    const catalog::CloudOffer* const offer = run.catalogs.offer(*spec.offer);
    if (commitment.termMonths != 12 && commitment.termMonths != 36) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.commitment.term",
                              {inQuotes(spec.name), std::to_string(commitment.termMonths),
                               run.scenario.currency.code()});
        return std::nullopt;
    }
    const bool oneYear = commitment.termMonths == 12;
    std::optional<HourlyPrice> price;
    if (offer != nullptr)
        price = oneYear ? offer->reserved1y : offer->reserved3y;
    if (!price) {
        reportMissing(run, pool, oneYear ? "pricing.kind.reserved_1y" : "pricing.kind.reserved_3y");
        return std::nullopt;
    }
    noteTerms(run, pool);
    return checked(run, pool, {*price, offer->provenance});
}

BillingRule billingRule(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = poolOf(run, pool);
    const catalog::CloudOffer* const offer = spec.offer ? run.catalogs.offer(*spec.offer) : nullptr;
    BillingRule rule{seconds(1), Duration::zero()};
    if (offer != nullptr && offer->billingGranularity &&
        *offer->billingGranularity > Duration::zero())
        rule.granularity = *offer->billingGranularity;
    else
        run.assume("pricing.assumption.granularity", {inQuotes(spec.name)});
    if (offer != nullptr && offer->billingMinimum)
        rule.minimum = *offer->billingMinimum;
    else
        run.assume("pricing.assumption.minimum", {inQuotes(spec.name)});
    return rule;
}

} // namespace gpuplan::pricing
