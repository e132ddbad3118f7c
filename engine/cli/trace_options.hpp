#pragma once
/// The options of every command that reads a job trace.

#include "command.hpp"

#include <gpuplan/workload/trace_reader.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cli {

/// `--from`, `--processors-per-gpu`, `--tz`, `--columns`.
std::vector<OptionSpec> traceOptions();

/// The options as typed. \return nothing after a complaint to the console: wrong usage.
std::optional<workload::ImportOptions>
traceOptionsOf(const Arguments& arguments, const Console& console, const std::string& command);

} // namespace gpuplan::cli
