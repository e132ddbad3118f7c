#include <gpuplan/calibration/step_fit.hpp>

#include <cmath>
#include <map>

namespace gpuplan::calibration {

namespace {

std::optional<double> leaveOneOut(const std::vector<perf::BatchPoint>& points) {
    if (points.size() < 3)
        return std::nullopt;
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<perf::BatchPoint> others = points;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const auto answer = perf::fitBatchCurve(others);
        const auto* const fit = std::get_if<perf::BatchFit>(&answer);
        if (fit == nullptr)
            return std::nullopt;
        sum += std::fabs(fit->curve.time(points[i].batch) - points[i].time) / points[i].time;
    }
    return sum / static_cast<double>(points.size());
}

} // namespace

std::vector<StepFit> fitSteps(const std::vector<StepRow>& rows) {
    struct Mean {
        double sum = 0;
        double count = 0;
    };
    std::map<std::pair<std::string, std::int64_t>, std::map<double, Mean>> groups;
    for (const StepRow& row : rows) {
        Mean& mean = groups[{row.gpu, row.gpus}][row.batch];
        mean.sum += row.step;
        ++mean.count;
    }
    std::vector<StepFit> fits;
    for (const auto& [group, batches] : groups) {
        StepFit fit;
        fit.gpu = group.first;
        fit.gpus = group.second;
        for (const auto& [batch, mean] : batches)
            fit.points.push_back({batch, mean.sum / mean.count});
        const auto answer = perf::fitBatchCurve(fit.points);
        if (const auto* const good = std::get_if<perf::BatchFit>(&answer))
            fit.fit = *good;
        else
            fit.fault = std::get<perf::BatchFitFault>(answer);
        if (fit.fit)
            fit.leaveOneOut = leaveOneOut(fit.points);
        fits.push_back(std::move(fit));
    }
    return fits;
}

} // namespace gpuplan::calibration
