#include <gpuplan/perf/memory_states.hpp>
#include <gpuplan/perf/precision.hpp>

namespace gpuplan::perf {

namespace {

/// Of all moments that an optimizer keeps of one parameter.
double momentBytes(model::Optimizer optimizer) {
    switch (optimizer) {
    case model::Optimizer::Adam:
        return 8.0;
    case model::Optimizer::Adam8bit:
        return 2.0;
    case model::Optimizer::SgdMomentum:
        break;
    }
    return 4.0;
}

bool keepsCopy(model::Precision precision) {
    return elementBytes(precision) < 4.0;
}

} // namespace

StateBytes stateBytes(model::Precision precision, model::Optimizer optimizer,
                      GradientFormat gradients) {
    const double element = elementBytes(precision);
    return {element, gradients == GradientFormat::Fp32 ? 4.0 : element,
            momentBytes(optimizer) + (keepsCopy(precision) ? 4.0 : 0.0)};
}

double shardedBytes(const StateBytes& bytes, std::int64_t ranks, std::int64_t stage) {
    const auto among = static_cast<double>(ranks);
    return (stage >= 3 ? bytes.weights / among : bytes.weights) +
           (stage >= 2 ? bytes.gradients / among : bytes.gradients) +
           (stage >= 1 ? bytes.optimizer / among : bytes.optimizer);
}

double updateBytes(model::Precision precision, model::Optimizer optimizer) {
    const double gradient = 4.0;
    const double weights = keepsCopy(precision) ? 2.0 * 4.0 + 2.0 : 2.0 * 4.0;
    return gradient + 2.0 * momentBytes(optimizer) + weights;
}

} // namespace gpuplan::perf
