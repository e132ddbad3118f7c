/// Fitted steps in the form a scenario takes, written by the scenario's own field tables.

#include <gpuplan/calibration/profile_output.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::calibration {

namespace {

std::string stepFiles(const Profile& profile) {
    std::string files;
    for (const FileRows& file : profile.files)
        if (file.form == "steps")
            files += (files.empty() ? "" : ", ") + file.file;
    return files;
}

std::string percent(double share) {
    return fixedText(100.0 * share, 1) + " %";
}

Duration inMicroseconds(double seconds) {
    return Duration(std::llround(seconds * 1e6));
}

std::string written(const StepFit& fit, model::StepCompute compute) {
    model::StepModel step;
    step.gpu = fit.gpu;
    step.compute = std::move(compute);
    io::JsonWriter out;
    io::stepFields().write(out, step, io::JsonLayout::Line);
    std::string text = out.take();
    text.pop_back(); // the line feed
    return text;
}

} // namespace

std::string affineStepJson(const Profile& profile, const StepFit& fit) {
    constexpr double close = 0.03;
    model::AffineStep step;
    step.gpu = fit.gpu;
    step.fixed = inMicroseconds(fit.fit->curve.fixed);
    step.perSample = fit.fit->curve.perSample;
    step.provenance.source = "calibrated from " + stepFiles(profile) + ": " +
                             std::to_string(fit.points.size()) + " batches, mean error " +
                             percent(fit.fit->meanError) + ", worst " +
                             percent(fit.fit->worstError);
    if (fit.leaveOneOut)
        step.provenance.source += ", of a batch left out " + percent(*fit.leaveOneOut);
    const bool isSure = fit.leaveOneOut && *fit.leaveOneOut <= close;
    step.provenance.confidence = isSure ? Confidence::High : Confidence::Medium;
    return written(fit, step);
}

std::string measuredStepJson(const Profile& profile, const StepFit& fit) {
    model::MeasuredStep step;
    for (const perf::BatchPoint& point : fit.points) {
        model::MeasuredRow row;
        row.gpu = fit.gpu;
        row.gpus = fit.gpus == 1 ? 0 : fit.gpus; // 0: one GPU alone
        row.batch = point.batch;
        row.step = inMicroseconds(point.time);
        step.rows.push_back(std::move(row));
    }
    step.provenance.source = "measured: " + stepFiles(profile);
    step.provenance.confidence = Confidence::High;
    return written(fit, step);
}

} // namespace gpuplan::calibration
