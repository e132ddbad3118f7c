#pragma once
/// The readers, one a format, and what they share. A reader gets one file at a time; problems with
/// the file as a whole go to `diagnostics`, problems of a row to the builder.

#include <gpuplan/workload/csv_reader.hpp>
#include <gpuplan/workload/local_time.hpp>
#include <gpuplan/workload/trace_builder.hpp>
#include <gpuplan/workload/trace_fields.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

struct TraceFile {
    LineReader& lines;
    TraceBuilder& builder;
    const ImportOptions& options;
    Diagnostics& diagnostics;
    bool severalFiles;     ///< it is one of several
    std::size_t& jobLists; ///< counts the files that were lists of jobs

    const std::string& name() const { return lines.name(); }
};

void readGpuplan(TraceFile& file);
void readPhilly(TraceFile& file);
void readOpenb(TraceFile& file);
void readSwf(TraceFile& file);
void readSacct(TraceFile& file);

/// The rule that a value which is not good breaks. \param empty  the one for a value not given
Rule brokenTime(const Field& field, Rule empty);
/// The rule broken, if any.
std::optional<Rule> brokenGpus(const Field& gpus);
std::optional<Rule> brokenRunTime(const Field& duration);
/// GPU time that a row would have added, as far as it is known.
GpuTime gpuTimeOf(const Field& gpus, const Field& duration);
RuleSet warningOf(ClockOddity oddity);
/// The clock of the options' zone, or nothing after a complaint.
std::optional<LocalClock> openClock(TraceFile& file);

/// A CSV file whose header is read.
class CsvTable {
public:
    /// Reads the header: the first line that is neither blank nor a `#` comment. \return nothing
    /// after a complaint (empty file, a column named twice).
    static std::optional<CsvTable> open(TraceFile& file);

    const std::vector<std::string>& columns() const { return m_columns; }
    /// Position of the column, ASCII case ignored.
    std::optional<std::size_t> find(std::string_view column) const;
    /// Complains of all missing columns at once, as this makes the file no job list.
    /// \param missing  as they shall be named, alternatives included
    void complainOfMissing(TraceFile& file, const std::vector<std::string>& missing) const;
    /// Adds the names that are not there to `missing`.
    void require(std::initializer_list<std::string_view> names,
                 std::vector<std::string>& missing) const;

    /// Goes to the next row that has as many values as there are columns; others are quarantined.
    bool next(TraceFile& file);
    std::string_view operator[](std::size_t column) const { return m_rows.fields()[column]; }
    /// The value, empty for a column the file lacks.
    std::string_view at(std::optional<std::size_t> column) const {
        return column ? m_rows.fields()[*column] : std::string_view();
    }
    std::uint64_t line() const { return m_rows.line(); }
    std::uint64_t offset() const { return m_rows.offset(); }

private:
    CsvTable(LineReader& lines, char delimiter) : m_rows(lines, delimiter) {}

    CsvReader m_rows;
    std::vector<std::string> m_columns;
};

} // namespace gpuplan::workload
