#include <gpuplan/calibration/form_reader.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::calibration {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> headerCells(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        cells.emplace_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return cells;
}

namespace {

bool isNotFinite(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const std::string bare = text.substr(std::min(text.find_first_not_of("+-"), text.size()));
    return bare == "nan" || bare == "inf" || bare == "infinity";
}

} // namespace

std::optional<double> checkedValue(std::string_view text, Metric metric, double scale,
                                   std::size_t line, const std::string& what, RowLog& rows) {
    const std::string typed(text);
    const auto refused = [&](RowRule rule) {
        rows.quarantine(rule, line, typed, what);
        return std::nullopt;
    };
    if (isNotFinite(typed))
        return refused(RowRule::NotFinite);
    const auto number = parseNumber(text);
    if (!number)
        return refused(RowRule::NoNumber);
    if (*number < 0)
        return refused(RowRule::Negative);
    const double value = *number * scale;
    if (!std::isfinite(value))
        return refused(RowRule::NotFinite);
    // One part in 10^9 for the scale's own rounding: 100 % times 0.01.
    if (isShare(metric) && value > 1.0 + 1e-9)
        return refused(RowRule::OutOfRange);
    return value;
}

bool OrderWatch::advance(std::size_t gpu, std::int64_t at) {
    if (m_last.size() <= gpu)
        m_last.resize(gpu + 1);
    if (m_last[gpu] && at < *m_last[gpu])
        return false;
    m_last[gpu] = at;
    return true;
}

} // namespace gpuplan::calibration
