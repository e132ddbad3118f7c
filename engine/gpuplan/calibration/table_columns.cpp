#include <gpuplan/calibration/table_columns.hpp>

#include <algorithm>

namespace gpuplan::calibration {

std::optional<std::size_t> TableColumns::place(std::string_view column) const {
    const auto found = std::find(m_header.begin(), m_header.end(), column);
    if (found == m_header.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_header.begin());
}

bool TableColumns::require(const std::vector<std::string>& names) {
    bool all = true;
    for (const std::string& name : names)
        if (!has(name)) {
            m_rows.diagnostics.error(m_rows.at(1), "calibration.no_column", {inQuotes(name)});
            all = false;
        }
    return all;
}

bool TableColumns::next() {
    while (m_csv.next()) {
        const auto cells = m_csv.fields();
        const auto bad = std::find_if_not(cells.begin(), cells.end(), isUtf8);
        if (bad != cells.end())
            m_rows.quarantine(RowRule::NotUtf8, line(), std::string(*bad), "");
        else if (m_csv.isMalformed() || cells.size() != m_header.size())
            m_rows.quarantine(RowRule::Malformed, line(),
                              cells.empty() ? std::string() : std::string(cells[0]), "");
        else
            return true;
    }
    m_rows.diagnostics.append(m_csv.trouble());
    return false;
}

std::string_view TableColumns::cell(std::string_view column) const {
    const auto found = place(column);
    return found ? trimmed(m_csv.fields()[*found]) : std::string_view();
}

} // namespace gpuplan::calibration
