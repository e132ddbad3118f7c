#include <gpuplan/calibration/activity_fit.hpp>

#include <algorithm>

namespace gpuplan::calibration {

namespace {

double computeShare(double busy, double smActive, SmActivity assumed) {
    return (smActive - assumed.comm * busy) / (assumed.compute - assumed.comm);
}

} // namespace

ActivityAnswer solveActivity(double busy, double smActive, SmActivity assumed) {
    const double compute = computeShare(busy, smActive, assumed);
    // One part in 10^9: both ends are legitimate and reached only up to rounding.
    if (compute > busy + 1e-9)
        return {std::nullopt, ActivityFault::TooActive};
    if (compute < -1e-9)
        return {std::nullopt, ActivityFault::TooQuiet};
    ActivityFit fit;
    fit.compute = std::min(std::max(compute, 0.0), busy);
    fit.comm = busy - fit.compute;
    fit.idle = 1.0 - busy;
    // The more active compute and communication are, the less of them the SMs' activity takes.
    fit.computeLow = std::max(computeShare(busy, smActive, highSmActivity), 0.0);
    fit.computeHigh = std::min(computeShare(busy, smActive, lowSmActivity), busy);
    return {fit, std::nullopt};
}

} // namespace gpuplan::calibration
