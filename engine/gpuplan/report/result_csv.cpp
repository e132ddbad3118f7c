#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/names.hpp>
#include <gpuplan/report/result_json.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <array>

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

/// Classes that some alternative tells the step of, in the order first met.
std::vector<std::string> stepClasses(const metrics::RunResult& result) {
    std::vector<std::string> names;
    for (const metrics::AlternativeResult& alternative : result.alternatives)
        for (const metrics::StepResult& step : alternative.steps)
            if (std::find(names.begin(), names.end(), step.jobClass) == names.end())
                names.push_back(step.jobClass);
    return names;
}

constexpr std::array stages{perf::Stage::Compute, perf::Stage::Comm, perf::Stage::Sync,
                            perf::Stage::H2d,     perf::Stage::Prep, perf::Stage::Fetch};

void addStepHeadings(std::vector<std::string>& headings, const std::string& jobClass) {
    const auto add = [&](const std::string& column) {
        headings.push_back(jobClass + "/" + column);
    };
    add("step_s");
    for (const perf::Stage stage : stages)
        add(std::string(perf::name(stage)) + "_s");
    add("samples_per_s");
    add("memory_need_bytes");
    add("memory_usable_bytes");
}

void addStep(std::vector<std::string>& row, const metrics::AlternativeResult& alternative,
             const std::string& jobClass) {
    const auto found =
        std::find_if(alternative.steps.begin(), alternative.steps.end(),
                     [&](const metrics::StepResult& step) { return step.jobClass == jobClass; });
    if (found == alternative.steps.end()) {
        row.resize(row.size() + stages.size() + 4);
        return;
    }
    row.push_back(numberText(found->warm.step()));
    for (const perf::Stage stage : stages)
        row.push_back(numberText(found->warm.part(stage)));
    row.push_back(numberText(found->samplesPerSecond));
    row.push_back(field(found->memoryNeed));
    row.push_back(field(found->memoryHave));
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
        field(billMultiplier(a)),
    };
}

} // namespace

std::string resultCsv(const metrics::RunResult& result) {
    std::vector<std::string> headings{"name",
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
                                      "event_hash",
                                      "bill_multiplier"};
    const std::vector<std::string> classes = stepClasses(result);
    for (const std::string& jobClass : classes)
        addStepHeadings(headings, jobClass);
    std::string csv;
    appendCsvRow(csv, headings);
    for (const metrics::AlternativeResult& alternative : result.alternatives) {
        std::vector<std::string> cells = row(alternative);
        for (const std::string& jobClass : classes)
            addStep(cells, alternative, jobClass);
        appendCsvRow(csv, cells);
    }
    return csv;
}

} // namespace gpuplan::report
