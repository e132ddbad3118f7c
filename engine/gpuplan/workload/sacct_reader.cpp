/// Slurm's `sacct --parsable2`: fields between bars (or another `--delimiter`), no quoting. The
/// header, or `--columns`, says which fields there are. Run time is Elapsed, which leaves out the
/// time a job was suspended, else End - Start. Steps (`12.batch`) are merged into their jobs.

#include <gpuplan/base/hash.hpp>
#include <gpuplan/workload/readers.hpp>
#include <gpuplan/workload/sacct_fields.hpp>

#include <algorithm>
#include <array>
#include <functional>

namespace gpuplan::workload {

namespace {

constexpr std::array<std::string_view, 5> delimiters{"^|^", "|", "\t", ";", ","};

void split(std::string_view line, std::string_view delimiter,
           std::vector<std::string_view>& fields) {
    fields.clear();
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = line.find(delimiter, begin);
        fields.push_back(line.substr(begin, end == line.npos ? end : end - begin));
        if (end == std::string_view::npos)
            return;
        begin = end + delimiter.size();
    }
}

using Column = std::optional<std::size_t>;

struct Columns {
    Column id, user, account, state, submit, start, end, elapsed, elapsedRaw, limit, limitRaw,
        alloc, requested;
    bool nameIsLast = false; ///< JobName, which alone may hold the delimiter
};

struct Layout {
    std::vector<std::string> names;
    std::string_view delimiter;
    bool leading = false;  ///< a delimiter before the first field
    bool trailing = false; ///< and one after the last
};

bool isIdColumn(std::string_view name) {
    return equalsIgnoringCase(name, "JobID") || equalsIgnoringCase(name, "JobIDRaw");
}

std::vector<std::string_view> splitNames(std::string_view line, std::string_view delimiter) {
    std::vector<std::string_view> names;
    split(line, delimiter, names);
    for (std::string_view& name : names)
        name = trimmed(name);
    return names;
}

/// The layout that a header line gives, if it is one.
std::optional<Layout> headerLayout(std::string_view line) {
    for (const std::string_view delimiter : delimiters) {
        std::vector<std::string_view> names = splitNames(line, delimiter);
        if (names.size() < 2 || std::none_of(names.begin(), names.end(), isIdColumn))
            continue;
        Layout layout;
        layout.delimiter = delimiter;
        layout.leading = names.front().empty();
        layout.trailing = names.back().empty();
        layout.names.assign(names.begin() + (layout.leading ? 1 : 0),
                            names.end() - (layout.trailing ? 1 : 0));
        return layout;
    }
    return std::nullopt;
}

/// The layout of a file without header, from the names given and the first row.
std::optional<Layout> givenLayout(const std::vector<std::string>& names, std::string_view line) {
    for (const std::string_view delimiter : delimiters) {
        const std::vector<std::string_view> fields = splitNames(line, delimiter);
        Layout layout{names, delimiter, false, false};
        for (std::string& name : layout.names)
            name = trimmed(name);
        const std::size_t more = fields.size() - std::min(names.size(), fields.size());
        if (fields.size() < names.size() || fields.size() < 2)
            continue;
        if (more == 2)
            layout.leading = fields.front().empty();
        layout.trailing = more != 0 && fields.back().empty();
        if (more == (layout.leading ? 1U : 0U) + (layout.trailing ? 1U : 0U) ||
            equalsIgnoringCase(names.back(), "JobName"))
            return layout;
    }
    return std::nullopt;
}

class SacctReader {
public:
    SacctReader(TraceFile& file, LocalClock clock) : m_file(file), m_clock(clock) {}

    void read() {
        if (!firstLine())
            return;
        ++m_file.jobLists;
        m_file.builder.timesAreCalendar();
        if (!m_file.options.timeZone)
            m_file.diagnostics.warning({m_file.name(), 0, 0, ""}, "workload.no_zone");
        if (!m_hasHeader)
            row();
        while (m_file.lines.next())
            if (!trimmed(m_file.lines.line()).empty())
                row();
        judgeLooseSteps();
    }

private:
    bool firstLine() {
        do {
            if (m_file.lines.next())
                continue;
            if (!m_file.lines.stopped() && m_file.lines.trouble().empty())
                m_file.diagnostics.error({m_file.name(), 0, 0, ""}, "workload.empty_file");
            return false;
        } while (trimmed(m_file.lines.line()).empty());
        const std::string_view line = m_file.lines.line();
        const Location at{m_file.name(), static_cast<std::size_t>(m_file.lines.number()), 0, ""};
        std::optional<Layout> layout = headerLayout(line);
        m_hasHeader = layout.has_value();
        const std::vector<std::string>& given = m_file.options.columns;
        if (layout && !given.empty()) {
            m_file.diagnostics.warning(at, "workload.sacct_columns_not_used");
        } else if (!layout && given.empty()) {
            m_file.diagnostics.error(at, "workload.sacct_no_header",
                                     {inQuotes(line.substr(0, 60))});
            return false;
        } else if (!layout) {
            layout = givenLayout(given, line);
            if (!layout) {
                m_file.diagnostics.error(
                    at, "workload.sacct_columns_do_not_fit",
                    {std::to_string(given.size()), std::to_string(splitNames(line, "|").size())});
                return false;
            }
        }
        m_layout = std::move(*layout);
        return findColumns(at);
    }

    bool findColumns(const Location& at) {
        const auto find = [this](std::string_view wanted) -> Column {
            const auto found = std::find_if(
                m_layout.names.begin(), m_layout.names.end(),
                [&](const std::string& name) { return equalsIgnoringCase(name, wanted); });
            if (found == m_layout.names.end())
                return std::nullopt;
            return static_cast<std::size_t>(found - m_layout.names.begin());
        };
        Columns& c = m_columns;
        c.id = find("JobID") ? find("JobID") : find("JobIDRaw");
        c.user = find("User");
        c.account = find("Account");
        c.state = find("State");
        c.submit = find("Submit");
        c.start = find("Start");
        c.end = find("End");
        c.elapsed = find("Elapsed");
        c.elapsedRaw = find("ElapsedRaw");
        c.limit = find("Timelimit");
        c.limitRaw = find("TimelimitRaw");
        c.alloc = find("AllocTRES");
        c.requested = find("ReqTRES");
        c.nameIsLast = equalsIgnoringCase(m_layout.names.back(), "JobName");
        std::vector<std::string> missing;
        const auto need = [&](bool there, const char* name) {
            if (!there)
                missing.push_back(inQuotes(name));
        };
        need(c.id.has_value(), "JobID");
        need(c.submit.has_value(), "Submit");
        need(c.start.has_value(), "Start");
        need(c.elapsed || c.elapsedRaw || c.end, "Elapsed");
        need(c.alloc || c.requested, "AllocTRES");
        if (missing.empty())
            return true;
        std::string names;
        for (const std::string& name : missing)
            names += (names.empty() ? "" : ", ") + name;
        std::string there;
        for (const std::string& name : m_layout.names)
            there += (there.empty() ? "" : ", ") + inQuotes(name);
        m_file.diagnostics.error(at, "workload.missing_columns", {inQuotes("sacct"), names, there});
        return false;
    }

    std::string_view at(Column column) const {
        return column ? m_fields[*column] : std::string_view();
    }

    /// Splits the line into as many fields as there are columns. \return whether that worked
    bool splitRow() {
        std::string_view line = m_file.lines.line();
        const std::string_view delimiter = m_layout.delimiter;
        if (m_layout.leading) {
            if (!line.starts_with(delimiter))
                return false;
            line.remove_prefix(delimiter.size());
        }
        if (m_layout.trailing && line.ends_with(delimiter))
            line.remove_suffix(delimiter.size());
        split(line, delimiter, m_fields);
        const std::size_t wanted = m_layout.names.size();
        if (m_fields.size() > wanted && m_columns.nameIsLast) {
            const char* const begin = m_fields[wanted - 1].data();
            m_fields[wanted - 1] = {begin,
                                    static_cast<std::size_t>(line.data() + line.size() - begin)};
            m_fields.resize(wanted);
        }
        return m_fields.size() == wanted;
    }

    void row() {
        const std::uint64_t line = m_file.lines.number();
        if (!splitRow())
            return m_file.builder.quarantine(Rule::ColumnCount, line);
        const std::string_view id = trimmed(at(m_columns.id));
        if (id.empty())
            return m_file.builder.quarantine(Rule::MissingValue, line);
        // Slurm cuts a long range of tasks off with dots: `7_[1,3,...]`.
        const std::size_t range = id.find(']');
        const std::size_t dot = id.find('.', range == std::string_view::npos ? 0 : range);
        if (dot == std::string_view::npos) {
            m_lastJob = id;
            return job(id, line);
        }
        if (id.substr(0, dot) == m_lastJob)
            return m_file.builder.merge();
        m_looseSteps.push_back({fnv1a64(id.substr(0, dot)), line});
    }

    /// Run time by Elapsed, else by End - Start.
    Field runTime(const std::optional<ClockReading>& start,
                  const std::optional<ClockReading>& end) const {
        if (m_columns.elapsedRaw && !isSlurmNothing(at(m_columns.elapsedRaw)))
            return parseScaled(at(m_columns.elapsedRaw), 6);
        if (m_columns.elapsed && !isSlurmNothing(at(m_columns.elapsed)))
            return parseSlurmSpan(at(m_columns.elapsed));
        if (start && end)
            return {(end->at - start->at).count(), FieldState::Good, false};
        return {};
    }

    Field gpus() const {
        const std::string_view allocated = at(m_columns.alloc);
        return parseTresGpus(isSlurmNothing(allocated) ? at(m_columns.requested) : allocated);
    }

    void setLimit(JobRow& row) const {
        const bool raw = !m_columns.limit && m_columns.limitRaw;
        const std::string_view text = at(raw ? m_columns.limitRaw : m_columns.limit);
        if (isSlurmNothing(text))
            return;
        Field limit = raw ? parseScaled(text, 6) : parseSlurmSpan(text);
        if (raw && limit.isGood() && limit.value <= longestRun)
            limit.value *= 60; // minutes
        if (limit.isGood() && limit.value > 0 && limit.value <= longestRun)
            row.estimate = limit.value;
        else
            row.warnings |= ruleBit(Rule::LimitNotUsable);
    }

    void job(std::string_view id, std::uint64_t line) {
        TraceBuilder& builder = m_file.builder;
        const auto submit = m_clock.read(trimmed(at(m_columns.submit)));
        const auto start = m_clock.read(trimmed(at(m_columns.start)));
        const auto end = m_clock.read(trimmed(at(m_columns.end)));
        const Field run = runTime(start, end);
        const Field gpuCount = gpus();
        const GpuTime effect = gpuTimeOf(gpuCount, run);
        if (!submit)
            return builder.quarantine(isSlurmNothing(at(m_columns.submit)) ? Rule::MissingValue
                                                                           : Rule::BadTime,
                                      line, id, effect);
        if (!start)
            return isSlurmNothing(at(m_columns.start))
                       ? builder.quarantine(Rule::NeverRan, line, id)
                       : builder.quarantine(Rule::BadTime, line, id, effect);
        if (run.state == FieldState::Empty)
            return builder.quarantine(Rule::NeverRan, line, id);
        if (run.state == FieldState::NotANumber)
            return builder.quarantine(Rule::BadTime, line, id);
        if (run.state == FieldState::TooLarge)
            return builder.quarantine(Rule::TooLong, line, id, effect);
        if (const auto rule = brokenGpus(gpuCount))
            return builder.quarantine(*rule, line, id);
        JobRow row;
        row.id = id;
        row.submit = submit->at.time_since_epoch().count();
        row.duration = run.value;
        row.gpus = static_cast<std::int32_t>(gpuCount.value);
        row.user = trimmed(at(m_columns.user));
        row.team = trimmed(at(m_columns.account));
        row.warnings = warningOf(submit->oddity) | warningOf(start->oddity);
        if (end && m_columns.end)
            row.warnings |= warningOf(end->oddity);
        setLimit(row);
        const bool running = isRunning();
        if (running)
            row.warnings |= ruleBit(Rule::StillRunning);
        if (start->at < submit->at)
            row.warnings |= ruleBit(Rule::StartBeforeSubmit);
        row.end = end && !running ? end->at.time_since_epoch().count()
                                  : start->at.time_since_epoch().count() + row.duration;
        offer(row, line);
    }

    bool isRunning() const {
        constexpr std::array<std::string_view, 7> states{
            "RUNNING", "SUSPENDED", "COMPLETING", "STOPPED", "CONFIGURING", "RESIZING", "PENDING"};
        // `CANCELLED by 1300204`: the first word is the state.
        const std::string_view state = trimmed(at(m_columns.state));
        const std::string_view word = state.substr(0, state.find(' '));
        return std::find(states.begin(), states.end(), word) != states.end();
    }

    /// A row of `123_[1-3]` is one of several tasks; each of them is a job.
    void offer(JobRow& row, std::uint64_t line) {
        if (row.id.find('[') == std::string_view::npos) {
            m_file.builder.offer(row, line);
            return;
        }
        const auto ids = expandArray(row.id);
        if (!ids)
            return m_file.builder.quarantine(
                Rule::BadArray, line, row.id,
                GpuTime::of(GpuCount::milli(row.gpus),
                            Duration(std::clamp<std::int64_t>(row.duration, 0, longestRun))));
        row.warnings |= ruleBit(Rule::ArrayExpanded);
        row.id = ids->front();
        if (!m_file.builder.offer(row, line))
            return;
        for (std::size_t i = 1; i < ids->size(); ++i) {
            row.id = (*ids)[i];
            m_file.builder.offerFurther(row, line);
        }
    }

    /// Steps that do not follow their job: merged if the job stands elsewhere in the trace.
    void judgeLooseSteps() {
        if (m_looseSteps.empty())
            return;
        std::vector<std::uint64_t> jobs;
        const JobIds& ids = m_file.builder.table().ids;
        jobs.reserve(ids.size());
        for (std::size_t row = 0; row < ids.size(); ++row)
            jobs.push_back(fnv1a64(ids.text(row)));
        std::sort(jobs.begin(), jobs.end());
        for (const Step& step : m_looseSteps) {
            if (std::binary_search(jobs.begin(), jobs.end(), step.job))
                m_file.builder.merge();
            else
                m_file.builder.quarantine(Rule::StepWithoutJob, step.line);
        }
    }

    struct Step {
        std::uint64_t job; ///< hash of its id
        std::uint64_t line;
    };

    TraceFile& m_file;
    LocalClock m_clock;
    Layout m_layout;
    Columns m_columns;
    bool m_hasHeader = false;
    std::vector<std::string_view> m_fields;
    std::string m_lastJob;
    std::vector<Step> m_looseSteps;
};

} // namespace

void readSacct(TraceFile& file) {
    if (const auto clock = openClock(file))
        SacctReader(file, *clock).read();
}

} // namespace gpuplan::workload
