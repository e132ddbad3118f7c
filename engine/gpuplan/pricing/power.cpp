/// Electricity of owned machines. docs/method.md#power
///
/// A node draws its idle power all the time it is on, and the rest in proportion to the busy share
/// of its GPUs (linear model: Fan, Weber, Barroso 2007); the site's PUE multiplies both. Energy is
/// kept in whole milliwatt-microseconds. The busy share is assumed, so the bill is an estimate.

#include <gpuplan/pricing/pricing_run.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::pricing {

namespace {

constexpr Int128 perKilowattHour = Int128{1'000'000} * 3'600'000'000; // mW us

struct SiteTerms {
    Sourced<EnergyPrice> price;
    Sourced<Decimal> pue;
};

std::optional<SiteTerms> siteTerms(PricingRun& run, std::size_t pool) {
    const std::optional<model::Site>& site = run.alternative().site;
    const std::string name = inQuotes(run.alternative().pools[pool].name);
    if (!site || !site->energyPrice) {
        run.diagnostics.error(run.location("/site"), "pricing.power.no_price",
                              {name, run.scenario.currency.code()});
        return std::nullopt;
    }
    if (!site->pue) {
        run.diagnostics.error(run.location("/site"), "pricing.power.no_pue", {name});
        return std::nullopt;
    }
    if (!run.inCurrency(site->energyPrice->value.currency, site->energyPrice->value.text(),
                        run.location("/site")))
        return std::nullopt;
    return SiteTerms{*site->energyPrice, *site->pue};
}

/// power x GPU time / GPUs of a node: what one node draws over its share of the GPU time.
Int128 drawn(std::int64_t milliwatts, GpuTime time, std::int64_t gpusPerNode) {
    return multiplyDivideHalfEven(milliwatts, time.base(), Int128{1000} * gpusPerNode);
}

Energy atTheMeter(Int128 itEnergy, const Decimal& pue) {
    return Energy(multiplyDivideHalfEven(itEnergy, pue.mantissa(), powerOfTen(pue.places())));
}

Money priced(const SiteTerms& terms, Energy energy) {
    return priceTimes(terms.price.value.amount, terms.price.value.currency, energy.base(),
                      perKilowattHour);
}

void chargeReading(PricingRun& run, std::uint32_t row, const SiteTerms& terms) {
    const history::MeterReading& reading = run.history.readings[row];
    const model::Pool& pool = run.alternative().pools[reading.pool];
    const auto& owned = std::get<model::Owned>(pool.purchase);
    const std::int64_t idle = owned.idlePower.value.base();
    const std::int64_t load = owned.fullPower.value.base() - idle;
    const Int128 idleEnergy = drawn(idle, reading.capacity(), pool.gpusPerNode);
    const Energy energy = atTheMeter(
        addChecked(idleEnergy, drawn(load, busyTime(reading), pool.gpusPerNode)), terms.pue.value);
    const Money amount = priced(terms, energy);

    PoolFigures& figures = run.priced.pools[reading.pool];
    figures.energy += energy;
    figures.loadCost += amount - priced(terms, atTheMeter(idleEnergy, terms.pue.value));
    run.post(
        charge(run, run.at(reading.from), run.at(reading.to), {"pricing.charge.power", {pool.name}},
               reading.pool, {ledger::CauseKind::MeterReading, row},
               {text(Message{"pricing.quantity.energy",
                             {fixedText(energy.inKilowattHours(), 3), terms.pue.value.text()}}),
                terms.price.value.text(), "power", terms.price.provenance, true}),
        ledger::accounts::power, ledger::accounts::cash, amount);
}

} // namespace

void pricePower(PricingRun& run) {
    const auto& pools = run.alternative().pools;
    std::vector<std::optional<SiteTerms>> terms(pools.size());
    bool hasOwned = false;
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        const auto* const owned = std::get_if<model::Owned>(&pools[pool].purchase);
        if (owned == nullptr)
            continue;
        hasOwned = true;
        if (owned->fullPower.value < owned->idlePower.value)
            run.diagnostics.error(run.poolLocation(pool), "pricing.power.range",
                                  {inQuotes(pools[pool].name), owned->idlePower.value.text(),
                                   owned->fullPower.value.text()});
        else
            terms[pool] = siteTerms(run, pool);
    }
    for (std::uint32_t row = 0; row < run.history.readings.size(); ++row)
        if (terms[run.history.readings[row].pool])
            chargeReading(run, row, *terms[run.history.readings[row].pool]);

    const std::optional<model::Site>& site = run.alternative().site;
    if (!hasOwned || !site || !site->carbonGramsPerKwh)
        return;
    double kilowattHours = 0;
    for (const PoolFigures& figures : run.priced.pools)
        kilowattHours += figures.energy.inKilowattHours();
    run.priced.carbonKg = kilowattHours * site->carbonGramsPerKwh->value.toDouble() * 1e-3;
}

} // namespace gpuplan::pricing
