#pragma once
/// The engine's version, part of every result's digest.

#include <string_view>

namespace gpuplan {

/// `0.1.0`: major, minor, patch of the build.
std::string_view engineVersion();

} // namespace gpuplan
