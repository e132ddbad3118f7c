#pragma once
/// docs/scenario-format.md, made from the field tables: a test holds the file against them.

#include <string>

namespace gpuplan::io {

/// The whole manual as Markdown.
std::string scenarioManual();

} // namespace gpuplan::io
