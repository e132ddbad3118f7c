/// One metric of many pods over time: value, timestamp_anon (seconds, shifted), container_ip.

#include <gpuplan/calibration/table_columns.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::calibration {

void readPodSeries(workload::LineReader& lines, FormContext context, Metric metric) {
    RowLog& rows = context.rows;
    TableColumns table(lines, rows);
    if (!table.require({"value", "timestamp_anon", "container_ip"}))
        return;
    OrderWatch order;
    PercentWatch percent;
    const double scale = metric == Metric::GpuUtil ? 0.01 : 1.0;
    while (table.next()) {
        const std::size_t line = table.line();
        const std::string pod(table.cell("container_ip"));
        if (pod.empty()) {
            rows.quarantine(RowRule::NoGpu, line, pod, "container_ip");
            continue;
        }
        const std::string_view clock = table.cell("timestamp_anon");
        const auto seconds = parseNumber(clock);
        if (!seconds || *seconds < 0 || *seconds > 9e9) {
            rows.quarantine(RowRule::NoTime, line, std::string(clock), "timestamp_anon");
            continue;
        }
        const auto value = checkedValue(table.cell("value"), metric, scale, line, "value", rows);
        if (!value)
            continue;
        GpuIdentity identity;
        identity.pod = pod;
        const std::size_t gpu = context.telemetry.gpu(identity);
        const std::int64_t at = std::llround(*seconds * 1e6);
        if (!order.advance(gpu, at)) {
            rows.quarantine(RowRule::TimeBackwards, line, std::string(clock), "timestamp_anon");
            continue;
        }
        if (metric == Metric::GpuUtil)
            percent.see(*value * 100.0, line);
        context.telemetry.gpus[gpu].of(metric).push_back({at, true, *value});
        rows.taken();
    }
    // Duty cycles are broken numbers, so a quiet pod may look like this, too.
    if (const std::size_t line = percent.ratioLine(); line != 0)
        rows.diagnostics.warning(rows.at(line, "value"), "calibration.maybe_ratio");
}

} // namespace gpuplan::calibration
