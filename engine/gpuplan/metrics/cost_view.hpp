#pragma once
/// The two views of a journal: what is paid when (billed: postings of cash) and what is used when
/// (effective: postings of expense). Internal to `metrics`.

#include <gpuplan/ledger/journal.hpp>
#include <gpuplan/metrics/result.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace gpuplan::metrics {

/// Both views by account and by month of the plan. In the billed view a payment counts under the
/// accounts it went to: `Assets:Hardware` for a purchase.
/// \param bookValues  of the hardware at each month's end, one for each month of the plan
/// \param residual  what all of it is worth at the end of its life
Cost costView(const model::Scenario& scenario, const ledger::Journal& journal,
              std::span<const Money> bookValues, const Money& residual);

/// First instants of the plan's months.
std::vector<Instant> monthStarts(const model::Scenario& scenario);

/// What a transaction adds to the costs: its postings below `Expenses`.
Money effectiveAmount(const ledger::Transaction& transaction, Currency currency);
/// What it takes from cash.
Money billedAmount(const ledger::Transaction& transaction, Currency currency);

/// Paid at the beginning of each month: purchases and upfront payments, which are no charge for a
/// span of time. One amount for each month of the plan.
std::vector<Money> paidAtMonthStart(const model::Scenario& scenario,
                                    const ledger::Journal& journal);

} // namespace gpuplan::metrics
