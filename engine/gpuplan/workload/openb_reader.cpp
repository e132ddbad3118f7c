/// The Alibaba OpenB trace (v2023): a list of pods, and beside it, if wanted, the list of nodes.
/// Pods: `name`, `num_gpu`, `gpu_milli` (thousandths of one GPU, below 1000 only for a single
/// shared GPU), `pod_phase`, `creation_time`, `scheduled_time`, `deletion_time` (s since the
/// trace's start). Run time = deletion - scheduled. Nodes: `sn`, `gpu`, `model`.

#include <gpuplan/workload/readers.hpp>

#include <algorithm>
#include <limits>

namespace gpuplan::workload {

namespace {

struct Columns {
    std::size_t name;
    std::size_t gpus;
    std::size_t milli;
    std::size_t creation;
    std::size_t scheduled;
    std::size_t deletion;
    std::optional<std::size_t> phase;
};

/// GPUs asked: num_gpu where it is 2 or more, else gpu_milli; nothing if the two do not go
/// together.
std::optional<std::int64_t> gpusAsked(const Field& gpus, const Field& milli) {
    if (gpus.value < 0 || milli.value < 0 || milli.value > 1000)
        return std::nullopt;
    if (gpus.value == 0)
        return milli.value == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
    if (gpus.value == 1)
        return milli.value > 0 ? std::optional(milli.value) : std::nullopt;
    return milli.value == 1000 ? std::optional(gpus.value * 1000) : std::nullopt;
}

void readPod(const CsvTable& table, const Columns& columns, TraceBuilder& builder) {
    constexpr std::int64_t mostGpus = std::numeric_limits<std::int32_t>::max() / 1000;
    const std::string_view id = table[columns.name];
    const std::uint64_t line = table.line();
    const Field gpus = parseScaled(table[columns.gpus], 0, mostGpus);
    const Field milli = parseScaled(table[columns.milli], 0);
    const Field creation = parseScaled(table[columns.creation], 6);
    const Field scheduled = parseScaled(table[columns.scheduled], 6);
    const Field deletion = parseScaled(table[columns.deletion], 6);
    if (!creation.isGood())
        return builder.quarantine(brokenTime(creation, Rule::MissingValue), line, id);
    if (const auto rule = brokenGpus(gpus))
        return builder.quarantine(*rule, line, id);
    if (!milli.isGood())
        return builder.quarantine(brokenTime(milli, Rule::MissingValue), line, id);
    const auto asked = gpusAsked(gpus, milli);
    if (!asked)
        return builder.quarantine(Rule::BadGpuShare, line, id);
    if (!scheduled.isGood())
        return builder.quarantine(brokenTime(scheduled, Rule::NeverRan), line, id);
    if (!deletion.isGood())
        return builder.quarantine(brokenTime(deletion, Rule::NeverRan), line, id);
    JobRow row;
    row.id = id;
    row.submit = creation.value;
    row.duration = deletion.value - scheduled.value;
    row.end = deletion.value;
    row.gpus = static_cast<std::int32_t>(*asked);
    // The log ends with these pods running: their deletion time is the end of the observation.
    if (equalsIgnoringCase(table.at(columns.phase), "Running"))
        row.warnings |= ruleBit(Rule::StillRunning);
    if (scheduled.value < creation.value)
        row.warnings |= ruleBit(Rule::StartBeforeSubmit);
    builder.offer(row, line);
}

/// The nodes are no jobs; what they tell is the size of the cluster.
void readNodes(TraceFile& file, CsvTable& table) {
    const std::size_t gpuColumn = *table.find("gpu");
    std::uint64_t nodes = 0;
    std::int64_t gpus = 0;
    // Odd node rows are no jobs in quarantine: they are counted apart and refused.
    const ImportOptions quiet;
    TraceBuilder apart(quiet);
    apart.startFile(file.name());
    TraceFile nodeFile{file.lines, apart, quiet, file.diagnostics, true, file.jobLists};
    while (table.next(nodeFile)) {
        const Field count = parseScaled(table[gpuColumn], 0, 1'000'000);
        if (!count.isGood() || count.value < 0)
            file.diagnostics.error({file.name(), static_cast<std::size_t>(table.line()), 0, "gpu"},
                                   "workload.node_gpus", {inQuotes(table[gpuColumn])});
        gpus += std::max<std::int64_t>(count.value, 0);
        ++nodes;
    }
    if (apart.rowsRead() != 0)
        file.diagnostics.error({file.name(), 0, 0, ""}, "workload.node_rows",
                               {std::to_string(apart.rowsRead())});
    file.diagnostics.note({file.name(), 0, 0, ""}, "workload.node_list",
                          {std::to_string(nodes), std::to_string(gpus)});
}

} // namespace

void readOpenb(TraceFile& file) {
    auto table = CsvTable::open(file);
    if (!table)
        return;
    std::vector<std::string> missing;
    table->require(
        {"name", "num_gpu", "gpu_milli", "creation_time", "scheduled_time", "deletion_time"},
        missing);
    const bool nodeList = table->find("sn") && table->find("gpu") && table->find("model");
    if (nodeList && file.severalFiles)
        return readNodes(file, *table);
    if (!missing.empty()) {
        table->complainOfMissing(file, missing);
        if (nodeList)
            file.diagnostics.note({file.name(), 0, 0, ""}, "workload.node_list_alone");
        return;
    }
    const Columns columns{*table->find("name"),           *table->find("num_gpu"),
                          *table->find("gpu_milli"),      *table->find("creation_time"),
                          *table->find("scheduled_time"), *table->find("deletion_time"),
                          table->find("pod_phase")};
    ++file.jobLists;
    while (table->next(file))
        readPod(*table, columns, file.builder);
}

} // namespace gpuplan::workload
