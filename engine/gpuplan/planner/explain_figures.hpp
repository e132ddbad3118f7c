#pragma once
/// What the figures of an alternative mean, which others they are made from, and which postings.

#include <gpuplan/planner/result_reading.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::planner {

/// Which rows of the ledger make up a figure.
struct PostingFilter {
    std::optional<std::string> alternative;
    std::optional<std::string> account; ///< this one and those below it
    bool exactAccount = false;          ///< this one alone
    bool effective = false;             ///< views `both` and `effective`
    bool billed = false;                ///< views `both` and `billed`
    std::string monthFirst;             ///< `2027-01`; empty: from the start
    std::string monthLast;              ///< empty: to the end
    bool matches(const LedgerRow& row) const;
};

struct Figure {
    std::string meaningKey;         ///< in the message table
    std::string method;             ///< anchor in docs/method.md
    std::vector<std::string> parts; ///< pointers, whole
    std::optional<PostingFilter> postings;
    std::string formula = {}; ///< in the method's signs; may be empty
};

/// What is known of a figure. \param pointer  resolved: positions, not names
/// Nothing where the pointer leads to no known figure.
std::optional<Figure> figureAt(const io::JsonDocument& document, const std::string& pointer);

} // namespace gpuplan::planner
