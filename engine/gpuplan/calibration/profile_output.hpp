#pragma once
/// A profile as text: the file (`gpuplan.profile/1`, data/schema/profile.schema.json), tables for
/// people, rows for sheets.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/calibration/profile.hpp>

#include <string>

namespace gpuplan::calibration {

std::string profileAsJson(const Profile& profile);
/// Its JSON Schema (2020-12), as in data/schema/profile.schema.json.
std::string profileSchema();
/// A line a group and metric.
std::string profileAsCsv(const Profile& profile);
/// What was read, what it says, what was fitted and how good, and a step ready to be copied.
std::string profileAsTable(const Profile& profile, Language language);

/// The step models that the measured table gives for one GPU model and number of ranks, as a
/// scenario writes them: `{"gpu": ..., "compute": {"affine": ...}}` for one GPU alone, if the curve
/// was fitted; `{"gpu": ..., "compute": {"measured": ...}}`.
std::string affineStepJson(const Profile& profile, const StepFit& fit);
std::string measuredStepJson(const Profile& profile, const StepFit& fit);

} // namespace gpuplan::calibration
