#include <gpuplan/perf/preparation.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::perf {

double effectiveCores(double physical, double hyperThreads) {
    constexpr double perHyperThread = 0.25;
    return physical + perHyperThread * hyperThreads;
}

double busyCores(double workers, double cores) {
    return std::min(workers, cores);
}

std::int64_t idleWorkers(std::int64_t workers, double cores) {
    const double useful = std::ceil(cores);
    return static_cast<double>(workers) > useful ? workers - static_cast<std::int64_t>(useful) : 0;
}

double gpuPreparationTime(double batch, double share, double samplesPerGpu) {
    return share > 0.0 ? batch * share / samplesPerGpu : 0.0;
}

double preparationStall(double cores, double needed, double gain) {
    return std::max(0.0, 1.0 - cores * gain / needed);
}

} // namespace gpuplan::perf
