#pragma once
/// Complaints of checks across fields: each at its place in the file, and none that builds on a
/// value which could not be read.

#include <gpuplan/io/reading.hpp>
#include <gpuplan/io/scenario_file.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

class PlacedProblems {
public:
    /// Both must outlive it.
    PlacedProblems(const Locator& places, const Reading& reading)
        : m_places(places), m_reading(reading) {}

    /// Adds an error, unless the value at `pointer` was complained of before.
    void problem(const std::string& pointer, std::string_view key,
                 std::vector<std::string> arguments = {}, std::vector<std::string> candidates = {});

    /// Whether these values are what the file says, not defaults in place of faulty ones.
    bool wereRead(std::initializer_list<std::string> pointers) const;
    /// Whether these are absent if they seem so: a faulty part leaves an optional value empty.
    bool areClean(std::initializer_list<std::string> pointers) const;

    Diagnostics take() { return std::move(m_problems); }

private:
    const Locator& m_places;
    const Reading& m_reading;
    Diagnostics m_problems; ///< apart, so that one check's complaint silences no other check
};

} // namespace gpuplan::io
