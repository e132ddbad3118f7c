#pragma once
/// Time: UTC, integer microseconds; calendar text.

#include <gpuplan/base/result.hpp>
#include <gpuplan/units/decimal.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan {

/// A span of time, >= 0 where not said otherwise.
using Duration = std::chrono::duration<std::int64_t, std::micro>;
/// A point in time, UTC.
using Instant = std::chrono::time_point<std::chrono::system_clock, Duration>;

constexpr Duration seconds(std::int64_t value) {
    return Duration(value * 1'000'000);
}
constexpr Duration hours(std::int64_t value) {
    return seconds(value * 3600);
}
inline double inSeconds(Duration span) {
    return static_cast<double>(span.count()) / 1e6;
}
inline double inHours(Duration span) {
    return static_cast<double>(span.count()) / 3.6e9;
}

/// Seconds as written to microseconds, half to even. Nothing if it passes int64.
std::optional<Duration> durationFromSeconds(const Decimal& value);
/// Exact decimal seconds: `12.5`, `3600`; no trailing zeros.
std::string secondsText(Duration span);

/// `3 min`, `2 h`, `1.5 d`, `36 months` (730 h each), `3 years` (8,760 h each), `90 s`, `10 ms`, `5
/// us`. Errors name the wrong unit and give an example.
Result<Duration> parseDuration(std::string_view text);
/// The largest unit that keeps it exact: `90 s`, `36 h`, `2 d`.
std::string durationText(Duration span);

/// `2026-11-29`, `2026-11-29T12:30:00Z` or `2026-11-29 12:30:00` (UTC). Nothing if malformed.
std::optional<Instant> parseInstant(std::string_view text);
/// `2026-11-29T00:00:00Z`, with microseconds only if there are any.
std::string instantText(Instant instant);
/// `2026-11-29`.
std::string dateText(Instant instant);
/// `2026-11`.
std::string monthText(Instant instant);
/// First instant of the calendar month `months` after the one that holds `instant`.
Instant startOfMonth(Instant instant, int months = 0);
/// The same day and time `months` later; a day past the month's end becomes its last day.
Instant addMonths(Instant instant, int months);

} // namespace gpuplan
