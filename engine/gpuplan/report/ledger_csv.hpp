#pragma once
/// The ledger of a whole run as one table, a row a posting, so a spreadsheet can check every sum.

#include <gpuplan/metrics/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::report {

/// In which view of the cost a posting counts.
enum class PostingView {
    Both,      ///< paid and used at once: in `billed` and `effective`
    Billed,    ///< paid now, used later: a purchase or a prepayment
    Effective, ///< used now, paid at another time: depreciation, a commitment's month
    Cash,      ///< the cash that pays; the other side of `billed`
    Balance,   ///< the asset that shrinks; the other side of `effective`
};
std::string_view name(PostingView view);

/// The view of every posting of one transaction, in its order. What is billed is what stands
/// against cash; what is effective is what stands on an expense account.
std::vector<PostingView> postingViews(const ledger::Transaction& transaction);

/// Columns of the table, in order: entry, alternative, from, to, account, ...
const std::vector<std::string>& ledgerColumns();

/// The table with its heading. Entries are numbered from 1 through all alternatives in the
/// scenario's order. Rows of view `both` and `billed` of one alternative sum to its billed total,
/// `both` and `effective` to its effective total.
std::string ledgerCsv(const metrics::RunResult& result);

/// What in the history led to a charge, in words a person can check: `lease 12: node 3, from ...`.
std::string causeText(const metrics::AlternativeResult& alternative, const ledger::Cause& cause,
                      Instant start);

} // namespace gpuplan::report
