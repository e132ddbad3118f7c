#include <gpuplan/workload/trace_builder.hpp>
#include <gpuplan/workload/trace_fields.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace gpuplan::workload {

namespace {

constexpr std::array<std::string_view, ruleCount> ruleNames{
    "column_count",     "malformed_quotes",  "control_character",   "bad_number",
    "bad_time",         "missing_value",     "negative_submit",     "submit_out_of_range",
    "negative_gpus",    "too_many_gpus",     "bad_gpu_share",       "unknown_processors",
    "bad_array",        "never_ran",         "negative_run_time",   "too_long",
    "step_without_job", "zero_run_time",     "still_running",       "gpus_rounded",
    "limit_not_usable", "gpu_time_mismatch", "start_before_submit", "time_in_gap",
    "time_twice",       "partial_run",       "array_expanded",      "not_utf8",
    "equal_row",        "duplicate_id"};

/// An id that may be one of the odd ones, as UTF-8 without control characters.
std::string printable(std::string_view id) {
    std::string text = textKind(id) == TextKind::Ascii || textKind(id) == TextKind::Utf8
                           ? std::string(id)
                           : latin1ToUtf8(id);
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    return text;
}

bool isPlainNumber(std::string_view text) {
    for (const char c : text)
        if (c < '0' || c > '9')
            return false;
    return true;
}

/// A value for one row of an optional column; the column begins at the first value given.
template <typename Column, typename Value>
void put(Column& column, std::size_t row, Value value, Value none) {
    if (column.empty()) {
        if (value == none)
            return;
        column.resize(row, none);
    }
    column.push_back(value);
}

/// \param known  the name's index, if it is in the pool already
void putName(std::vector<std::uint32_t>& column, StringPool& pool, std::size_t row,
             std::string_view name, std::optional<std::uint32_t> known) {
    if (column.empty() && name.empty())
        return;
    if (column.empty() && row != 0)
        column.resize(row, pool.intern(""));
    column.push_back(known ? *known : pool.intern(name));
}

} // namespace

std::string_view ruleName(Rule rule) {
    return ruleNames.at(static_cast<std::size_t>(rule));
}

std::string_view actionName(RowAction action) {
    return action == RowAction::Warned ? "warned" : "quarantined";
}

TraceBuilder::TraceBuilder(const ImportOptions& options) : m_options(options) {
    m_report.format = options.format;
}

void TraceBuilder::startFile(const std::string& name) {
    m_files.push_back(name);
}

void TraceBuilder::timesAreCalendar(std::optional<Instant> zero) {
    m_calendar = true;
    if (zero && (!m_zero || *zero < *m_zero))
        m_zero = zero;
}

void TraceBuilder::reserve(std::size_t rows) {
    m_table.submit.reserve(rows);
    m_table.duration.reserve(rows);
    m_table.gpus.reserve(rows);
    // The optional columns take their size from these when their first value comes.
}

bool TraceBuilder::offer(const JobRow& row, std::uint64_t line) {
    ++m_report.rows.read;
    const bool taken = take(row, line, Place::First);
    m_report.rows.taken += taken ? 1 : 0;
    return taken;
}

void TraceBuilder::offerFurther(const JobRow& row, std::uint64_t line) {
    take(row, line, Place::Further);
}

void TraceBuilder::quarantine(Rule rule, std::uint64_t line, std::string_view id, GpuTime gpuTime) {
    ++m_report.rows.read;
    ++m_report.rows.quarantined;
    count(rule, RowAction::Quarantined, line, id, gpuTime);
}

void TraceBuilder::merge() {
    ++m_report.rows.read;
    ++m_report.rows.merged;
}

/// Looks the name up and, if it is new, looks at its bytes: what is no UTF-8 is read as Latin-1
/// into `name.buffer`. \return whether the name can be taken
bool TraceBuilder::clean(std::string_view& text, const StringPool* pool, Name& name,
                         RuleSet& warnings) {
    name.known.reset();
    if (text.empty())
        return true;
    if (pool != nullptr && (name.known = pool->find(text)))
        return true;
    const TextKind kind = textKind(text);
    if (kind == TextKind::Other) {
        name.buffer = latin1ToUtf8(text);
        text = name.buffer;
        warnings |= ruleBit(Rule::NotUtf8);
    }
    return kind != TextKind::Control;
}

/// The rule that the row breaks, if any. The names come out clean.
std::optional<Rule> TraceBuilder::brokenRule(JobRow& row) {
    if (row.submit < 0 && !m_calendar)
        return Rule::NegativeSubmit;
    if (row.gpus < 0)
        return Rule::NegativeGpus;
    if (row.duration < 0)
        return Rule::NegativeRunTime;
    if (row.duration > longestRun)
        return Rule::TooLong;
    const bool good = (isPlainNumber(row.id) || clean(row.id, nullptr, m_idName, row.warnings)) &&
                      clean(row.user, &m_table.users, m_userName, row.warnings) &&
                      clean(row.team, &m_table.teams, m_teamName, row.warnings) &&
                      clean(row.model, &m_table.models, m_modelName, row.warnings);
    return good ? std::nullopt : std::optional(Rule::ControlCharacter);
}

bool TraceBuilder::take(const JobRow& given, std::uint64_t line, Place place) {
    JobRow row = given;
    if (const auto rule = brokenRule(row)) {
        const std::int64_t run = std::clamp<std::int64_t>(row.duration, 0, longestRun);
        ++m_report.rows.quarantined;
        count(*rule, RowAction::Quarantined, line, given.id,
              GpuTime::of(GpuCount::milli(std::max(row.gpus, 0)), Duration(run)));
        return false;
    }
    const std::size_t index = m_table.size();
    const auto file = static_cast<std::uint32_t>(m_files.size() - 1);
    if (m_stretches.empty() || m_stretches.back().file != file ||
        m_stretches.back().firstLine + (index - m_stretches.back().firstRow) != line)
        m_stretches.push_back({static_cast<std::uint32_t>(index), file, line});
    append(row);
    const std::int64_t end = row.end.value_or(row.submit + row.duration);
    m_lastEnd = index == 0 ? end : std::max(m_lastEnd, end);
    m_firstSubmit = index == 0 ? row.submit : std::min(m_firstSubmit, row.submit);
    if (row.duration == 0)
        row.warnings |= ruleBit(Rule::ZeroRunTime);
    if (row.warnings != 0) {
        m_warnedRows.resize(index + 1);
        m_warnedRows[index] = true;
    }
    if (row.warnings != 0 && place == Place::First) {
        ++m_report.rows.warned;
        warn(row.warnings, line, given.id,
             GpuTime::of(GpuCount::milli(row.gpus), Duration(row.duration)));
    }
    return true;
}

void TraceBuilder::append(const JobRow& row) {
    const std::size_t index = m_table.size();
    if (row.id.empty()) {
        m_hasIds = false;
        m_table.ids.append(std::to_string(m_report.rows.read));
    } else {
        m_table.ids.append(row.id);
    }
    m_table.submit.push_back(row.submit);
    m_table.duration.push_back(row.duration);
    m_table.gpus.push_back(row.gpus);
    // A column that begins here gets the room that was reserved for the others.
    const std::size_t room = m_table.submit.capacity();
    if (m_table.estimate.empty() && row.estimate >= 0)
        m_table.estimate.reserve(room);
    put(m_table.estimate, index, row.estimate, std::int64_t{-1});
    if (m_table.user.empty() && !row.user.empty())
        m_table.user.reserve(room);
    putName(m_table.user, m_table.users, index, row.user, m_userName.known);
    if (m_table.team.empty() && !row.team.empty())
        m_table.team.reserve(room);
    putName(m_table.team, m_table.teams, index, row.team, m_teamName.known);
    putName(m_table.model, m_table.models, index, row.model, m_modelName.known);
}

void TraceBuilder::warn(RuleSet rules, std::uint64_t line, std::string_view id, GpuTime gpuTime) {
    for (std::size_t i = 0; i < ruleCount; ++i)
        if ((rules >> i & 1U) != 0)
            count(static_cast<Rule>(i), RowAction::Warned, line, id, gpuTime);
}

void TraceBuilder::count(Rule rule, RowAction action, std::uint64_t line, std::string_view id,
                         GpuTime gpuTime) {
    RuleCount& entry = m_counts[static_cast<std::size_t>(action)][static_cast<std::size_t>(rule)];
    if (entry.rows++ == 0) {
        entry.rule = rule;
        entry.action = action;
        entry.firstFile = m_files.back();
        entry.firstLine = line;
    }
    entry.gpuTime += gpuTime;
    if (m_options.onRow)
        m_options.onRow({m_files.back(), line, printable(id), rule, action, gpuTime});
}

const TraceBuilder::Stretch& TraceBuilder::stretchOf(std::size_t row) const {
    const auto after = std::upper_bound(
        m_stretches.begin(), m_stretches.end(), row,
        [](std::size_t wanted, const Stretch& stretch) { return wanted < stretch.firstRow; });
    return *(after - 1);
}

std::uint64_t TraceBuilder::lineOf(std::size_t row) const {
    const Stretch& stretch = stretchOf(row);
    return stretch.firstLine + (row - stretch.firstRow);
}

/// Warns of a row taken long ago. \param gpuTime  of all its jobs that break the rule
void TraceBuilder::warnOfRow(Rule rule, std::size_t row, GpuTime gpuTime) {
    // count() names the file that was started last.
    m_files.push_back(m_files[stretchOf(row).file]);
    count(rule, RowAction::Warned, lineOf(row), m_hasIds ? m_table.ids.text(row) : std::string(),
          gpuTime);
    m_files.pop_back();
    if (m_warnedRows.size() <= row)
        m_warnedRows.resize(row + 1);
    if (!m_warnedRows[row])
        ++m_report.rows.warned;
    m_warnedRows[row] = true;
}

/// A line of several jobs, as of an array, is one row however many of its jobs are repeats.
/// \param repeats  in the order of the rows
void TraceBuilder::warnOfRepeats(const std::vector<std::pair<std::uint32_t, Rule>>& repeats) {
    const auto isSameLine = [&](std::size_t a, std::size_t b) {
        return stretchOf(a).file == stretchOf(b).file && lineOf(a) == lineOf(b);
    };
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= repeats.size(); ++i) {
        if (i < repeats.size() && isSameLine(repeats[begin].first, repeats[i].first))
            continue;
        for (const Rule wanted : {Rule::EqualRow, Rule::DuplicateId}) {
            std::optional<std::uint32_t> first;
            GpuTime gpuTime;
            for (std::size_t j = begin; j < i; ++j) {
                const auto& [row, rule] = repeats[j];
                if (rule != wanted)
                    continue;
                first = first.value_or(row);
                gpuTime += GpuTime::of(m_table.gpuCount(row), Duration(m_table.duration[row]));
            }
            if (first)
                warnOfRow(wanted, *first, gpuTime);
        }
        begin = i;
    }
}

/// Equal rows and ids that occur again. The usual trace, its ids in ascending order, costs one
/// look at each; else an index of the rows is sorted, which needs 4 bytes a job for that moment.
void TraceBuilder::findRepeats() {
    const JobTable& t = m_table;
    const std::size_t n = t.size();
    const auto compareIds = [&](std::uint32_t a, std::uint32_t b) { return t.ids.compare(a, b); };
    if (m_hasIds) {
        bool ascending = true;
        for (std::uint32_t row = 1; ascending && row < n && !t.ids.areConsecutive(); ++row)
            ascending = compareIds(row - 1, row) < 0;
        if (ascending)
            return;
    }
    const auto value = [](const auto& column, std::uint32_t row) {
        return column.empty() ? typename std::decay_t<decltype(column)>::value_type{} : column[row];
    };
    const auto key = [&](std::uint32_t row) {
        return std::tuple(t.submit[row], t.duration[row], t.gpus[row], value(t.estimate, row),
                          value(t.user, row), value(t.team, row), value(t.model, row));
    };
    const auto sameId = [&](std::uint32_t a, std::uint32_t b) {
        return !m_hasIds || compareIds(a, b) == 0;
    };
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int ids = m_hasIds ? compareIds(a, b) : 0;
        if (ids != 0)
            return ids < 0;
        const auto keyA = key(a);
        const auto keyB = key(b);
        return keyA != keyB ? keyA < keyB : a < b;
    });
    // Marks in the order of the rows, so that the report's first line is the first in the file.
    std::vector<std::pair<std::uint32_t, Rule>> repeats;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        if (i < n && sameId(order[begin], order[i])) {
            if (key(order[i - 1]) == key(order[i]))
                repeats.emplace_back(order[i], Rule::EqualRow);
            continue;
        }
        if (m_hasIds && i - begin > 1) {
            const std::uint32_t first = *std::min_element(order.begin() + static_cast<long>(begin),
                                                          order.begin() + static_cast<long>(i));
            for (std::size_t j = begin; j < i; ++j) {
                const bool equal = j > begin && key(order[j - 1]) == key(order[j]);
                if (!equal && order[j] != first)
                    repeats.emplace_back(order[j], Rule::DuplicateId);
            }
        }
        begin = i;
    }
    std::sort(repeats.begin(), repeats.end());
    warnOfRepeats(repeats);
}

ImportOutcome TraceBuilder::finish() {
    findRepeats();
    std::int64_t shift = 0;
    if (m_calendar && m_table.size() != 0) {
        const Instant first{Duration(m_firstSubmit)};
        m_table.zero = m_zero.value_or(
            std::chrono::time_point_cast<Duration>(std::chrono::floor<std::chrono::days>(first)));
        shift = m_table.zero->time_since_epoch().count();
        for (std::int64_t& submit : m_table.submit)
            submit -= shift;
    }
    m_report.jobs = m_table.size();
    m_report.gpuJobs = static_cast<std::uint64_t>(
        std::count_if(m_table.gpus.begin(), m_table.gpus.end(), [](auto g) { return g > 0; }));
    m_report.gpuTime = m_table.gpuTime();
    m_report.zero = m_table.zero;
    if (m_table.size() != 0) {
        m_report.firstSubmit = Duration(m_firstSubmit - shift);
        m_report.lastEnd = Duration(m_lastEnd - shift);
    }
    for (const RowAction action : {RowAction::Quarantined, RowAction::Warned})
        for (const RuleCount& entry : m_counts[static_cast<std::size_t>(action)])
            if (entry.rows != 0)
                m_report.byRule.push_back(entry);
    return {std::move(m_table), std::move(m_report), false};
}

} // namespace gpuplan::workload
