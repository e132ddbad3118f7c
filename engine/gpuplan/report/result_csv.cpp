#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/names.hpp>
#include <gpuplan/report/result_json.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::report {

namespace {

std::string field(const std::optional<double>& value) {
    return value ? numberText(*value) : std::string();
}
std::string field(const std::optional<Decimal>& value) {
    return value ? value->text() : std::string();
}
std::string field(const std::optional<GpuTime>& time) {
    return time ? gpuHours(*time).text() : std::string();
}

std::vector<std::string> row(const metrics::AlternativeResult& a) {
    const auto billed = a.cost.billed.find("total");
    return {
        a.name,
        std::string(name(a.kind)),
        a.currency.code(),
        a.cost.total.amountText(),
        billed == a.cost.billed.end() ? std::string() : billed->second.amountText(),
        field(std::optional(a.gpuHours.capacity)),
        field(std::optional(a.gpuHours.paid)),
        field(std::optional(a.gpuHours.allocated)),
        field(a.gpuHours.busy),
        field(a.gpuHours.tensorActive),
        field(a.gpuHours.useful),
        field(a.allocatedShare),
        field(a.busyShare),
        field(a.tensorActiveShare),
        a.wait ? numberText(a.wait->mean) : std::string(),
        a.wait ? numberText(a.wait->p95) : std::string(),
        std::to_string(a.jobs.total),
        std::to_string(a.jobs.completed),
        std::to_string(a.jobs.rejected),
        field(a.perAvailable),
        field(a.perAllocated),
        field(a.perBusy),
        field(a.perUseful),
        field(a.npv),
        field(a.irr),
        field(a.paybackSimple),
        field(a.paybackDiscounted),
        field(a.equivalentAnnualCost),
        field(a.energyKwh),
        field(a.carbonKg),
        a.eventHash,
    };
}

} // namespace

std::string resultCsv(const metrics::RunResult& result) {
    std::string csv;
    appendCsvRow(csv, {"name",
                       "kind",
                       "currency",
                       "cost_total",
                       "billed_total",
                       "gpu_hours_capacity",
                       "gpu_hours_paid",
                       "gpu_hours_allocated",
                       "gpu_hours_busy",
                       "gpu_hours_tensor_active",
                       "gpu_hours_useful",
                       "utilization_allocated",
                       "utilization_busy",
                       "utilization_tensor_active",
                       "wait_s_mean",
                       "wait_s_p95",
                       "jobs_total",
                       "jobs_completed",
                       "jobs_rejected",
                       "cost_per_gpu_hour_available",
                       "cost_per_gpu_hour_allocated",
                       "cost_per_gpu_hour_busy",
                       "cost_per_gpu_hour_useful",
                       "npv",
                       "irr",
                       "payback_months_simple",
                       "payback_months_discounted",
                       "equivalent_annual_cost",
                       "energy_kwh",
                       "carbon_kg",
                       "event_hash"});
    for (const metrics::AlternativeResult& alternative : result.alternatives)
        appendCsvRow(csv, row(alternative));
    return csv;
}

} // namespace gpuplan::report
