#include <gpuplan/perf/flops.hpp>

namespace gpuplan::perf {

double budgetFlops(double parameters, double tokens) {
    return 6.0 * parameters * tokens;
}

double flopsUtilization(double flops, double step, double gpus, double peak) {
    return flops / (step * gpus * peak);
}

} // namespace gpuplan::perf
