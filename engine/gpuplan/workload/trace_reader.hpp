#pragma once
/// Reads job traces. In: files of one format. Out: a JobTable and a report that accounts for every
/// row.
///
/// Map: byte_source (file, .gz, .zst, stdin) -> line_reader -> csv_reader
///      -> one reader a format (gpuplan_, philly_, openb_, swf_, sacct_reader.cpp)
///      -> trace_builder (rules, counts) -> ImportOutcome; trace_writer writes it back as CSV.
///
/// Every data row is taken, taken with a warning, merged into another row's job, or quarantined;
/// none is dropped silently. Rows are streamed: memory holds the job columns and nothing else.

#include <gpuplan/base/result.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Why a row was warned of or quarantined. `ruleName` gives its stable name.
enum class Rule : std::uint8_t {
    ColumnCount,       ///< more or fewer values than columns
    MalformedQuotes,   ///< text after a closing quote
    ControlCharacter,  ///< a NUL or other control byte in a name
    BadNumber,         ///< a value that must be a number is none
    BadTime,           ///< a value that must be a time is none
    MissingValue,      ///< submit or GPU count not given
    NegativeSubmit,    ///< submitted before the trace's zero
    SubmitOutOfRange,  ///< more than 1,000 years from the trace's zero
    NegativeGpus,      ///< fewer than no GPUs
    TooManyGpus,       ///< 2^31 thousandths of a GPU or more
    BadGpuShare,       ///< a share that does not go with the number of GPUs
    UnknownProcessors, ///< SWF: neither allocated nor requested processors
    BadArray,          ///< sacct: a range of array tasks that can not be told apart into jobs
    NeverRan,          ///< no start, or run time unknown
    NegativeRunTime,   ///< ends before it starts
    TooLong,           ///< ran for more than 100 years
    StepWithoutJob,    ///< sacct: a step whose job is not in the file
    ZeroRunTime,       ///< warned: run time 0
    StillRunning,      ///< warned: the run time is what the log had seen when it ended
    GpusRounded,       ///< warned: finer than a thousandth of a GPU
    LimitNotUsable,    ///< warned: a time limit that is 0, negative, no time or over 100 years
    GpuTimeMismatch,   ///< warned: given GPU time is not GPUs x run time
    StartBeforeSubmit, ///< warned
    TimeInGap,         ///< warned: a local time that a clock change skips; moved past the gap
    TimeTwice,         ///< warned: a local time that occurs twice; the first is meant
    PartialRun,        ///< warned: a checkpointed part whose whole job is not in the file
    ArrayExpanded,     ///< warned: one row of many array tasks
    NotUtf8,           ///< warned: a name read as Latin-1
    EqualRow,          ///< warned: equal in everything to an earlier row
    DuplicateId,       ///< warned: the job's id occurred before
};
inline constexpr std::size_t ruleCount = 30;
/// `never_ran`, `zero_run_time`, ...
std::string_view ruleName(Rule rule);

enum class RowAction : std::uint8_t { Warned, Quarantined };
/// `warned`, `quarantined`.
std::string_view actionName(RowAction action);

/// One row's fate, for those that were not simply taken.
struct RowVerdict {
    std::string_view file;
    std::uint64_t line = 0;
    std::string_view id; ///< empty: not known
    Rule rule{};
    RowAction action{};
    GpuTime gpuTime; ///< what the row adds (warned) or would have added (quarantined); 0: not known
};

struct ImportOptions {
    std::string format = "gpuplan";
    /// SWF: processors that make one GPU; 0: none are GPUs.
    std::int64_t processorsPerGpu = 1;
    /// sacct, philly: zone of the local times, by its IANA name; absent: read as UTC.
    std::optional<std::string> timeZone;
    /// sacct: names of the columns of a file without header.
    std::vector<std::string> columns;
    /// Hears of every warned and quarantined row, in file order but for equal rows and duplicate
    /// ids, which are known only at the end; may be empty.
    std::function<void(const RowVerdict&)> onRow;
};

struct RuleCount {
    Rule rule{};
    RowAction action{};
    std::uint64_t rows = 0;
    GpuTime gpuTime; ///< of quarantined rows: what is missing; run times past 100 years count as
                     ///< 100
    std::string firstFile;
    std::uint64_t firstLine = 0;
};

/// read = taken + merged + quarantined; warned rows are among the taken.
struct ImportReport {
    struct Rows {
        std::uint64_t read = 0; ///< data rows: headers, comments and blank lines apart
        std::uint64_t taken = 0;
        std::uint64_t warned = 0;
        std::uint64_t merged = 0;
        std::uint64_t quarantined = 0;
        bool operator==(const Rows&) const = default;
    };

    std::string format;
    Rows rows;
    std::uint64_t jobs = 0;
    std::uint64_t gpuJobs = 0;           ///< jobs that hold GPUs
    GpuTime gpuTime;                     ///< GPUs x run time over the jobs
    std::optional<Instant> zero;         ///< calendar time of the trace's zero, where known
    std::optional<Duration> firstSubmit; ///< since the zero; none without jobs
    std::optional<Duration> lastEnd;     ///< as logged; submit + run time where starts are unknown
    std::vector<RuleCount> byRule;       ///< quarantined first, then in the order of Rule

    Duration span() const { return lastEnd ? *lastEnd - *firstSubmit : Duration{}; }
};

struct ImportOutcome {
    JobTable jobs;
    ImportReport report;
    bool stopped = false; ///< the caller asked to stop: jobs and report are not whole
};

/// Formats that readTrace reads.
const std::vector<std::string>& readableFormats();
/// Formats of the public contract, read or not yet.
const std::vector<std::string>& knownFormats();

/// Reads all `files` (`-`: standard input) as one trace. Rows may stand in any order.
/// \param stop  asked now and then; may be empty
/// \return jobs and report, with warnings about the file as a whole; or errors: a file in trouble
/// (Trouble::Outside), or one that is no job list of this format, with what is missing.
Result<ImportOutcome> readTrace(const std::vector<std::string>& files, const ImportOptions& options,
                                const std::function<bool()>& stop = {});

} // namespace gpuplan::workload
