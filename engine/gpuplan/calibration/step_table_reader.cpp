/// Measured step times: gpu, gpus, batch (per GPU), step_s and, optionally, samples_per_s.

#include <gpuplan/calibration/table_columns.hpp>

#include <cmath>

namespace gpuplan::calibration {

namespace {

constexpr double agreement = 0.05; // step time and rate may be rounded, or of different windows
// What a scenario's step takes, so that every fitted or measured step can be copied there.
constexpr double mostBatch = 1e6;
constexpr double leastStep = 1e-6;
constexpr double mostStep = 86400;

/// A number above 0, or nothing with the row quarantined.
std::optional<double> positive(const TableColumns& table, const char* column, RowLog& rows) {
    const std::string_view cell = table.cell(column);
    // Power stands for any plain number from 0 on.
    const auto value = checkedValue(cell, Metric::Power, 1.0, table.line(), column, rows);
    if (value && *value == 0) {
        rows.quarantine(RowRule::NoNumber, table.line(), std::string(cell), column);
        return std::nullopt;
    }
    return value;
}

} // namespace

void readStepTable(workload::LineReader& lines, FormContext context) {
    RowLog& rows = context.rows;
    TableColumns table(lines, rows);
    bool good = table.require({"gpu", "gpus", "batch"});
    if (!table.has("step_s") && !table.has("samples_per_s"))
        good = table.require({"step_s"});
    if (!good)
        return;
    while (table.next()) {
        StepRow row;
        row.gpu = std::string(table.cell("gpu"));
        if (row.gpu.empty()) {
            rows.quarantine(RowRule::NoGpu, table.line(), row.gpu, "gpu");
            continue;
        }
        const auto gpus = positive(table, "gpus", rows);
        const auto batch = gpus ? positive(table, "batch", rows) : std::nullopt;
        if (!batch)
            continue;
        if (*gpus != std::floor(*gpus) || *gpus > 100'000) {
            rows.quarantine(RowRule::NoNumber, table.line(), std::string(table.cell("gpus")),
                            "gpus");
            continue;
        }
        row.gpus = static_cast<std::int64_t>(*gpus);
        row.batch = *batch;
        const bool hasStep = !table.cell("step_s").empty();
        const bool hasRate = !table.cell("samples_per_s").empty();
        const auto first = positive(table, hasStep || !hasRate ? "step_s" : "samples_per_s", rows);
        if (!first)
            continue;
        row.step = hasStep ? *first : *gpus * row.batch / *first;
        if (row.batch > mostBatch || row.step < leastStep || row.step > mostStep) {
            const char* const column = row.batch > mostBatch ? "batch" : "step_s";
            rows.quarantine(RowRule::NoNumber, table.line(), std::string(table.cell(column)),
                            column);
            continue;
        }
        if (hasStep && hasRate) {
            const auto rate = positive(table, "samples_per_s", rows);
            if (!rate)
                continue;
            if (std::fabs(*rate * row.step / (*gpus * row.batch) - 1.0) > agreement)
                rows.warn(RowRule::RatesDisagree, table.line(),
                          std::string(table.cell("samples_per_s")), "samples_per_s");
        }
        context.telemetry.steps.push_back(std::move(row));
        rows.taken();
    }
}

} // namespace gpuplan::calibration
