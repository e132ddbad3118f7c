#pragma once
/// Where every reader ends: applies the rules all formats share, fills the JobTable, counts.

#include <gpuplan/workload/trace_reader.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Bits of warnings, one a rule.
using RuleSet = std::uint32_t;
static_assert(ruleCount <= 32);
constexpr RuleSet ruleBit(Rule rule) {
    return RuleSet{1} << static_cast<unsigned>(rule);
}

/// A longer run time is quarantined, so that sums stay far from their limits: 100 years.
inline constexpr std::int64_t longestRun = std::int64_t{36'525} * 86'400 * 1'000'000;

/// A row that has a submit time, a run time and a number of GPUs. Times in microseconds.
struct JobRow {
    std::string_view id; ///< empty: the format has none, the data row's number stands for it
    std::int64_t submit = 0;
    std::int64_t duration = 0;
    std::int64_t estimate = -1;      ///< -1: none
    std::int32_t gpus = 0;           ///< thousandths
    std::optional<std::int64_t> end; ///< as logged; absent: submit + duration
    std::string_view user;
    std::string_view team;
    std::string_view model;
    RuleSet warnings = 0;
};

class TraceBuilder {
public:
    explicit TraceBuilder(const ImportOptions& options);

    /// All rows from here on stand in this file.
    void startFile(const std::string& name);
    /// Times are microseconds since 1970, UTC. At the end they are shifted to `zero`, or, if that
    /// is absent, to the midnight before the first submit.
    void timesAreCalendar(std::optional<Instant> zero = std::nullopt);
    bool areCalendar() const { return m_calendar; }
    void reserve(std::size_t rows);

    // Exactly one of these a data row.
    /// Takes the row, or quarantines it by the shared rules.
    /// \return whether it was taken
    bool offer(const JobRow& row, std::uint64_t line);
    /// \param gpuTime  what is missing now, where known
    void quarantine(Rule rule, std::uint64_t line, std::string_view id = {}, GpuTime gpuTime = {});
    /// The row belongs to another row's job.
    void merge();
    /// A further job of the row just taken: the row is counted, and warned of, with its first job.
    void offerFurther(const JobRow& row, std::uint64_t line);

    /// Data rows so far, in this file and before.
    std::uint64_t rowsRead() const { return m_report.rows.read; }
    std::size_t jobs() const { return m_table.size(); }
    const JobTable& table() const { return m_table; }

    /// Looks for equal rows and duplicate ids, shifts the times, completes the report. The builder
    /// is used up.
    ImportOutcome finish();

private:
    enum class Place { First, Further };
    bool take(const JobRow& row, std::uint64_t line, Place place);
    void append(const JobRow& row);
    std::optional<Rule> brokenRule(JobRow& row);
    /// A name of the row at hand: its index, if it is in its pool, and its text, if that had to be
    /// made.
    struct Name {
        std::optional<std::uint32_t> known;
        std::string buffer;
    };
    static bool clean(std::string_view& text, const StringPool* pool, Name& name,
                      RuleSet& warnings);
    void warn(RuleSet rules, std::uint64_t line, std::string_view id, GpuTime gpuTime);
    void count(Rule rule, RowAction action, std::uint64_t line, std::string_view id,
               GpuTime gpuTime);
    struct Stretch;
    const Stretch& stretchOf(std::size_t row) const;
    std::uint64_t lineOf(std::size_t row) const;
    void warnOfRow(Rule rule, std::size_t row, GpuTime gpuTime);
    void warnOfRepeats(const std::vector<std::pair<std::uint32_t, Rule>>& repeats);
    void findRepeats();

    const ImportOptions& m_options;
    JobTable m_table;
    ImportReport m_report;
    std::array<std::array<RuleCount, ruleCount>, 2> m_counts{};
    std::vector<std::string> m_files;
    bool m_calendar = false;
    std::optional<Instant> m_zero;
    bool m_hasIds = true;
    Name m_idName;
    Name m_userName;
    Name m_teamName;
    Name m_modelName;
    std::int64_t m_lastEnd = 0;
    std::int64_t m_firstSubmit = 0;
    std::vector<bool> m_warnedRows; ///< as long as the last warned row
    /// Where the difference of line and row changes, so that a row's line is known at the end.
    struct Stretch {
        std::uint32_t firstRow;
        std::uint32_t file;
        std::uint64_t firstLine;
    };
    std::vector<Stretch> m_stretches;
};

} // namespace gpuplan::workload
