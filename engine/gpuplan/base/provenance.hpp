#pragma once
/// Where a value comes from: what a person needs to check it.

#include <string>

namespace gpuplan {

/// How far a value can be trusted, as its collector graded it.
enum class Confidence {
    Unknown, ///< nobody graded it
    Low,     ///< blog, estimate, derived, or recalled
    Medium,  ///< secondary source, older, or a vendor sheet recalled
    High,    ///< read in a primary or generated source
};

/// Source of one value. Dates are ISO texts (`2026`, `2026-07`, `2026-07-20`), as precise as known.
struct Provenance {
    std::string source;    ///< document or repository the value was read in
    std::string asOf;      ///< date of the figure itself
    std::string retrieved; ///< when it was collected
    Confidence confidence = Confidence::Unknown;
    std::string note;
    std::string file;    ///< file of this project or scenario the value was read from
    std::string pointer; ///< JSON pointer in that file

    bool operator==(const Provenance&) const = default;
};

/// A value with its source.
template <typename T>
struct Sourced {
    T value{};
    Provenance provenance;

    bool operator==(const Sourced&) const = default;
};

template <typename T>
Sourced(T, Provenance) -> Sourced<T>;

} // namespace gpuplan
