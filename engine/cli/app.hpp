#pragma once
#include "command.hpp"

namespace gpuplan::cli {

/// Parses and runs. Never throws: a broken promise inside becomes exit 70 with a word on stderr.
int runApp(int argc, const char* const* argv);

} // namespace gpuplan::cli
