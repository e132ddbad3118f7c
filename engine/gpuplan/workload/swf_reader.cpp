/// The Standard Workload Format 2.2: 18 numbers a line between blanks or tabs, -1 for "not known",
/// `;` before header comments (`UnixStartTime` gives the calendar). Further fields are passed over,
/// as is a line of column names. There are no GPUs in SWF: K processors are taken as one.

#include <gpuplan/workload/readers.hpp>

#include <array>
#include <limits>

namespace gpuplan::workload {

namespace {

constexpr std::size_t fieldCount = 18;
using Fields = std::array<std::string_view, fieldCount>;

// Positions of the fields in use, from 0.
enum At : std::size_t {
    Number = 0,
    Submit = 1,
    Wait = 2,
    Run = 3,
    Allocated = 4,
    Asked = 7,
    TimeAsked = 8,
    Status = 10,
    User = 11,
    Group = 12,
    Preceding = 16,
};

/// Splits at blanks and tabs. \return how many fields there are, at most 18 of them kept.
std::size_t split(std::string_view line, Fields& fields) {
    std::size_t count = 0;
    std::size_t at = line.find_first_not_of(" \t");
    while (at != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        if (count < fieldCount)
            fields[count] = line.substr(at, end - at);
        ++count;
        at = line.find_first_not_of(" \t", end);
    }
    return count;
}

class SwfReader {
public:
    explicit SwfReader(TraceFile& file) : m_file(file) {}

    void read() {
        Fields fields;
        while (m_file.lines.next()) {
            const std::string_view line = trimmed(m_file.lines.line());
            if (line.empty())
                continue;
            if (line[0] == ';') {
                header(line);
                continue;
            }
            const std::size_t count = split(line, fields);
            if (m_rows == 0 && m_names == 0 && count >= fieldCount && !isNumber(fields[Number])) {
                ++m_names;
                continue;
            }
            ++m_rows;
            row(fields, count);
            if (m_good == 0 && m_rows == 100)
                break;
        }
        finish();
    }

private:
    static bool isNumber(std::string_view text) { return parseScaled(text, 0).isGood(); }

    void header(std::string_view line) {
        constexpr std::string_view key = "UnixStartTime:";
        const std::size_t at = line.find(key);
        if (at == std::string_view::npos || m_start)
            return;
        const Field start = parseScaled(line.substr(at + key.size()), 6);
        // Some logs say 0 or -1 for "not known".
        if (start.isGood() && start.value > 0)
            m_start = start.value;
    }

    void row(const Fields& fields, std::size_t count) {
        const std::uint64_t line = m_file.lines.number();
        TraceBuilder& builder = m_file.builder;
        if (count < fieldCount) {
            if (m_good == 0 && m_rows == 1)
                m_firstCount = count;
            return builder.quarantine(Rule::ColumnCount, line, count > 0 ? fields[0] : "");
        }
        const std::string_view id = fields[Number];
        const Field submit = parseScaled(fields[Submit], 6);
        const Field wait = parseScaled(fields[Wait], 6);
        const Field run = parseScaled(fields[Run], 6);
        const Field limit = parseScaled(fields[TimeAsked], 6);
        const Field processors = processorsOf(fields);
        const Field status = parseScaled(fields[Status], 0);
        for (const Field& field : {submit, wait, run, limit, processors, status})
            if (field.state == FieldState::NotANumber)
                return builder.quarantine(Rule::BadNumber, line, id);
        ++m_good;
        JobRow job;
        job.id = id;
        const auto gpus = gpusOf(processors, job.warnings);
        const GpuTime effect = gpuTimeOf(gpus, run);
        if (submit.isGood() && submit.value < 0)
            return builder.quarantine(Rule::NegativeSubmit, line, id, effect);
        if (!submit.isGood())
            return builder.quarantine(Rule::SubmitOutOfRange, line, id, effect);
        if (run.isGood() && run.value < 0)
            return builder.quarantine(Rule::NeverRan, line, id);
        if (!run.isGood())
            return builder.quarantine(run.value < 0 ? Rule::NeverRan : Rule::TooLong, line, id,
                                      effect);
        if (gpus.state == FieldState::Empty)
            return builder.quarantine(Rule::UnknownProcessors, line, id);
        if (!gpus.isGood())
            return builder.quarantine(Rule::TooManyGpus, line, id);
        if (status.isGood() && status.value >= 2 && status.value <= 4) {
            if (id == m_lastWhole)
                return builder.merge();
            job.warnings |= ruleBit(Rule::PartialRun);
        } else {
            m_lastWhole = id;
        }
        job.submit = submit.value + base(submit.value);
        job.duration = run.value;
        job.gpus = static_cast<std::int32_t>(gpus.value);
        if (wait.isGood() && wait.value >= 0)
            job.end = job.submit + wait.value + run.value;
        if (limit.isGood() && limit.value > 0 && limit.value <= longestRun)
            job.estimate = limit.value;
        else if (!limit.isGood() || limit.value != -1'000'000)
            job.warnings |= ruleBit(Rule::LimitNotUsable);
        job.user = fields[User] == "-1" ? std::string_view() : fields[User];
        job.team = fields[Group] == "-1" ? std::string_view() : fields[Group];
        const Field preceding = parseScaled(fields[Preceding], 0);
        m_dependent += preceding.isGood() && preceding.value > 0 ? 1 : 0;
        builder.offer(job, line);
    }

    /// Allocated, or where that is not known, asked for; Empty if neither is known.
    static Field processorsOf(const Fields& fields) {
        const Field allocated = parseScaled(fields[Allocated], 0);
        const Field asked = parseScaled(fields[Asked], 0);
        if (allocated.state == FieldState::NotANumber || asked.state == FieldState::NotANumber)
            return {0, FieldState::NotANumber, false};
        for (const Field& field : {allocated, asked})
            if (field.value > 0)
                return field;
        return {};
    }

    /// Thousandths of a GPU, half to even.
    Field gpusOf(const Field& processors, RuleSet& warnings) const {
        const std::int64_t perGpu = m_file.options.processorsPerGpu;
        if (perGpu == 0)
            return {0, FieldState::Good, false};
        if (!processors.isGood())
            return processors;
        const Int128 thousandths = Int128{processors.value} * 1000;
        Field gpus{0, FieldState::Good, thousandths % perGpu != 0};
        const Int128 share = divideHalfEven(thousandths, perGpu);
        if (share > std::numeric_limits<std::int32_t>::max())
            return {1, FieldState::TooLarge, false};
        gpus.value = std::max<std::int64_t>(static_cast<std::int64_t>(share), 1);
        if (gpus.rounded)
            warnings |= ruleBit(Rule::GpusRounded);
        return gpus;
    }

    /// What is added to submit times: the log's start. Without one, times that can only be seconds
    /// since 1970 (past 1990: no log is 20 years long) are read as such.
    std::int64_t base(std::int64_t submit) {
        constexpr std::int64_t year1990 = std::int64_t{631'152'000} * 1'000'000;
        if (m_good == 1) {
            m_isUnixTime = !m_start && submit >= year1990;
            const bool calendar = m_start || m_isUnixTime;
            m_isMixed = m_file.builder.jobs() != 0 && calendar != m_file.builder.areCalendar();
            if (m_start)
                m_file.builder.timesAreCalendar(Instant(Duration(*m_start)));
            else if (m_isUnixTime)
                m_file.builder.timesAreCalendar();
        }
        return m_start.value_or(0);
    }

    void finish() {
        const Location at{m_file.name(), 0, 0, ""};
        if (m_rows == 0 && !m_file.lines.stopped() && m_file.lines.trouble().empty() &&
            m_file.lines.number() == 0)
            m_file.diagnostics.error(at, "workload.empty_file");
        if (m_rows != 0 && m_good == 0)
            m_file.diagnostics.error(at, "workload.not_swf", {std::to_string(m_firstCount)});
        if (m_isUnixTime)
            m_file.diagnostics.note(at, "workload.swf_unix_time");
        if (m_dependent != 0)
            m_file.diagnostics.note(at, "workload.swf_dependencies", {std::to_string(m_dependent)});
        if (m_isMixed)
            m_file.diagnostics.error(at, "workload.swf_mixed_zeros");
        m_file.jobLists += m_good != 0 ? 1 : 0;
        if (m_good != 0 && m_file.options.processorsPerGpu == 1)
            m_file.diagnostics.note(at, "workload.swf_processors");
    }

    TraceFile& m_file;
    std::uint64_t m_rows = 0;
    std::uint64_t m_good = 0; ///< rows of 18 numbers
    std::uint64_t m_names = 0;
    std::size_t m_firstCount = fieldCount;
    std::uint64_t m_dependent = 0;
    std::optional<std::int64_t> m_start;
    bool m_isUnixTime = false;
    bool m_isMixed = false; ///< earlier files' times have another zero
    std::string m_lastWhole;
};

} // namespace

void readSwf(TraceFile& file) {
    SwfReader(file).read();
}

} // namespace gpuplan::workload
