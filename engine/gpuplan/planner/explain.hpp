#pragma once
/// Walks one figure of a result back: figure -> postings -> transaction -> event -> price ->
/// source.
///
/// In: a ResultReading (result_reading.hpp) and what a person asks for. Out: an Explanation, as a
/// document or JSON. explain_figures.cpp knows what each figure means and which postings make it.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/base/result.hpp>
#include <gpuplan/planner/result_reading.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::planner {

/// A figure that another one is made from.
struct ExplainedPart {
    std::string pointer;
    std::string value;
};

/// Postings of one account at one price from one source.
struct ExplainedPrice {
    std::string alternative;
    std::string account;
    std::string price;
    std::string source;
    std::string asOf;
    std::string confidence;
    bool estimated = false;
    std::size_t postings = 0;
    Money amount;
};

/// A value of the scenario that the figure rests on.
struct ExplainedAssumption {
    std::string pointer; ///< into the scenario
    std::string value;
    std::string source;
    std::string asOf;
    std::string confidence;
};

struct Explanation {
    std::string what; ///< the pointer, account or entry in full
    std::string value;
    std::string meaning; ///< one sentence; empty where the pointer says it all
    std::string method;  ///< anchor in docs/method.md; may be empty
    std::string formula; ///< in the method's signs; may be empty
    bool estimated = false;
    std::vector<ExplainedPart> parts;
    std::vector<ExplainedPrice> prices; ///< dearest first; sum to the postings' sum
    std::vector<LedgerRow> postings;    ///< dearest first
    std::vector<LedgerRow> purchases;   ///< of the hardware that the postings write off
    std::vector<Message> steps;         ///< how what is written off comes from the purchases
    std::optional<Money> sum;           ///< of the postings; absent without any
    std::vector<ExplainedAssumption> assumptions;
    bool ledgerMissing = false; ///< postings exist, but no ledger stands beside the result
};

/// \param what  a JSON pointer into the result, an account (`Expenses:OnPrem:Power`, or as tables
/// print it, `electricity`; covers those below it), or an entry number of the ledger
/// Nothing known by that name is an error with the nearest names; so is an amount that is not the
/// sum of its postings. Where a ledger is needed and missing, that is trouble Outside.
Result<Explanation> explain(const ResultReading& reading, const std::string& what);

/// For a terminal. \param mostPostings  rows shown; the rest is counted
std::string explanationText(const Explanation& explanation, std::size_t mostPostings,
                            Language language);
/// Everything, as one JSON document.
std::string explanationJson(const Explanation& explanation);
/// The postings as CSV with the ledger's main columns; of a figure without postings its value and
/// those it is made from, as `figure,value`.
std::string explanationCsv(const Explanation& explanation);

} // namespace gpuplan::planner
