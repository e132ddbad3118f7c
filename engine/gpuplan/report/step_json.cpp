#include <gpuplan/report/names.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/step_figures.hpp>
#include <gpuplan/report/step_json.hpp>

namespace gpuplan::report {

namespace {

using io::JsonLayout;
using io::JsonWriter;
using metrics::StepResult;
using perf::Stage;

constexpr std::array stages{Stage::Compute, Stage::Comm, Stage::Sync,
                            Stage::H2d,     Stage::Prep, Stage::Fetch};

void optionalMember(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
    json.key(key);
    if (value)
        json.number(*value);
    else
        json.null();
}

void memberOrNull(JsonWriter& json, std::string_view key, std::string_view text) {
    json.key(key);
    if (text.empty())
        json.null();
    else
        json.text(text);
}

/// Counts of microseconds as exact seconds.
Decimal seconds(Int128 micros) {
    return Decimal::scaled(micros, 6);
}

void writeParts(JsonWriter& json, std::string_view key, const perf::StepBreakdown& step) {
    json.key(key).beginObject(JsonLayout::Line);
    for (const Stage stage : stages)
        json.member(perf::name(stage), step.part(stage));
    json.endObject();
}

/// How many times as fast a step would be without one stage, the others as they are.
void writeSpeedups(JsonWriter& json, const perf::StepBreakdown& step) {
    json.key("speedup_without").beginObject(JsonLayout::Line);
    for (const Stage stage : stages) {
        if (stage == Stage::Compute)
            continue;
        const double without = step.without[static_cast<std::size_t>(stage)];
        optionalMember(json, perf::name(stage),
                       without > 0 ? std::optional(step.step() / without) : std::nullopt);
    }
    json.endObject();
}

void writeTimeline(JsonWriter& json, const perf::StepBreakdown& step) {
    json.key("timeline_s").beginObject();
    json.member("forward_backward", step.forwardBackward).member("optimizer", step.optimizer);
    json.member("gpu_preparation", step.gpuPreparation).member("collectives", step.collectives);
    json.member("exposed_collectives", step.exposedCollectives).member("bubble", step.bubble);
    json.member("straggler", step.straggler).member("sync", step.syncs).member("copy", step.copy);
    json.member("prepare", step.preparation).member("fetch", step.fetch);
    json.member("open", step.open).member("read", step.readPayload).endObject();
}

void writeTraffic(JsonWriter& json, const perf::StepBreakdown& step) {
    const auto known = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    json.key("traffic").beginObject(JsonLayout::Line);
    json.member("store_bytes", step.storeBytes).member("host_bytes", step.hostBytes);
    json.member("network_bytes_per_node", step.networkBytes);
    optionalMember(json, "device_memory_bytes", known(step.memoryBytes));
    optionalMember(json, "model_flops", known(step.modelFlops));
    json.member("miss_fraction", step.missFraction).endObject();
}

void writeMemory(JsonWriter& json, const StepResult& step) {
    json.key("memory");
    if (!step.memoryNeed || !step.memoryHave) {
        json.null();
        return;
    }
    json.beginObject().member("need_bytes", *step.memoryNeed);
    json.member("usable_bytes", *step.memoryHave);
    optionalMember(json, "filled", memoryShare(step));
    json.member("fits", step.fitsWith.empty() && *step.memoryNeed <= *step.memoryHave);
    json.key("fits_with").beginArray(JsonLayout::Line);
    for (const std::string& change : step.fitsWith)
        json.text(change);
    json.endArray().endObject();
}

void writeCheckpoint(JsonWriter& json, const StepResult& step) {
    json.key("checkpoint");
    if (!step.checkpoint) {
        json.null();
        return;
    }
    const StepResult::Checkpoint& one = *step.checkpoint;
    json.beginObject().member("bytes", one.bytes).member("interval_s", one.interval);
    json.member("stall_s", one.stall).member("drain_s", one.drain);
    json.member("host_bytes_per_node", one.hostMemory);
    json.member("restart_s", one.restart).endObject();
}

/// Wall time of the class's jobs by what they did; with the queue it is all of it.
void writeWall(JsonWriter& json, const StepResult& step) {
    json.key("wall_s").beginObject().member("queue", seconds(step.queued));
    for (std::size_t i = 0; i < step.wall.size(); ++i)
        if (step.wall[i] != 0)
            json.member(model::name(static_cast<model::GpuState>(i)), seconds(step.wall[i]));
    json.endObject();
}

void writeStep(JsonWriter& json, const StepResult& step) {
    const perf::StepBreakdown& warm = step.warm;
    json.beginObject().member("class", step.jobClass);
    memberOrNull(json, "pool", step.pool);
    json.member("gpu", step.gpuName);
    json.key("placement").beginObject(JsonLayout::Line).member("gpus", step.placement.gpus);
    json.member("nodes", step.placement.nodes).member("leaves", step.placement.leaves);
    json.member("gpus_on_fullest_node", step.placement.mostOnNode).endObject();
    json.member("layer", perf::name(warm.layer)).member("basis", perf::name(warm.basis));
    json.member("bound", perf::name(warm.bound));
    json.member("step_s", warm.step()).member("cold_step_s", step.cold.step());
    optionalMember(json, "slowest_step_s",
                   warm.slowest > 0 ? std::optional(warm.slowest) : std::nullopt);
    json.member("samples", warm.samples).member("samples_per_s", step.samplesPerSecond);
    writeParts(json, "parts_s", warm);
    writeParts(json, "cold_parts_s", step.cold);
    const StepParts parts = stepParts(warm);
    json.key("groups_s").beginObject(JsonLayout::Line).member("io", parts.io());
    json.member("copy", parts.copy).member("math", parts.math()).endObject();
    writeSpeedups(json, warm);
    writeTimeline(json, warm);
    writeTraffic(json, warm);
    json.key("utilization").beginObject(JsonLayout::Line);
    optionalMember(json, "busy", busyShare(warm));
    optionalMember(json, "sm_active", smShare(warm));
    optionalMember(json, "tensor_active", tensorShare(warm));
    json.endObject();
    writeMemory(json, step);
    optionalMember(json, "useful_cache_bytes", step.usefulCache);
    writeCheckpoint(json, step);
    json.key("jobs").beginObject(JsonLayout::Line).member("started", step.started);
    json.member("completed", step.completed).endObject();
    optionalMember(json, "mean_run_s", step.meanRun);
    writeWall(json, step);
    json.endObject();
}

void writeItem(JsonWriter& json, const metrics::AdviceItem& item) {
    json.beginObject().member("id", item.id);
    memberOrNull(json, "class", item.jobClass);
    json.member("title", item.title).member("effort", name(item.effort));
    memberOrNull(json, "cause", item.cause);
    json.member("per_month", item.perMonth.amountText());
    json.member("cash_per_month", item.cashPerMonth.amountText());
    json.member("cost_per_month", item.costPerMonth.amountText());
    json.member("freed_gpu_hours", gpuHours(item.freed)).member("speedup", item.speedup);
    optionalMember(json, "wait_p95_s", item.waitP95);
    memberOrNull(json, "bottleneck", item.bottleneck);
    json.member("estimated", item.isEstimated).endObject();
}

} // namespace

void writeSteps(JsonWriter& json, const metrics::AlternativeResult& alternative) {
    json.key("steps").beginArray();
    for (const StepResult& step : alternative.steps)
        writeStep(json, step);
    json.endArray();
}

void writeAdvice(JsonWriter& json, const metrics::AlternativeResult& alternative) {
    json.key("advice");
    if (!alternative.advice) {
        json.null();
        return;
    }
    json.beginObject().key("items").beginArray();
    for (const metrics::AdviceItem& item : alternative.advice->items)
        writeItem(json, item);
    json.endArray().key("plan").beginArray();
    for (const metrics::Advice::PlanStep& step : alternative.advice->plan) {
        json.beginObject().member("effort", name(step.effort));
        json.key("ids").beginArray(JsonLayout::Line);
        for (const std::string& id : step.ids)
            json.text(id);
        json.endArray().key("titles").beginArray();
        for (const std::string& title : step.titles)
            json.text(title);
        json.endArray().member("per_month", step.perMonth.amountText());
        json.member("speedup", step.speedup).endObject();
    }
    json.endArray().endObject();
}

} // namespace gpuplan::report
