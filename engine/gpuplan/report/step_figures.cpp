#include <gpuplan/report/step_figures.hpp>

#include <algorithm>

namespace gpuplan::report {

using perf::Stage;

StepParts stepParts(const perf::StepBreakdown& step) {
    StepParts parts;
    parts.compute = step.part(Stage::Compute);
    parts.comm = step.part(Stage::Comm);
    parts.sync = step.part(Stage::Sync);
    parts.copy = step.part(Stage::H2d);
    parts.prepare = step.part(Stage::Prep);
    const double fetch = step.part(Stage::Fetch);
    const double both = step.open + step.readPayload;
    parts.open = both > 0 ? fetch * (step.open / both) : 0;
    parts.read = fetch - parts.open;
    return parts;
}

std::optional<double> tensorShare(const perf::StepBreakdown& step) {
    if (step.tensorSeconds <= 0 || step.step() <= 0)
        return std::nullopt;
    return step.tensorSeconds / step.step();
}

std::optional<double> busyShare(const perf::StepBreakdown& step) {
    if (step.step() <= 0)
        return std::nullopt;
    return step.busy() / step.step();
}

std::optional<double> smShare(const perf::StepBreakdown& step) {
    if (step.step() <= 0)
        return std::nullopt;
    return step.smActive() / step.step();
}

std::optional<double> memoryShare(const metrics::StepResult& step) {
    if (!step.memoryNeed || !step.memoryHave || *step.memoryHave <= 0)
        return std::nullopt;
    return *step.memoryNeed / *step.memoryHave;
}

std::optional<double> billMultiplier(const metrics::AlternativeResult& alternative) {
    const metrics::GpuHours& hours = alternative.gpuHours;
    if (!hours.useful || *hours.useful == GpuTime() || hours.paid == GpuTime())
        return std::nullopt;
    return toDouble(hours.paid.base()) / toDouble(hours.useful->base());
}

bool hasSteps(const metrics::RunResult& result) {
    return std::any_of(result.alternatives.begin(), result.alternatives.end(),
                       [](const auto& alternative) { return !alternative.steps.empty(); });
}

} // namespace gpuplan::report
