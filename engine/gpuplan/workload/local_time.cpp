#include <gpuplan/workload/local_time.hpp>

#include <date/tz.h>
#include <stdexcept>

namespace gpuplan::workload {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// `+01:00`, `-0930`; minutes east of Greenwich.
std::optional<int> offsetMinutes(std::string_view text) {
    if ((text.size() != 5 && text.size() != 6) || (text[0] != '+' && text[0] != '-') ||
        (text.size() == 6 && text[3] != ':'))
        return std::nullopt;
    const std::string_view hours = text.substr(1, 2);
    const std::string_view minutes = text.substr(text.size() - 2);
    for (const std::string_view part : {hours, minutes})
        if (!isDigit(part[0]) || !isDigit(part[1]))
            return std::nullopt;
    const int value =
        ((hours[0] - '0') * 10 + hours[1] - '0') * 60 + (minutes[0] - '0') * 10 + minutes[1] - '0';
    return text[0] == '-' ? -value : value;
}

} // namespace

Result<LocalClock> LocalClock::inZone(const std::optional<std::string>& zone) {
    LocalClock clock;
    if (!zone)
        return clock;
    try {
        clock.m_zone = date::locate_zone(*zone);
    } catch (const std::runtime_error&) {
        Diagnostics diagnostics;
        diagnostics.error({}, "workload.unknown_zone", {inQuotes(*zone)});
        return diagnostics;
    }
    return clock;
}

std::optional<ClockReading> LocalClock::read(std::string_view text) const {
    constexpr std::size_t dateAndTime = 19;
    if (text.size() < dateAndTime)
        return std::nullopt;
    const std::size_t sign = text.find_first_of("+-", dateAndTime);
    if (sign != std::string_view::npos) {
        const auto offset = offsetMinutes(text.substr(sign));
        const auto local = parseInstant(text.substr(0, sign));
        if (!offset || !local || text[sign - 1] == 'Z')
            return std::nullopt;
        return ClockReading{*local - seconds(std::int64_t{60} * *offset), ClockOddity::None};
    }
    const auto wall = parseInstant(text);
    if (!wall)
        return std::nullopt;
    if (m_zone == nullptr || text.back() == 'Z')
        return ClockReading{*wall, ClockOddity::None};
    const auto* const zone = static_cast<const date::time_zone*>(m_zone);
    const date::local_info info =
        zone->get_info(date::local_time<Duration>(wall->time_since_epoch()));
    ClockReading reading{*wall - info.first.offset, ClockOddity::None};
    if (info.result == date::local_info::nonexistent)
        reading.oddity = ClockOddity::Gap;
    else if (info.result == date::local_info::ambiguous)
        reading.oddity = ClockOddity::Twice;
    return reading;
}

} // namespace gpuplan::workload
