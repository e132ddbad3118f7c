#pragma once
/// Clock readings of a log as instants: local times of a named zone, or UTC.

#include <gpuplan/base/result.hpp>
#include <gpuplan/units/time.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::workload {

enum class ClockOddity {
    None,
    Gap, ///< the zone skips this local time: read with the offset before the change, so moved past
         ///< it
    Twice, ///< it occurs twice: the first is taken
};

struct ClockReading {
    Instant at{};
    ClockOddity oddity = ClockOddity::None;
};

class LocalClock {
public:
    /// \param zone  IANA name such as `Europe/Oslo`; absent: UTC
    /// \return an error for an unknown name or where the system has no zone data
    static Result<LocalClock> inZone(const std::optional<std::string>& zone);

    /// `2017-10-09 07:01:55` or with `T` between, also with a fraction of a second; a `Z` or an
    /// offset at the end (`+01:00`, `+0100`) is obeyed instead of the zone. Nothing for other text.
    std::optional<ClockReading> read(std::string_view text) const;

private:
    const void* m_zone = nullptr; ///< a zone of the library's own table, which outlives us
};

} // namespace gpuplan::workload
