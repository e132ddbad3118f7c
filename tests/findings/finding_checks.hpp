#pragma once
/// Findings held against results: a check names figures of `result.json` by JSON pointers, as a
/// user's script would, and says where they must lie.

#include <gpuplan/io/json_document.hpp>
#include <gpuplan/metrics/result.hpp>

#include <optional>
#include <string>

namespace gpuplan::test {

/// What `run --format json` prints.
io::JsonDocument resultDocument(const metrics::RunResult& result);

/// The number at the pointer, amounts of money included; nothing where there is no such figure.
std::optional<double> figureAt(const io::JsonDocument& result, const std::string& pointer);

/// What came out of a check.
struct CheckOutcome {
    std::optional<double> figure; ///< the value, or its ratio; nothing where one is not there
    bool holds = false;
    std::string text; ///< the check with its figures, for a person
};
CheckOutcome evaluate(const model::FindingCheck& check, const io::JsonDocument& result);

} // namespace gpuplan::test
