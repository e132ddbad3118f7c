#pragma once
/// Reads the requests of an inference service: a CSV file with a row a request, or a row a time
/// bin. Columns by name, others are passed over.

#include <gpuplan/base/result.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpuplan::workload {

struct RequestRow {
    std::int64_t at = 0;    ///< microseconds since the first row's second, never falling
    std::int32_t input = 0; ///< tokens; 0: not told
    std::int32_t output = 0;
};

struct RequestBin {
    std::int64_t from = 0; ///< microseconds since the first bin
    std::int64_t to = 0;
    std::int64_t requests = 0;
};

/// Either rows or bins.
struct RequestRecord {
    std::vector<RequestRow> rows;
    std::vector<RequestBin> bins;
    std::int64_t length = 0; ///< from the begin to the end of the last row's second or bin
};

/// More requests than this are refused.
inline constexpr std::size_t mostRecordedRequests = 50'000'000;

/// Rows: `at_s` (seconds) or `TIMESTAMP` (YYYY-MM-DD HH:MM:SS.fff), with `input_tokens` and
/// `output_tokens` or `ContextTokens` and `GeneratedTokens`. Bins: `bin_start_s`, `bin_end_s`,
/// `requests`. Every faulty row is an error with its line: a row that is left out would change the
/// load in silence. At most 20 are told.
/// \param stop  asked now and then; once it says yes the record ends early
Result<RequestRecord> readRequests(const std::string& path, const std::function<bool()>& stop = {});

} // namespace gpuplan::workload
