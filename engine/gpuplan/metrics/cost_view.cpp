#include <gpuplan/base/contract.hpp>
#include <gpuplan/metrics/cost_view.hpp>

#include <algorithm>

namespace gpuplan::metrics {

namespace {

constexpr std::string_view expenses = "Expenses";

std::size_t monthOf(const std::vector<Instant>& starts, Instant instant) {
    const auto after = std::upper_bound(starts.begin(), starts.end(), instant);
    GPUPLAN_EXPECTS(after != starts.begin(), "a posting lies in the plan");
    return static_cast<std::size_t>(after - starts.begin()) - 1;
}

void add(std::map<std::string, Money>& amounts, const std::string& key, const Money& amount) {
    const auto [found, isNew] = amounts.try_emplace(key, amount);
    if (!isNew)
        found->second += amount;
}

} // namespace

std::vector<Instant> monthStarts(const model::Scenario& scenario) {
    std::vector<Instant> starts;
    for (std::int64_t i = 0; i < scenario.horizonMonths; ++i)
        starts.push_back(addMonths(scenario.start, static_cast<int>(i)));
    return starts;
}

Money effectiveAmount(const ledger::Transaction& transaction, Currency currency) {
    Money sum(0, currency);
    for (const ledger::Posting& posting : transaction.postings)
        if (ledger::covers(expenses, posting.account))
            sum += posting.amount;
    return sum;
}

Money billedAmount(const ledger::Transaction& transaction, Currency currency) {
    Money sum(0, currency);
    for (const ledger::Posting& posting : transaction.postings)
        if (posting.account == ledger::accounts::cash)
            sum -= posting.amount;
    return sum;
}

Cost costView(const model::Scenario& scenario, const ledger::Journal& journal,
              std::span<const Money> bookValues, const Money& residual) {
    const Money zero(0, scenario.currency);
    const std::vector<Instant> starts = monthStarts(scenario);
    GPUPLAN_EXPECTS(bookValues.size() == starts.size(), "a book value for each month");
    Cost cost;
    for (std::size_t i = 0; i < starts.size(); ++i)
        cost.byMonth.push_back({starts[i], zero, zero, zero, zero, residual, bookValues[i]});
    Money billed = zero;
    Money effective = zero;
    for (const ledger::Transaction& transaction : journal.transactions()) {
        const Money paid = billedAmount(transaction, scenario.currency);
        const Money used = effectiveAmount(transaction, scenario.currency);
        billed += paid;
        effective += used;
        MonthCost& month = cost.byMonth[monthOf(starts, transaction.from)];
        month.billed += paid;
        month.effective += used;
        for (const ledger::Posting& posting : transaction.postings) {
            if (ledger::covers(expenses, posting.account))
                add(cost.byAccount, posting.account, posting.amount);
            if (!paid.isZero() && posting.account != ledger::accounts::cash)
                add(cost.billed, posting.account, posting.amount);
        }
    }
    Money billedSoFar = zero;
    Money effectiveSoFar = zero;
    for (MonthCost& month : cost.byMonth) {
        month.billedSoFar = billedSoFar += month.billed;
        month.effectiveSoFar = effectiveSoFar += month.effective;
    }
    cost.total = effective;
    cost.effective = cost.byAccount;
    cost.effective["total"] = effective;
    cost.billed["total"] = billed;
    return cost;
}

std::vector<Money> paidAtMonthStart(const model::Scenario& scenario,
                                    const ledger::Journal& journal) {
    const std::vector<Instant> starts = monthStarts(scenario);
    std::vector<Money> paid(starts.size(), Money(0, scenario.currency));
    for (const ledger::Transaction& transaction : journal.transactions())
        if (transaction.from == transaction.to)
            paid[monthOf(starts, transaction.from)] += billedAmount(transaction, scenario.currency);
    return paid;
}

} // namespace gpuplan::metrics
