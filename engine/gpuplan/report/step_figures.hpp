#pragma once
/// Figures of steps that JSON, CSV and tables share.

#include <gpuplan/metrics/result.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::report {

/// Where the seconds of a warm step go once everything that can is hidden: they sum to the step.
struct StepParts {
    double compute = 0;
    double comm = 0; ///< collectives, bubbles and stragglers that nothing hides
    double sync = 0;
    double copy = 0;
    double prepare = 0;
    double open = 0; ///< of fetching: files opened
    double read = 0; ///< of fetching: bytes read
    /// The three groups of a profile: waiting for input, for the copy, and what GPUs do.
    double io() const { return prepare + open + read; }
    double math() const { return compute + comm + sync; }
};
/// What fetching adds to the step is split as its own opens and reads are.
StepParts stepParts(const perf::StepBreakdown& step);

/// Share of a step in which the matrix units work; nothing where no FLOPs are known.
std::optional<double> tensorShare(const perf::StepBreakdown& step);
std::optional<double> busyShare(const perf::StepBreakdown& step);
std::optional<double> smShare(const perf::StepBreakdown& step);
/// Device memory that is filled, of what is usable.
std::optional<double> memoryShare(const metrics::StepResult& step);

/// What an alternative's bill is of one without idle paid time, 1 / (1 - idle share) with the idle
/// share of paid GPU-hours; nothing where useful hours are not known or none.
std::optional<double> billMultiplier(const metrics::AlternativeResult& alternative);

/// Whether any alternative tells of steps.
bool hasSteps(const metrics::RunResult& result);

} // namespace gpuplan::report
