#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/service_json.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

using io::JsonLayout;
using io::JsonWriter;
using metrics::ServiceResult;

template <typename T>
void memberOrNull(JsonWriter& json, std::string_view key, const std::optional<T>& value) {
    if (value)
        json.member(key, *value);
    else
        json.key(key).null();
}

void moneyOrNull(JsonWriter& json, std::string_view key, const std::optional<Decimal>& value,
                 Currency currency) {
    if (value)
        json.member(key, Money::of(*value, currency).amountText());
    else
        json.key(key).null();
}

void writeLatency(JsonWriter& json, std::string_view key,
                  const std::optional<serving::Latency>& latency) {
    if (!latency) {
        json.key(key).null();
        return;
    }
    json.key(key).beginObject(JsonLayout::Line).member("mean", latency->mean);
    json.member("p50", latency->p50).member("p90", latency->p90).member("p95", latency->p95);
    json.member("p99", latency->p99).endObject();
}

std::string nameOf(model::LatencyKind kind) {
    for (const auto& [name, value] : io::latencyKindNames())
        if (value == kind)
            return name;
    return "";
}

void writeTargets(JsonWriter& json, const ServiceResult& service) {
    json.key("targets").beginArray();
    for (const metrics::ServiceTarget& target : service.targets) {
        json.beginObject(JsonLayout::Line).member("of", nameOf(target.kind));
        json.member("percentile", target.percentile).member("at_most_s", target.limit);
        memberOrNull(json, "value_s", target.value);
        json.member("met", target.isMet()).endObject();
    }
    json.endArray();
    if (service.targets.empty())
        json.key("objective_met").null();
    else
        json.member("objective_met", service.meetsTargets());
}

void writeShares(JsonWriter& json, const ServiceResult& service) {
    std::int64_t held = 0;
    for (const std::int64_t part : service.time)
        held += part;
    const auto share = [&](serving::ReplicaState state) {
        return held == 0 ? 0.0
                         : static_cast<double>(service.time[static_cast<std::size_t>(state)]) /
                               static_cast<double>(held);
    };
    json.key("gpu_share").beginObject(JsonLayout::Line);
    json.member("compute", share(serving::ReplicaState::Working));
    json.member("comm", share(serving::ReplicaState::Communicating));
    json.member("idle_held", share(serving::ReplicaState::Idle));
    json.member("restart", share(serving::ReplicaState::Loading)).endObject();
}

void writeService(JsonWriter& json, const ServiceResult& service, Currency currency) {
    json.beginObject().member("name", service.jobClass).member("pool", service.pool);
    json.member("gpu", service.gpuName).member("gpus_per_replica", service.gpusPerReplica);
    json.member("requests_per_s", service.requestsPerSecond);
    json.member("goodput_per_s", service.goodputPerSecond);
    memberOrNull(json, "output_tokens_per_s", service.outputTokensPerSecond);
    json.key("latency").beginObject();
    writeLatency(json, "ttft_s", service.firstToken);
    writeLatency(json, "tpot_s", service.perToken);
    writeLatency(json, "e2e_s", service.endToEnd);
    json.endObject();
    writeTargets(json, service);
    json.key("replicas").beginObject(JsonLayout::Line).member("mean", service.meanReplicas);
    json.member("max", service.mostReplicas).endObject();
    json.member("gpu_hours", gpuHours(service.gpuTime));
    writeShares(json, service);
    json.member("cost", service.cost.amountText());
    moneyOrNull(json, "cost_per_million_requests", service.perMillionRequests, currency);
    moneyOrNull(json, "cost_per_million_tokens", service.perMillionTokens, currency);
    memberOrNull(json, "energy_per_request_j", service.energyPerRequest);
    json.member("evictions", service.evictions);
    json.key("simulated").beginObject(JsonLayout::Line);
    json.member("requests", service.simulatedRequests);
    json.member("share", service.simulatedShare).endObject().endObject();
}

} // namespace

void writeServices(JsonWriter& json, const metrics::AlternativeResult& alternative) {
    json.key("services").beginArray();
    for (const ServiceResult& service : alternative.services)
        writeService(json, service, alternative.currency);
    json.endArray();
}

} // namespace gpuplan::report
