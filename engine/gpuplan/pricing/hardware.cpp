/// Bought machines: purchase, straight-line depreciation, maintenance. docs/method.md#hardware
///
/// The purchase moves cash to Assets:Hardware at the plan's start; each month of the life moves a
/// part of it to expense. Past the life the machines run on with no more depreciation. Where the
/// plan ends first, the rest stays on the books as what the hardware is worth.

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/finance/depreciation.hpp>
#include <gpuplan/pricing/pricing_run.hpp>

#include <algorithm>

namespace gpuplan::pricing {

namespace {

/// One line of what is bought.
struct Purchase {
    std::string item;
    Decimal quantity; ///< for the whole pool
    Money unitPrice;
    Provenance provenance;
    bool estimated = false; ///< taken from a range
};

/// low + (high - low) * place. A line with one known end is priced at it.
std::optional<Money> withinRange(PricingRun& run, const catalog::BillLine& line, double place,
                                 std::string_view system) {
    if (line.unitLow && line.unitHigh) {
        const Decimal share = Decimal::fromDouble(place).value_or(Decimal{});
        return *line.unitLow + multiply(*line.unitHigh - *line.unitLow, share.mantissa(),
                                        powerOfTen(share.places()));
    }
    const std::optional<Money>& known = line.unitLow ? line.unitLow : line.unitHigh;
    if (known)
        run.assume("pricing.assumption.one_price",
                   {inQuotes(line.component), inQuotes(system), known->text()});
    return known;
}

/// Lines of the bill of materials: the whole system if it is priced as one, else its parts.
void addBill(PricingRun& run, std::size_t pool, std::int64_t nodes, std::vector<Purchase>& list) {
    const auto& owned = std::get<model::Owned>(run.alternative().pools[pool].purchase);
    const std::string& system = *owned.billOfMaterials;
    const catalog::BillOfMaterials* const bill = run.catalogs.bill(system);
    if (bill == nullptr) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.hardware.no_bill",
                              {inQuotes(system)}, nearest(system, run.catalogs.billIds()));
        return;
    }
    for (const catalog::BillLine* const bought : catalog::purchaseLines(*bill)) {
        const catalog::BillLine& line = *bought;
        const auto price = withinRange(run, line, owned.priceWithinRange, system);
        if (!price) {
            run.diagnostics.error(
                run.poolLocation(pool), "pricing.hardware.no_price",
                {inQuotes(line.component), inQuotes(system), run.scenario.currency.code()});
            continue;
        }
        if (!run.inCurrency(price->currency(), price->text(), run.poolLocation(pool)))
            continue;
        list.push_back({line.component, Decimal::scaled(Int128{line.quantity} * nodes, 0), *price,
                        line.provenance, line.unitLow != line.unitHigh});
    }
}

std::vector<Purchase> purchases(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& owned = std::get<model::Owned>(spec.purchase);
    const std::int64_t nodes = paidNodes(run, pool);
    std::vector<Purchase> list;
    if (owned.billOfMaterials)
        addBill(run, pool, nodes, list);
    for (const model::CapexLine& line : owned.lines) {
        const Money& price = line.unitPrice.value;
        if (!run.inCurrency(price.currency(), price.text(), run.poolLocation(pool)))
            continue;
        list.push_back({line.item,
                        line.perPool ? line.quantity : line.quantity * Decimal::integer(nodes),
                        price, line.unitPrice.provenance});
    }
    if (!owned.billOfMaterials && owned.lines.empty())
        run.diagnostics.error(run.poolLocation(pool), "pricing.hardware.nothing_bought",
                              {inQuotes(spec.name), run.scenario.currency.code()});
    return list;
}

void buy(PricingRun& run, std::size_t pool) {
    PoolFigures& figures = run.priced.pools[pool];
    const Instant start = run.scenario.start;
    for (const Purchase& line : purchases(run, pool)) {
        const Money amount =
            multiply(line.unitPrice, line.quantity.mantissa(), powerOfTen(line.quantity.places()));
        figures.capital += amount;
        run.post(charge(run, start, start, {"pricing.charge.purchase", {line.item}}, pool,
                        {ledger::CauseKind::Scenario, 0},
                        {line.quantity.text(), line.unitPrice.text(), "hardware", line.provenance,
                         line.estimated}),
                 ledger::accounts::hardware, ledger::accounts::cash, amount);
    }
}

void depreciate(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& owned = std::get<model::Owned>(spec.purchase);
    PoolFigures& figures = run.priced.pools[pool];
    const Decimal& share = owned.residualShare.value;
    figures.residual = multiply(figures.capital, share.mantissa(), powerOfTen(share.places()));
    figures.lifeMonths = owned.lifeMonths;
    const auto planMonths = static_cast<std::int64_t>(run.months.size());
    for (std::int64_t i = 0; i < std::min(planMonths, owned.lifeMonths); ++i) {
        const Month& month = run.months[static_cast<std::size_t>(i)];
        run.post(charge(run, month.from, month.to, {"pricing.charge.depreciation", {spec.name}},
                        pool, {ledger::CauseKind::Scenario, 0},
                        {"1 / " + std::to_string(owned.lifeMonths),
                         (figures.capital - figures.residual).text(), "depreciation",
                         owned.residualShare.provenance, false}),
                 ledger::accounts::depreciation, ledger::accounts::hardware,
                 finance::depreciation(figures.capital, figures.residual, owned.lifeMonths, i));
    }
    for (std::int64_t i = 0; i < planMonths; ++i)
        run.priced.bookValues[static_cast<std::size_t>(i)] +=
            finance::bookValue(figures.capital, figures.residual, owned.lifeMonths, i + 1);
    if (planMonths > owned.lifeMonths)
        run.assume("pricing.assumption.past_life",
                   {inQuotes(spec.name), std::to_string(owned.lifeMonths)});
    if (planMonths < owned.lifeMonths)
        run.assume(
            "pricing.assumption.book_value",
            {inQuotes(spec.name), std::to_string(planMonths), std::to_string(owned.lifeMonths)});
}

/// A twelfth of the yearly share of the purchase price each month, from the end of the warranty on.
void maintain(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& owned = std::get<model::Owned>(spec.purchase);
    const Money& capital = run.priced.pools[pool].capital;
    const Decimal& share = owned.maintenancePerYear.value;
    const Money monthly =
        multiply(capital, share.mantissa(), multiplyChecked(powerOfTen(share.places()), 12));
    for (std::size_t i = 0; i < run.months.size(); ++i) {
        if (static_cast<std::int64_t>(i) < owned.warrantyMonths)
            continue;
        run.post(charge(run, run.months[i].from, run.months[i].to,
                        {"pricing.charge.maintenance", {spec.name}}, pool,
                        {ledger::CauseKind::Scenario, 0},
                        {"1/12 x " + share.text(), capital.text(), "maintenance",
                         owned.maintenancePerYear.provenance, false}),
                 ledger::accounts::maintenance, ledger::accounts::cash, monthly);
    }
}

/// The ranges depreciation needs.
bool isSound(PricingRun& run, std::size_t pool) {
    const model::Pool& spec = run.alternative().pools[pool];
    const auto& owned = std::get<model::Owned>(spec.purchase);
    bool sound = true;
    if (owned.lifeMonths < 1) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.hardware.life",
                              {inQuotes(spec.name), std::to_string(owned.lifeMonths)});
        sound = false;
    }
    const Decimal& residual = owned.residualShare.value;
    if (residual.isNegative() || residual > Decimal::integer(1)) {
        run.diagnostics.error(run.poolLocation(pool), "pricing.hardware.residual",
                              {inQuotes(spec.name), residual.text()});
        sound = false;
    }
    return sound;
}

} // namespace

void priceHardware(PricingRun& run) {
    const auto& pools = run.alternative().pools;
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        if (!std::holds_alternative<model::Owned>(pools[pool].purchase) || !isSound(run, pool))
            continue;
        buy(run, pool);
        depreciate(run, pool);
        maintain(run, pool);
    }
}

} // namespace gpuplan::pricing
