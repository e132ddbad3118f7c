/// The place where owned machines stand: rented space by contracted power, and people.
/// docs/method.md#colocation, docs/method.md#staff

#include <gpuplan/pricing/pricing_run.hpp>

namespace gpuplan::pricing {

namespace {

/// What the site contracts for: as stated, or all owned nodes at full power.
Int128 contractedMilliwatts(PricingRun& run) {
    const model::Site& site = *run.alternative().site;
    if (site.contracted)
        return site.contracted->base();
    Int128 sum = 0;
    const auto& pools = run.alternative().pools;
    for (std::size_t pool = 0; pool < pools.size(); ++pool)
        if (const auto* const owned = std::get_if<model::Owned>(&pools[pool].purchase))
            sum = addChecked(sum,
                             multiplyChecked(owned->fullPower.value.base(), paidNodes(run, pool)));
    run.assume("pricing.assumption.contracted", {Power(toInt64(sum)).text()});
    return sum;
}

ledger::Transaction siteCharge(const PricingRun& run, const Month& month, std::string_view key,
                               ledger::Basis basis) {
    const std::string& site = run.alternative().site->name;
    ledger::Transaction transaction =
        charge(run, month.from, month.to, {std::string(key), {site}}, {},
               {ledger::CauseKind::Scenario, 0}, std::move(basis));
    transaction.site = site;
    return transaction;
}

void chargeColocation(PricingRun& run) {
    const model::Site& site = *run.alternative().site;
    const auto& price = site.colocation->value;
    if (!run.inCurrency(price.currency, price.text(), run.location("/site")))
        return;
    const Int128 milliwatts = contractedMilliwatts(run);
    for (const Month& month : run.months)
        run.post(siteCharge(run, month, "pricing.charge.colocation",
                            {Power(toInt64(milliwatts)).text(), price.text(), "colocation",
                             site.colocation->provenance, false}),
                 ledger::accounts::colocation, ledger::accounts::cash,
                 priceTimes(price.amount, price.currency, milliwatts, 1'000'000));
}

void chargeStaff(PricingRun& run) {
    const model::Site& site = *run.alternative().site;
    if (!site.salary) {
        run.diagnostics.error(run.location("/site"), "pricing.staff.no_salary",
                              {site.staff->value.text(), run.scenario.currency.code()});
        return;
    }
    const auto& salary = site.salary->value;
    if (!run.inCurrency(salary.currency, salary.text(), run.location("/site")))
        return;
    const Decimal& people = site.staff->value;
    const auto pay = [&](std::size_t months) {
        return priceTimes(salary.amount, salary.currency,
                          multiplyChecked(people.mantissa(), static_cast<std::int64_t>(months)),
                          multiplyChecked(powerOfTen(people.places()), 12));
    };
    for (std::size_t i = 0; i < run.months.size(); ++i) {
        const Month& month = run.months[i];
        const bool isLast = i + 1 == run.months.size();
        // The last month takes the rest, so that whole years cost whole salaries.
        const Money amount =
            isLast ? pay(i + 1) - multiply(pay(1), static_cast<std::int64_t>(i), 1) : pay(1);
        run.post(siteCharge(run, month, "pricing.charge.staff",
                            {text(Message{"pricing.quantity.staff", {people.text()}}),
                             salary.text(), "staff", site.salary->provenance, false}),
                 ledger::accounts::staff, ledger::accounts::cash, amount);
    }
}

} // namespace

void priceSite(PricingRun& run) {
    if (!run.alternative().site)
        return;
    if (run.alternative().site->colocation)
        chargeColocation(run);
    if (run.alternative().site->staff)
        chargeStaff(run);
}

} // namespace gpuplan::pricing
