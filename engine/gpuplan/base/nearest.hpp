#pragma once
/// "Did you mean": names near a misspelt one.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan {

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`, ASCII case ignored.
/// Of texts past 256 bytes the first 256 count.
std::size_t editDistance(std::string_view a, std::string_view b);

/// Up to `most` of `known` within a third of the name's length (2 edits for a short name) that keep
/// at least one letter; nearest first, ties by spelling.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known,
                                 std::size_t most = 3);

} // namespace gpuplan
