#pragma once
/// The activity of a profile (`gpuplan.profile/1`, written by `gpuplan calibrate`) for a scenario
/// that names it.

#include <gpuplan/io/reading.hpp>

#include <optional>
#include <string>

namespace gpuplan::io {

struct ProfileActivity {
    JsonDocument document; ///< keeps the value alive
    JsonValue activity;    ///< shares and source, in the form of a scenario's `activity`
};

/// \param json  the scenario's `activity`: complaints of the file or group point at its members
/// \param path  as written there; relative to the folder of the scenario
/// \param group  absent: `all`, or the only group of the profile
/// \return nothing after a complaint: no such file, no profile, no such group, a group whose
///         activity could not be told
std::optional<ProfileActivity> profileActivity(const JsonValue& json, const std::string& path,
                                               const std::optional<std::string>& group,
                                               Reading& reading);

} // namespace gpuplan::io
