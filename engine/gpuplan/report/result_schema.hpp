#pragma once
/// The JSON Schema (2020-12) of `result.json`.

#include <string>

namespace gpuplan::report {

/// Every key that resultJson writes, closed: a test holds the two together.
std::string resultSchema();

} // namespace gpuplan::report
