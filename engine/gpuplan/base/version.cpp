#include <gpuplan/base/version.hpp>

namespace gpuplan {

std::string_view engineVersion() {
    return GPUPLAN_VERSION;
}

} // namespace gpuplan
