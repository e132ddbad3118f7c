#pragma once
/// A run's files read back: the result as JSON with places, the ledger as rows. Nothing in them is
/// trusted: hand-made, cut or mixed up files end in complaints.

#include <gpuplan/base/result.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/units/money.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::planner {

/// One row of `ledger.csv`.
struct LedgerRow {
    std::uint64_t entry = 0;
    std::string alternative;
    std::string from;
    std::string to;
    std::string account;
    Money amount;
    std::string view;
    std::string pool;
    std::string site;
    std::string cause;
    std::string quantity;
    std::string price;
    std::string formula;
    std::string source;
    std::string asOf;
    std::string file;
    std::string pointer;
    std::string confidence;
    bool estimated = false;
    std::string description;
};

struct ResultReading {
    io::JsonDocument document;
    /// Absent where no `ledger.csv` stands beside the result.
    std::optional<std::vector<LedgerRow>> ledger;
    std::string ledgerFile; ///< where it stands or should stand
};

/// \param path  a folder that `run --out` wrote, or the `result.json` itself
/// Errors: files in trouble (Outside); no JSON, another format, a ledger that is not the one the
/// result was written with (Input).
Result<ResultReading> readResult(const std::string& path);

/// The value at a JSON pointer; in lists an entry can be named by its `name`, `cause` or `month`
/// in place of its position, an account by the words that tables print for it. Nothing if there is
/// none.
std::optional<io::JsonValue> valueAt(const io::JsonDocument& document, std::string_view pointer);

/// Whether `typed` is how tables print the account (`depreciation`), in capitals or not.
bool isAccountText(std::string_view typed, const std::string& account);

/// Every pointer of the document, in file order, for suggestions.
std::vector<std::string> allPointers(const io::JsonDocument& document);

} // namespace gpuplan::planner
