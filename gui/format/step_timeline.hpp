#pragma once
/// One step as a picture's plain values: what adds to it in a row, and what hides behind that.

#include <gpuplan/perf/step_breakdown.hpp>

#include <vector>

namespace gpuplan::gui {

/// Seconds from the step's beginning.
struct StepSpan {
    perf::Stage stage = perf::Stage::Compute;
    double from = 0;
    double to = 0;
    double length() const { return to - from; }
    bool operator==(const StepSpan&) const = default;
};

/// The ladder of docs/method.md#attribution: `added` spans follow each other without gaps from 0 to
/// the step's end.
struct StepTimeline {
    std::vector<StepSpan> added;
    /// Work of a stage that runs beside the rest and so adds nothing; it ends where what the stage
    /// adds begins. At most one a stage, in the ladder's order.
    std::vector<StepSpan> hidden;
    double step = 0;
    bool operator==(const StepTimeline&) const = default;
};

/// How long the stage's work takes before anything hides behind anything, seconds.
double aloneTime(const perf::StepBreakdown& step, perf::Stage stage);

/// Spans shorter than a millionth of the step are left out.
StepTimeline stepTimeline(const perf::StepBreakdown& step);

} // namespace gpuplan::gui
