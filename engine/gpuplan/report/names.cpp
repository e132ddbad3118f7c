#include <gpuplan/report/names.hpp>

#include <array>

namespace gpuplan::report {

std::string_view name(model::AlternativeKind kind) {
    constexpr std::array<std::string_view, 3> names{"cloud", "owned", "hybrid"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view name(model::BreakEvenBy by) {
    constexpr std::array<std::string_view, 5> names{"months", "hours", "utilization",
                                                    "hours_per_week", "price"};
    return names.at(static_cast<std::size_t>(by));
}

std::string_view name(metrics::CrossingStatus status) {
    constexpr std::array<std::string_view, 5> names{"crosses", "never", "several", "after_life",
                                                    "always"};
    return names.at(static_cast<std::size_t>(status));
}

std::string_view name(metrics::Effort effort) {
    constexpr std::array<std::string_view, 3> names{"today", "week", "quarter"};
    return names.at(static_cast<std::size_t>(effort));
}

std::string_view name(Severity severity) {
    constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
    return names.at(static_cast<std::size_t>(severity));
}

} // namespace gpuplan::report
