#pragma once
/// Columns of a plain CSV table, found by name.

#include <gpuplan/calibration/form_reader.hpp>
#include <gpuplan/workload/csv_reader.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::calibration {

class TableColumns {
public:
    /// \param lines  stands at the header
    TableColumns(workload::LineReader& lines, RowLog& rows)
        : m_header(headerCells(lines.line())), m_csv(lines, ','), m_rows(rows) {}

    /// Complains of every column of these that is missing. \return whether all are there
    bool require(const std::vector<std::string>& names);
    bool has(std::string_view column) const { return place(column).has_value(); }

    /// Goes to the next row of as many cells as the header, all of them text; others are
    /// quarantined. \return false at the end, with any trouble of the file in the diagnostics
    bool next();
    /// Blanks around it removed; empty if there is no such column.
    std::string_view cell(std::string_view column) const;
    std::size_t line() const { return static_cast<std::size_t>(m_csv.line()); }

private:
    std::optional<std::size_t> place(std::string_view column) const;

    std::vector<std::string> m_header;
    workload::CsvReader m_csv;
    RowLog& m_rows;
};

} // namespace gpuplan::calibration
