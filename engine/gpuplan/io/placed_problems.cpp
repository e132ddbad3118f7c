#include <gpuplan/io/placed_problems.hpp>

#include <algorithm>

namespace gpuplan::io {

void PlacedProblems::problem(const std::string& pointer, std::string_view key,
                             std::vector<std::string> arguments,
                             std::vector<std::string> candidates) {
    if (wereRead({pointer}))
        m_problems.error(m_places.at(pointer), key, std::move(arguments), std::move(candidates));
}

bool PlacedProblems::wereRead(std::initializer_list<std::string> pointers) const {
    return std::all_of(pointers.begin(), pointers.end(),
                       [&](const std::string& pointer) { return m_reading.wasRead(pointer); });
}

bool PlacedProblems::areClean(std::initializer_list<std::string> pointers) const {
    return std::all_of(pointers.begin(), pointers.end(),
                       [&](const std::string& pointer) { return m_reading.isClean(pointer); });
}

} // namespace gpuplan::io
