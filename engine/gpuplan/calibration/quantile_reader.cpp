/// Published distributions: cluster, metric, percentile (0 to 100), value. The unit is the end of
/// the metric's name: `gpu_util_pct`, `gpu_power_w`.

#include <gpuplan/calibration/table_columns.hpp>

#include <algorithm>

namespace gpuplan::calibration {

namespace {

struct Source {
    std::string_view metric;
    Metric target;
    double scale;
};
constexpr std::array<Source, 8> sources{{
    {"gpu_util_pct", Metric::GpuUtil, 0.01},
    {"sm_activity_pct", Metric::SmActive, 0.01},
    {"sm_active_pct", Metric::SmActive, 0.01},
    {"sm_occupancy_pct", Metric::SmOccupancy, 0.01},
    {"tensor_active_pct", Metric::TensorActive, 0.01},
    {"dram_active_pct", Metric::DramActive, 0.01},
    {"gpu_mem_used_pct", Metric::MemoryShare, 0.01},
    {"gpu_power_w", Metric::Power, 1},
}};

bool hasUnit(const std::string& metric) {
    const auto ends = [&](std::string_view end) {
        return metric.size() > end.size() &&
               std::string_view(metric).substr(metric.size() - end.size()) == end;
    };
    return ends("_pct") || ends("_w");
}

Distribution& distributionOf(Telemetry& telemetry, const std::string& cluster, Metric metric) {
    auto& all = telemetry.distributions;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Distribution& one) {
        return one.cluster == cluster && one.metric == metric;
    });
    if (found != all.end())
        return *found;
    all.push_back({cluster, metric, {}});
    return all.back();
}

} // namespace

void readQuantiles(workload::LineReader& lines, FormContext context) {
    RowLog& rows = context.rows;
    TableColumns table(lines, rows);
    if (!table.require({"cluster", "metric", "percentile", "value"}))
        return;
    OnceForEach told;
    const std::size_t before = context.telemetry.distributions.size();
    while (table.next()) {
        const std::size_t line = table.line();
        const std::string metric(table.cell("metric"));
        const auto* const source =
            std::find_if(sources.begin(), sources.end(),
                         [&](const Source& one) { return one.metric == metric; });
        if (source == sources.end()) {
            if (!hasUnit(metric) && told.first(metric))
                rows.diagnostics.error(rows.at(line, "metric"), "calibration.metric_unit",
                                       {inQuotes(metric)});
            rows.other();
            continue;
        }
        const auto percent =
            checkedValue(table.cell("percentile"), Metric::GpuUtil, 0.01, line, "percentile", rows);
        if (!percent)
            continue;
        const auto value =
            checkedValue(table.cell("value"), source->target, source->scale, line, metric, rows);
        if (!value)
            continue;
        const std::string cluster(table.cell("cluster"));
        Distribution& distribution = distributionOf(context.telemetry, cluster, source->target);
        const double at = *percent * 100.0;
        if (!distribution.points.empty() && (at <= distribution.points.back().percent ||
                                             *value < distribution.points.back().value)) {
            if (told.first(cluster + "\n" + metric))
                rows.diagnostics.error(rows.at(line, metric), "calibration.not_rising");
            rows.quarantine(RowRule::Malformed, line, std::string(table.cell("value")), metric);
            continue;
        }
        distribution.points.push_back({at, *value});
        rows.taken();
    }
    for (std::size_t i = before; i < context.telemetry.distributions.size(); ++i) {
        const Distribution& one = context.telemetry.distributions[i];
        if (one.points.front().percent > 1 || one.points.back().percent < 99)
            rows.diagnostics.error(rows.at(0), "calibration.quantiles_part",
                                   {inQuotes(one.cluster), std::string(name(one.metric))});
    }
}

} // namespace gpuplan::calibration
