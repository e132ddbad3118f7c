#include <gpuplan/finance/annuity.hpp>
#include <gpuplan/finance/present_value.hpp>
#include <gpuplan/metrics/cost_view.hpp>
#include <gpuplan/metrics/economics.hpp>

#include <algorithm>

namespace gpuplan::metrics {

namespace {

constexpr std::string_view cloudExpenses = "Expenses:Cloud";
constexpr double monthsPerYear = 12;

/// Effective cost of rented machines: of all pools, and of those leased only while needed.
struct CloudCost {
    Money all;
    Money elastic;
};

CloudCost cloudCost(const model::Alternative& alternative, const ledger::Journal& journal,
                    Currency currency) {
    CloudCost cost{Money(0, currency), Money(0, currency)};
    for (const ledger::Transaction& transaction : journal.transactions()) {
        const auto pool =
            std::find_if(alternative.pools.begin(), alternative.pools.end(),
                         [&](const model::Pool& p) { return p.name == transaction.pool; });
        const bool isElastic = pool != alternative.pools.end() &&
                               std::holds_alternative<model::ElasticSupply>(pool->supply) &&
                               !std::holds_alternative<model::Commitment>(pool->purchase);
        for (const ledger::Posting& posting : transaction.postings) {
            if (!ledger::covers(cloudExpenses, posting.account))
                continue;
            cost.all += posting.amount;
            if (isElastic)
                cost.elastic += posting.amount;
        }
    }
    return cost;
}

/// Mean speed of the pools, by the time that jobs held them; plain where none ran.
double meanSpeed(const model::Alternative& alternative, const std::vector<PoolUse>& use) {
    double work = 0;
    double time = 0;
    bool hasRun = false;
    for (const PoolUse& pool : use)
        hasRun = hasRun || pool.allocated.base() != 0;
    for (std::size_t pool = 0; pool < use.size(); ++pool) {
        const double weight = hasRun ? use[pool].allocated.inHours() : 1;
        work += weight * alternative.pools[pool].speed.value.toDouble();
        time += weight;
    }
    return time > 0 ? work / time : 1;
}

} // namespace

std::vector<double> billedFlows(const model::Scenario& scenario, const AlternativeResult& result) {
    const std::vector<Money> atStart = paidAtMonthStart(scenario, *result.journal);
    std::vector<double> flows(result.cost.byMonth.size() + 1);
    for (std::size_t i = 0; i < atStart.size(); ++i) {
        flows[i] += atStart[i].toDouble();
        flows[i + 1] += (result.cost.byMonth[i].billed - atStart[i]).toDouble();
    }
    return flows;
}

void fillEconomics(AlternativeResult& result, const model::Scenario& scenario,
                   const model::Alternative& alternative, const std::vector<PoolUse>& use,
                   const std::vector<pricing::PoolFigures>& figures) {
    const double rate = scenario.discountRate.value.toDouble();
    std::vector<double> flows = billedFlows(scenario, result);
    if (!result.cost.byMonth.empty())
        flows.back() -= result.cost.byMonth.back().bookValue.toDouble();
    result.npv = finance::netPresentValue(flows, finance::periodRate(rate, monthsPerYear));

    const Money zero(0, scenario.currency);
    const CloudCost cloud = cloudCost(alternative, *result.journal, scenario.currency);
    Economics& economics = result.economics;
    economics.capital = economics.residual = zero;
    economics.cloudCost = cloud.all;
    economics.useCost = cloud.elastic;
    economics.speed = meanSpeed(alternative, use);
    const double years = static_cast<double>(scenario.horizonMonths) / monthsPerYear;
    double annualCapital = 0;
    for (const pricing::PoolFigures& pool : figures) {
        economics.useCost += pool.loadCost;
        if (pool.capital.isZero())
            continue;
        economics.capital += pool.capital;
        economics.residual += pool.residual;
        economics.lifeMonths =
            std::min(economics.lifeMonths.value_or(pool.lifeMonths), pool.lifeMonths);
        // Hardware that the plan keeps past its life is spread over the plan.
        annualCapital += finance::equivalentAnnualCost(
            pool.capital.toDouble(), pool.residual.toDouble(),
            std::max(static_cast<double>(pool.lifeMonths) / monthsPerYear, years), rate, 0);
    }
    if (years <= 0)
        return;
    Money running = result.cost.total;
    for (const auto& [account, amount] : result.cost.byAccount)
        if (account == ledger::accounts::depreciation)
            running -= amount;
    result.equivalentAnnualCost = annualCapital + running.toDouble() / years;
    economics.fixedPerYear = *result.equivalentAnnualCost - economics.useCost.toDouble() / years;
}

} // namespace gpuplan::metrics
