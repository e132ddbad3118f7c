#include <gpuplan/perf/precision.hpp>

namespace gpuplan::perf {

double elementBytes(model::Precision precision) {
    switch (precision) {
    case model::Precision::Fp32:
    case model::Precision::Tf32:
        return 4.0;
    case model::Precision::Mixed:
    case model::Precision::Fp8:
        break;
    }
    return 2.0;
}

double precisionSpeedup(double matrixShare, double matrixRatio, double restRatio) {
    return 1.0 / (matrixShare / matrixRatio + (1.0 - matrixShare) / restRatio);
}

} // namespace gpuplan::perf
