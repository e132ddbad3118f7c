#pragma once
/// The answer of a run for scripts: the keys of the public contract, with what is needed to explain
/// every figure: question, dates, assumptions, sources, and the check sum of the ledger.

#include <gpuplan/metrics/result.hpp>

#include <string>
#include <string_view>

namespace gpuplan::report {

inline constexpr std::string_view resultFormat = "gpuplan.result/1";

/// One JSON document. Money is a decimal string in the alternative's currency, GPU-hours are
/// numbers with six places whose parts sum to their total, what is not known is null.
/// \param ledger  the text of ledgerCsv(result), whose SHA-256 ties the two files together
std::string resultJson(const metrics::RunResult& result, std::string_view ledger);

/// `run --format csv`: a row an alternative, its main figures; unknown ones are empty.
std::string resultCsv(const metrics::RunResult& result);

} // namespace gpuplan::report
