#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/finance/checkpoint.hpp>

#include <cmath>
#include <limits>

namespace gpuplan::finance {

namespace {

void expectRange(double checkpoint, double mtbf) {
    GPUPLAN_EXPECTS(checkpoint >= 0.0 && mtbf > 0.0, "a stall is 0 or more, an MTBF above 0");
}

} // namespace

double youngInterval(double checkpoint, double mtbf) {
    expectRange(checkpoint, mtbf);
    return std::sqrt(2.0 * checkpoint * mtbf);
}

double dalyInterval(double checkpoint, double mtbf) {
    expectRange(checkpoint, mtbf);
    if (checkpoint >= 2.0 * mtbf)
        return mtbf;
    const double ratio = checkpoint / (2.0 * mtbf);
    return std::sqrt(2.0 * checkpoint * mtbf) * (1.0 + std::sqrt(ratio) / 3.0 + ratio / 9.0) -
           checkpoint;
}

double bestInterval(double checkpoint, double mtbf) {
    expectRange(checkpoint, mtbf);
    if (checkpoint == 0.0)
        return 0.0;
    // With y = tau/M = 1 + W, W e^W = -e^(-1-C/M) reads -ln(1-y) - y = C/M. Solved in this form,
    // since 1 + W loses all digits where C is far below M. The left side is convex, so Newton's
    // method comes down from any start above the root; y^2/2 lies below the left side.
    const double c = checkpoint / mtbf;
    double y = std::sqrt(2.0 * c);
    if (y > 0.5)
        y = -des::expm1(-1.0 - c); // -ln(1-y) = 1 + c > c + y: above the root
    if (y >= 1.0)
        return mtbf; // the rest is below half a unit in the last place
    for (int i = 0; i < 100; ++i) {
        // y^2/2 + y^3/3 + ... for small y, where the difference would cancel.
        const double left =
            y < 1e-4 ? y * y * (0.5 + y * (1.0 / 3.0 + y * (0.25 + y * 0.2))) : -des::log1p(-y) - y;
        const double next = y - (left - c) * (1.0 - y) / y;
        if (!(next < y))
            break;
        y = next;
    }
    return mtbf * y;
}

double timeMultiplier(const CheckpointModel& model) {
    GPUPLAN_EXPECTS(model.interval > 0.0 && model.restart >= 0.0,
                    "an interval is above 0, a restart 0 or more");
    expectRange(model.checkpoint, model.mtbf);
    const double cycle = model.interval + model.checkpoint;
    if (std::isinf(model.mtbf))
        return cycle / model.interval;
    return model.mtbf * des::exp(model.restart / model.mtbf) * des::expm1(cycle / model.mtbf) /
           model.interval;
}

double expectedTime(double work, const CheckpointModel& model) {
    return work * timeMultiplier(model);
}

double mtbfFromLossesPerHour(double lossesPerHour) {
    GPUPLAN_EXPECTS(lossesPerHour >= 0.0, "a rate is 0 or more");
    return lossesPerHour == 0.0 ? std::numeric_limits<double>::infinity() : 3600.0 / lossesPerHour;
}

} // namespace gpuplan::finance
