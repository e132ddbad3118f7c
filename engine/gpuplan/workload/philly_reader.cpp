/// The Microsoft Philly trace (2017) flattened to CSV: `timestamp` (submit, local time of the
/// cluster), `duration` (s, summed over attempts), `num_gpus`, `gpu_time` (GPU-seconds), `cluster`
/// (the virtual cluster, nearest to a team). Rows have no id and no order.

#include <gpuplan/workload/readers.hpp>

namespace gpuplan::workload {

namespace {

struct Columns {
    std::size_t timestamp;
    std::size_t duration;
    std::size_t gpus;
    std::optional<std::size_t> gpuTime;
    std::optional<std::size_t> cluster;
};

/// Whether the given GPU-seconds are GPUs x run time, to a millionth.
bool agrees(std::string_view text, std::int64_t milliGpus, std::int64_t duration) {
    constexpr std::int64_t any = std::int64_t{1} << 62U;
    const Field given = parseScaled(text, 6, any);
    if (given.state == FieldState::Empty)
        return true;
    const Int128 expected = Int128{milliGpus} * duration;
    const Int128 difference = Int128{given.value} * 1000 - expected;
    return given.isGood() && (difference < 0 ? -difference : difference) <= expected / 1'000'000;
}

void readRow(const CsvTable& table, const Columns& columns, const LocalClock& clock,
             TraceBuilder& builder) {
    const auto submit = clock.read(trimmed(table[columns.timestamp]));
    const Field gpus = parseGpus(table[columns.gpus]);
    const Field duration = parseScaled(table[columns.duration], 6);
    const GpuTime effect = gpuTimeOf(gpus, duration);
    if (!submit) {
        const bool given = !trimmed(table[columns.timestamp]).empty();
        return builder.quarantine(given ? Rule::BadTime : Rule::MissingValue, table.line(), {},
                                  effect);
    }
    if (const auto rule = brokenGpus(gpus))
        return builder.quarantine(*rule, table.line());
    if (const auto rule = brokenRunTime(duration))
        return builder.quarantine(*rule, table.line(), {}, effect);
    JobRow row;
    row.submit = submit->at.time_since_epoch().count();
    row.duration = duration.value;
    row.gpus = static_cast<std::int32_t>(gpus.value);
    row.team = table.at(columns.cluster);
    row.warnings = warningOf(submit->oddity) | (gpus.rounded ? ruleBit(Rule::GpusRounded) : 0);
    if (columns.gpuTime && !agrees(table[*columns.gpuTime], gpus.value, duration.value))
        row.warnings |= ruleBit(Rule::GpuTimeMismatch);
    builder.offer(row, table.line());
}

} // namespace

void readPhilly(TraceFile& file) {
    const auto clock = openClock(file);
    auto table = CsvTable::open(file);
    if (!table || !clock)
        return;
    std::vector<std::string> missing;
    table->require({"timestamp", "duration", "num_gpus"}, missing);
    if (!missing.empty())
        return table->complainOfMissing(file, missing);
    const Columns columns{*table->find("timestamp"), *table->find("duration"),
                          *table->find("num_gpus"), table->find("gpu_time"),
                          table->find("cluster")};
    ++file.jobLists;
    file.builder.timesAreCalendar();
    if (!file.options.timeZone)
        file.diagnostics.warning({file.name(), 0, 0, ""}, "workload.no_zone");
    while (table->next(file))
        readRow(*table, columns, *clock, file.builder);
}

} // namespace gpuplan::workload
