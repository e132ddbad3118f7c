#pragma once
/// Results and the list of models as text: JSON for programs, a table for people, CSV for sheets.

#include <gpuplan/selfcheck/calc.hpp>

#include <span>
#include <string>

namespace gpuplan::selfcheck {

/// One object; with `each` every output is a list, but for ratios of the first to the last.
std::string calculationAsJson(const CalcModel& model, const Calculation& calculation);
/// A line an output with its unit; with `each` a line an object.
std::string calculationAsTable(const CalcModel& model, const Calculation& calculation);
/// A column an output, named with its unit, a line an object.
std::string calculationAsCsv(const CalcModel& model, const Calculation& calculation);

/// One value as JSON on one line, without a line feed.
std::string valueAsJson(const Value& value);

/// An array of {"name", "summary", "formula", "inputs": [...], "outputs": [...]}.
std::string modelsAsJson(std::span<const CalcModel> models);
/// Each model with its inputs, their units and ranges, and its outputs.
std::string modelsAsTable(std::span<const CalcModel> models);
/// A line an input or output.
std::string modelsAsCsv(std::span<const CalcModel> models);

} // namespace gpuplan::selfcheck
