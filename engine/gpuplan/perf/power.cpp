#include <gpuplan/des/math.hpp>
#include <gpuplan/perf/power.hpp>

namespace gpuplan::perf {

double gpuPower(double idle, double full, double active, double exponent) {
    if (active == 0.0)
        return idle;
    return idle + (full - idle) * (exponent == 1.0 ? active : des::power(active, exponent));
}

} // namespace gpuplan::perf
