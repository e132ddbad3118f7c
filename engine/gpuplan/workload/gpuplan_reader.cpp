/// The project's own CSV: `job_id,user,submit_s,gpus,duration_s,walltime_s`, the times in seconds
/// or, named `_ms`, in milliseconds. Needed are submit, gpus and duration; job_id, user, team,
/// model and walltime may be absent, and the columns may stand in any order.

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/workload/readers.hpp>

namespace gpuplan::workload {

namespace {

struct TimeColumn {
    std::optional<std::size_t> at;
    int power = 6;
};

struct Columns {
    std::optional<std::size_t> id;
    std::optional<std::size_t> user;
    std::optional<std::size_t> team;
    std::optional<std::size_t> model;
    std::optional<std::size_t> gpus;
    TimeColumn submit;
    TimeColumn duration;
    TimeColumn walltime;
};

TimeColumn timeColumn(const CsvTable& table, TraceFile& file, const std::string& name) {
    const auto seconds = table.find(name + "_s");
    const auto millis = table.find(name + "_ms");
    if (seconds && millis)
        file.diagnostics.error({file.name(), static_cast<std::size_t>(table.line()), 0, ""},
                               "workload.column_two_units",
                               {inQuotes(name + "_s"), inQuotes(name + "_ms")});
    return seconds ? TimeColumn{seconds, 6} : TimeColumn{millis, 3};
}

/// Columns that are read past are named, so that a misspelt `walltime` does not go unseen.
void noteUnknown(const CsvTable& table, TraceFile& file) {
    const std::vector<std::string> known{"job_id",      "user",       "team",       "model",
                                         "gpus",        "submit_s",   "submit_ms",  "duration_s",
                                         "duration_ms", "walltime_s", "walltime_ms"};
    for (const std::string& column : table.columns()) {
        bool isKnown = false;
        for (const std::string& name : known)
            isKnown = isKnown || equalsIgnoringCase(name, column);
        if (isKnown)
            continue;
        Diagnostic warning;
        warning.severity = Severity::Warning;
        warning.at = {file.name(), static_cast<std::size_t>(table.line()), 0, ""};
        warning.message = {"workload.unknown_column", {inQuotes(column)}};
        warning.candidates = nearest(column, known, 1);
        file.diagnostics.add(std::move(warning));
    }
}

std::optional<Columns> findColumns(const CsvTable& table, TraceFile& file) {
    Columns columns;
    columns.id = table.find("job_id");
    columns.user = table.find("user");
    columns.team = table.find("team");
    columns.model = table.find("model");
    columns.gpus = table.find("gpus");
    const std::size_t before = file.diagnostics.size();
    columns.submit = timeColumn(table, file, "submit");
    columns.duration = timeColumn(table, file, "duration");
    columns.walltime = timeColumn(table, file, "walltime");
    if (file.diagnostics.size() != before)
        return std::nullopt;
    std::vector<std::string> missing;
    if (!columns.submit.at)
        missing.emplace_back("submit_s");
    if (!columns.gpus)
        missing.emplace_back("gpus");
    if (!columns.duration.at)
        missing.emplace_back("duration_s");
    if (!missing.empty()) {
        table.complainOfMissing(file, missing);
        return std::nullopt;
    }
    noteUnknown(table, file);
    return columns;
}

void readRow(const CsvTable& table, const Columns& columns, TraceBuilder& builder) {
    const std::string_view id = table.at(columns.id);
    const Field submit = parseScaled(table[*columns.submit.at], columns.submit.power);
    const Field gpus = parseGpus(table[*columns.gpus]);
    const Field duration = parseScaled(table[*columns.duration.at], columns.duration.power);
    const GpuTime effect = gpuTimeOf(gpus, duration);
    if (!submit.isGood())
        return builder.quarantine(brokenTime(submit, Rule::MissingValue), table.line(), id, effect);
    if (const auto rule = brokenGpus(gpus))
        return builder.quarantine(*rule, table.line(), id);
    if (const auto rule = brokenRunTime(duration))
        return builder.quarantine(*rule, table.line(), id, effect);
    JobRow row;
    row.id = id;
    row.submit = submit.value;
    row.duration = duration.value;
    row.gpus = static_cast<std::int32_t>(gpus.value);
    row.user = table.at(columns.user);
    row.team = table.at(columns.team);
    row.model = table.at(columns.model);
    if (gpus.rounded)
        row.warnings |= ruleBit(Rule::GpusRounded);
    if (columns.walltime.at) {
        const Field limit = parseScaled(table[*columns.walltime.at], columns.walltime.power);
        if (limit.isGood() && limit.value > 0 && limit.value <= longestRun)
            row.estimate = limit.value;
        else if (limit.state != FieldState::Empty)
            row.warnings |= ruleBit(Rule::LimitNotUsable);
    }
    builder.offer(row, table.line());
}

/// Room for all rows at once, judged by the length of the first ones, where the size is known.
void reserve(const CsvTable& table, const TraceFile& file, std::uint64_t firstOffset,
             std::size_t rows) {
    const auto size = file.lines.size();
    if (!size || table.offset() <= firstOffset)
        return;
    const std::uint64_t perRow = (table.offset() - firstOffset) / rows;
    if (perRow != 0)
        file.builder.reserve(file.builder.jobs() +
                             static_cast<std::size_t>(*size / perRow * 17 / 16));
}

} // namespace

void readGpuplan(TraceFile& file) {
    auto table = CsvTable::open(file);
    if (!table)
        return;
    const auto columns = findColumns(*table, file);
    if (!columns)
        return;
    ++file.jobLists;
    constexpr std::size_t probe = 1000;
    std::uint64_t firstOffset = 0;
    for (std::size_t rows = 0; table->next(file); ++rows) {
        if (rows == 0)
            firstOffset = table->offset();
        else if (rows == probe)
            reserve(*table, file, firstOffset, rows);
        readRow(*table, *columns, file.builder);
    }
}

} // namespace gpuplan::workload
