#include <gpuplan/perf/roofline.hpp>

namespace gpuplan::perf {

RooflineTime rooflineTime(const Operation& operation, const Roof& roof) {
    const double compute = operation.flops / (roof.peak * roof.etaCompute);
    const double memory = operation.bytes / (roof.bandwidth * roof.etaMemory);
    const bool isMemoryBound = memory > compute;
    return {(isMemoryBound ? memory : compute) + roof.overhead, isMemoryBound};
}

Operation matrixProduct(double m, double n, double k, double elementBytes) {
    return {2.0 * m * n * k, elementBytes * (m * k + k * n + m * n)};
}

double ridgePoint(double peak, double bandwidth) {
    return peak / bandwidth;
}

} // namespace gpuplan::perf
