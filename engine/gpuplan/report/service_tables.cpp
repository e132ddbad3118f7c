#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/service_tables.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <functional>

namespace gpuplan::report {

namespace {

using metrics::AlternativeResult;
using metrics::ServiceResult;

void eachService(const metrics::RunResult& result,
                 const std::function<void(const AlternativeResult&, const ServiceResult&)>& row) {
    for (const AlternativeResult& alternative : result.alternatives)
        for (const ServiceResult& service : alternative.services)
            row(alternative, service);
}

std::vector<Column> namedColumns(Language language) {
    return {{text("report.column.alternative", language), Align::Left},
            {text("report.column.service", language), Align::Left}};
}

/// Milliseconds: three digits of small ones, whole large ones.
std::string millis(double seconds) {
    const double value = seconds * 1e3;
    return grouped(fixedText(value, value < 10 ? 2 : value < 100 ? 1 : 0));
}

std::string rate(double perSecond) {
    return grouped(fixedText(perSecond, perSecond < 10 ? 2 : perSecond < 1000 ? 1 : 0));
}

std::string orDash(const std::optional<Decimal>& perMillion, Currency currency) {
    return perMillion ? moneyText(Money::of(*perMillion, currency)) : "-";
}

double share(const ServiceResult& service, std::initializer_list<serving::ReplicaState> states) {
    double held = 0;
    for (const std::int64_t part : service.time)
        held += static_cast<double>(part);
    double sum = 0;
    for (const serving::ReplicaState state : states)
        sum += static_cast<double>(service.time[static_cast<std::size_t>(state)]);
    return held > 0 ? sum / held : 0;
}

std::string percent(double value) {
    return fixedText(value * 100, 1);
}

bool hasTokens(const metrics::RunResult& result) {
    bool found = false;
    eachService(result, [&](const AlternativeResult&, const ServiceResult& service) {
        found = found || service.firstToken.has_value();
    });
    return found;
}

std::string cell(const std::optional<serving::Latency>& latency, double serving::Latency::*figure) {
    return latency ? millis((*latency).*figure) : "-";
}

} // namespace

bool hasServices(const metrics::RunResult& result) {
    return std::any_of(result.alternatives.begin(), result.alternatives.end(),
                       [](const AlternativeResult& each) { return !each.services.empty(); });
}

Table serviceLatencyTable(const metrics::RunResult& result, Language language) {
    Table table{namedColumns(language), {}, false};
    const auto column = [&](const char* key, const char* unit) {
        table.columns.push_back({text(key, language), Align::Right, unit});
    };
    const bool tokens = hasTokens(result);
    column("report.column.requests", "1/s");
    column("report.column.goodput", "1/s");
    column("report.column.latency_p50", "ms");
    column("report.column.latency_p95", "ms");
    column("report.column.latency_p99", "ms");
    if (tokens) {
        column("report.column.ttft_p99", "ms");
        column("report.column.tpot_p99", "ms");
    }
    column("report.column.replicas", "");
    column("report.column.replicas_most", "");
    eachService(result, [&](const AlternativeResult& alternative, const ServiceResult& service) {
        std::vector<std::string> row{alternative.name,
                                     service.jobClass,
                                     rate(service.requestsPerSecond),
                                     rate(service.goodputPerSecond),
                                     cell(service.endToEnd, &serving::Latency::p50),
                                     cell(service.endToEnd, &serving::Latency::p95),
                                     cell(service.endToEnd, &serving::Latency::p99)};
        if (tokens) {
            row.push_back(cell(service.firstToken, &serving::Latency::p99));
            row.push_back(cell(service.perToken, &serving::Latency::p99));
        }
        row.push_back(fixedText(service.meanReplicas, 1));
        row.push_back(std::to_string(service.mostReplicas));
        table.rows.push_back(std::move(row));
    });
    return table;
}

Table serviceUseTable(const metrics::RunResult& result, Language language) {
    using serving::ReplicaState;
    Table table{namedColumns(language), {}, false};
    table.columns.push_back({text("report.column.on", language), Align::Left});
    const auto column = [&](const char* key, std::string unit) {
        table.columns.push_back({text(key, language), Align::Right, std::move(unit)});
    };
    const std::string money(result.scenario.currency.code());
    const bool tokens = hasTokens(result);
    column("report.column.working", "%");
    column("report.column.idle", "%");
    column("report.column.starting", "%");
    column("report.column.per_million_requests", money);
    if (tokens)
        column("report.column.per_million_tokens", money);
    column("report.column.energy_per_request", "J");
    eachService(result, [&](const AlternativeResult& alternative, const ServiceResult& service) {
        std::vector<std::string> row{
            alternative.name,
            service.jobClass,
            (service.gpusPerReplica > 1 ? std::to_string(service.gpusPerReplica) + " x " : "") +
                service.gpuName,
            percent(share(service, {ReplicaState::Working, ReplicaState::Communicating})),
            percent(share(service, {ReplicaState::Idle})),
            percent(share(service, {ReplicaState::Loading})),
            orDash(service.perMillionRequests, alternative.currency)};
        if (tokens)
            row.push_back(orDash(service.perMillionTokens, alternative.currency));
        row.push_back(service.energyPerRequest ? fixedText(*service.energyPerRequest,
                                                           *service.energyPerRequest < 100 ? 2 : 0)
                                               : "-");
        table.rows.push_back(std::move(row));
    });
    return table;
}

std::vector<std::string> serviceLines(const metrics::RunResult& result, Language language) {
    std::vector<std::string> lines;
    eachService(result, [&](const AlternativeResult& alternative, const ServiceResult& service) {
        for (const metrics::ServiceTarget& target : service.targets) {
            if (!target.value)
                continue;
            std::string name;
            for (const auto& [word, kind] : io::latencyKindNames())
                if (kind == target.kind)
                    name = word;
            lines.push_back(
                text(Message{target.isMet() ? "report.service.met" : "report.service.missed",
                             {alternative.name, service.jobClass,
                              "p" + std::to_string(target.percentile), name, millis(*target.value),
                              millis(target.limit)}},
                     language));
        }
        if (service.simulatedShare < 1)
            lines.push_back(text(Message{"report.service.sampled",
                                         {alternative.name, service.jobClass,
                                          grouped(std::to_string(service.simulatedRequests))}},
                                 language));
    });
    return lines;
}

} // namespace gpuplan::report
