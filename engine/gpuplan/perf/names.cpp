#include <gpuplan/perf/step_breakdown.hpp>

namespace gpuplan::perf {

std::string_view name(Stage stage) {
    constexpr std::array<std::string_view, stageCount> names{"compute", "comm", "sync",
                                                             "h2d",     "prep", "fetch"};
    return names.at(static_cast<std::size_t>(stage));
}

std::string_view name(Layer layer) {
    constexpr std::array<std::string_view, 3> names{"measured", "stages", "architecture"};
    return names.at(static_cast<std::size_t>(layer));
}

std::string_view name(Basis basis) {
    constexpr std::array<std::string_view, 3> names{"measured", "vendor", "estimated"};
    return names.at(static_cast<std::size_t>(basis));
}

} // namespace gpuplan::perf
