#pragma once
/// Power over activity: power = idle + (full - idle) x activity^exponent.
/// docs/method.md#calibration

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuplan::calibration {

struct PowerPoint {
    double activity = 0; ///< 0 to 1
    double power = 0;    ///< W
};

struct PowerFit {
    double idle = 0;      ///< W, at no activity
    double full = 0;      ///< W, at full activity; stands where the model has the TDP
    double exponent = 1;  ///< 0.5 to 2, to a thousandth
    double residual = 0;  ///< root mean square, W
    double explained = 0; ///< share of the variance (R squared)
    std::uint64_t points = 0;
    double leastActivity = 0; ///< the fit was seen from here
    double mostActivity = 0;  ///< to here; beyond is continued
};

enum class PowerFault {
    TooFew,    ///< less than four points
    NoSpread,  ///< activity varies by less than 0.05: idle and full power can not be told apart
    NotRising, ///< power does not grow with activity
    NegativeIdle,
};

struct PowerAnswer {
    std::optional<PowerFit> fit;
    std::optional<PowerFault> fault;
};

/// Least squares in power over idle, full and exponent.
PowerAnswer fitPower(const std::vector<PowerPoint>& points);

} // namespace gpuplan::calibration
