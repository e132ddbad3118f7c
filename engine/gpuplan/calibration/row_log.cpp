#include <gpuplan/calibration/row_log.hpp>

#include <algorithm>

namespace gpuplan::calibration {

std::string_view name(RowRule rule) {
    switch (rule) {
    case RowRule::Malformed:
        return "malformed";
    case RowRule::NotUtf8:
        return "not_utf8";
    case RowRule::NoNumber:
        return "no_number";
    case RowRule::NotFinite:
        return "not_finite";
    case RowRule::Negative:
        return "negative";
    case RowRule::OutOfRange:
        return "out_of_range";
    case RowRule::NoTime:
        return "no_time";
    case RowRule::TimeBackwards:
        return "time_backwards";
    case RowRule::NoGpu:
        return "no_gpu";
    case RowRule::DeviceError:
        return "device_error";
    case RowRule::SlicePower:
        return "slice_power";
    case RowRule::RatesDisagree:
        return "rates_disagree";
    }
    return "";
}

void RowLog::beginFile(std::string file) {
    m_files.push_back({std::move(file)});
}

Location RowLog::at(std::size_t line, std::string what) const {
    return {m_files.back().file, line, 0, std::move(what)};
}

void RowLog::count(std::uint64_t FileRows::*rows) {
    ++m_files.back().read;
    ++(m_files.back().*rows);
}

void RowLog::quarantine(RowRule rule, std::size_t line, const std::string& value,
                        const std::string& what) {
    count(&FileRows::quarantined);
    note(rule, true, at(line, what), value);
}

void RowLog::warn(RowRule rule, std::size_t line, const std::string& value,
                  const std::string& what) {
    note(rule, false, at(line, what), value);
}

void RowLog::note(RowRule rule, bool quarantined, const Location& place, const std::string& value) {
    auto found = std::find_if(m_rules.begin(), m_rules.end(), [&](const RuleCount& count) {
        return count.rule == rule && count.quarantined == quarantined;
    });
    if (found == m_rules.end())
        found = m_rules.insert(m_rules.end(), {rule, quarantined, 0, place});
    if (++found->rows <= mostNamed)
        diagnostics.warning(place, "calibration.rule." + std::string(name(rule)),
                            {inQuotes(value)});
    else if (found->rows == mostNamed + 1)
        diagnostics.warning(place, "calibration.more_rows", {std::string(name(rule))});
}

} // namespace gpuplan::calibration
