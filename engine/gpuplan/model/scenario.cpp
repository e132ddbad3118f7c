#include <gpuplan/model/scenario.hpp>

namespace gpuplan::model {

std::string_view name(GpuState state) {
    constexpr std::array<std::string_view, gpuStateCount> names{
        "unallocated", "down", "provisioning", "idle_held", "restart", "checkpoint",
        "fetch",       "prep", "h2d",          "sync",      "comm",    "compute"};
    return names.at(static_cast<std::size_t>(state));
}

} // namespace gpuplan::model
