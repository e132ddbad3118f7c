#pragma once
/// A Selfcheck as text: JSON and CSV for programs, a table with a summary for people.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/selfcheck/selfcheck.hpp>

#include <string>

namespace gpuplan::selfcheck {

/// `{"cases": [...], "counts": {...}, "accuracy": [...], "ok": ...}`, an entry of `cases` for each
/// expected row.
std::string selfcheckAsJson(const Selfcheck& result);
/// A line a row, the keys of an entry of `cases` as columns.
std::string selfcheckAsCsv(const Selfcheck& result);
/// A table, what is off and why, the accuracy reached beside the goals, and the sources.
std::string selfcheckAsTable(const Selfcheck& result, Language language);

} // namespace gpuplan::selfcheck
