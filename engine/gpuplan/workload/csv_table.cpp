#include <gpuplan/workload/readers.hpp>

#include <algorithm>

namespace gpuplan::workload {

namespace {

/// Columns that give a format away.
struct Signature {
    std::string_view format;
    std::string_view first;
    std::string_view second;
};

constexpr Signature signatures[] = {
    {"gpuplan", "gpus", "duration_s"},   {"gpuplan", "gpus", "duration_ms"},
    {"philly", "timestamp", "num_gpus"}, {"openb", "num_gpu", "gpu_milli"},
    {"sacct", "JobID", "State"},
};

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 30;
    std::string result;
    for (std::size_t i = 0; i < names.size() && i < most; ++i)
        result += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? result + ", ..." : result;
}

std::string quotedList(const std::vector<std::string>& names) {
    std::vector<std::string> quoted;
    for (const std::string& name : names)
        quoted.push_back(inQuotes(name));
    return listed(quoted);
}

} // namespace

std::optional<CsvTable> CsvTable::open(TraceFile& file) {
    std::string_view header;
    while (header.empty()) {
        if (!file.lines.next()) {
            if (!file.lines.stopped() && file.lines.trouble().empty())
                file.diagnostics.error({file.name(), 0, 0, ""}, "workload.empty_file");
            return std::nullopt;
        }
        const std::string_view line = trimmed(file.lines.line());
        if (!line.empty() && line[0] != '#')
            header = line;
    }
    if (header.find('\0') != std::string_view::npos) {
        file.diagnostics.error({file.name(), file.lines.number(), 0, ""}, "workload.not_text");
        return std::nullopt;
    }
    CsvTable table(file.lines, guessDelimiter(header));
    if (!table.m_rows.takeCurrentLine())
        return std::nullopt;
    bool good = true;
    for (const std::string_view name : table.m_rows.fields()) {
        const std::string column(trimmed(name));
        if (!column.empty() && table.find(column)) {
            file.diagnostics.error({file.name(), static_cast<std::size_t>(table.line()), 0, column},
                                   "workload.column_twice", {inQuotes(column)});
            good = false;
        }
        table.m_columns.push_back(column);
    }
    return good ? std::optional<CsvTable>(std::move(table)) : std::nullopt;
}

std::optional<std::size_t> CsvTable::find(std::string_view column) const {
    const auto found =
        std::find_if(m_columns.begin(), m_columns.end(),
                     [&](const std::string& name) { return equalsIgnoringCase(name, column); });
    if (found == m_columns.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_columns.begin());
}

void CsvTable::require(std::initializer_list<std::string_view> names,
                       std::vector<std::string>& missing) const {
    for (const std::string_view name : names)
        if (!find(name))
            missing.emplace_back(name);
}

void CsvTable::complainOfMissing(TraceFile& file, const std::vector<std::string>& missing) const {
    const Location at{file.name(), static_cast<std::size_t>(line()), 0, ""};
    file.diagnostics.error(
        at, "workload.missing_columns",
        {inQuotes(file.options.format), quotedList(missing), quotedList(m_columns)});
    for (const Signature& known : signatures)
        if (known.format != file.options.format && find(known.first) && find(known.second)) {
            file.diagnostics.note(at, "workload.looks_like", {std::string(known.format)});
            break;
        }
}

bool CsvTable::next(TraceFile& file) {
    while (m_rows.next()) {
        if (m_rows.isMalformed())
            file.builder.quarantine(Rule::MalformedQuotes, line());
        else if (m_rows.fields().size() != m_columns.size())
            file.builder.quarantine(Rule::ColumnCount, line());
        else
            return true;
    }
    if (file.lines.trouble().empty())
        file.diagnostics.append(m_rows.trouble());
    return false;
}

} // namespace gpuplan::workload
