#pragma once
/// One row of comma-separated values (RFC 4180, line feed at the end).

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::report {

/// Appends one field; with a comma, quote or line break it is quoted, quotes inside are doubled.
void appendCsvField(std::string& to, std::string_view field);
/// Appends the fields, commas between them, and the line feed.
void appendCsvRow(std::string& to, const std::vector<std::string>& fields);

/// Takes the next row off `text`, quotes undone, line breaks kept inside quotes. \return false at
/// the end
bool takeCsvRow(std::string_view& text, std::vector<std::string>& fields);

} // namespace gpuplan::report
