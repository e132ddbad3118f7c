#pragma once
/// What jobs did with the GPUs they held, from how busy the GPUs and their multiprocessors were.
/// docs/method.md#calibration

#include <optional>

namespace gpuplan::calibration {

/// SM activity while a job computes and while it communicates, and how far they may lie from that.
/// Source: docs/method.md#calibration (fitted to AcmeTrace means)
struct SmActivity {
    double compute = 0.85;
    double comm = 0.10;
};
inline constexpr SmActivity defaultSmActivity{};
inline constexpr SmActivity lowSmActivity{0.70, 0.05};
inline constexpr SmActivity highSmActivity{0.95, 0.20};

/// Shares of the time that GPUs are held; compute + comm + idle = 1.
struct ActivityFit {
    double compute = 0;
    double comm = 0;
    double idle = 0;
    double computeLow = 0;  ///< with SM activity at the ends of its range
    double computeHigh = 0; ///< as far as that is possible with this busy share
};

enum class ActivityFault {
    TooActive, ///< SMs are more active than computing all busy time would make them
    TooQuiet,  ///< SMs are less active than communication all busy time would make them
};

struct ActivityAnswer {
    std::optional<ActivityFit> fit;
    std::optional<ActivityFault> fault;
};

/// Solves  busy = compute + comm,  smActive = a_c compute + a_n comm.
/// \param busy, smActive  mean shares, 0 to 1
ActivityAnswer solveActivity(double busy, double smActive, SmActivity assumed = defaultSmActivity);

} // namespace gpuplan::calibration
