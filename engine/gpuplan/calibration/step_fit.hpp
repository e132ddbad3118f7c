#pragma once
/// Step time over the batch, by GPU model and ranks. docs/method.md#calibration

#include <gpuplan/calibration/telemetry.hpp>
#include <gpuplan/perf/batch_curve.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::calibration {

/// What was measured on one GPU model with one number of ranks.
struct StepFit {
    std::string gpu;
    std::int64_t gpus = 1;
    std::vector<perf::BatchPoint> points; ///< by rising batch; of one batch the mean time
    std::optional<perf::BatchFit> fit;    ///< over all points
    std::optional<perf::BatchFitFault> fault;
    /// Mean error of each point from the curve through the others: what to expect of a batch that
    /// was not measured. With three points or more, and if all those curves exist.
    std::optional<double> leaveOneOut;
};

/// By GPU model and ranks, in order of name and number.
std::vector<StepFit> fitSteps(const std::vector<StepRow>& rows);

} // namespace gpuplan::calibration
