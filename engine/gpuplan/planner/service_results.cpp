#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/ledger/apportion.hpp>
#include <gpuplan/perf/power.hpp>
#include <gpuplan/planner/services.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::planner {

namespace {

using namespace model;
using metrics::ServiceResult;
using serving::ReplicaState;

double timeIn(const serving::ServiceWeek& week, ReplicaState state) {
    return static_cast<double>(week.time[static_cast<std::size_t>(state)]);
}

const std::optional<serving::Latency>& latencyIn(const serving::ServiceWeek& week,
                                                 LatencyKind kind) {
    return kind == LatencyKind::FirstToken ? week.firstToken
           : kind == LatencyKind::PerToken ? week.perToken
                                           : week.endToEnd;
}

/// Joules of the replicas' GPU boards per request; nothing where the GPU's power is not known.
std::optional<double> energyPerRequest(const PlayedService& played, const catalog::GpuModel& gpu) {
    if (!gpu.tdp || played.week.simulated == 0)
        return std::nullopt;
    const double full = static_cast<double>(gpu.tdp->base()) / 1e3; // kept in mW
    const double idle = full * perf::idlePowerShare;
    const auto joules = [&](ReplicaState state, double active) {
        return timeIn(played.week, state) / 1e6 * perf::gpuPower(idle, full, active);
    };
    const double all = joules(ReplicaState::Working, perf::computingActivity) +
                       joules(ReplicaState::Communicating, perf::exchangingActivity) +
                       joules(ReplicaState::Idle, 0) + joules(ReplicaState::Loading, 0);
    return all * static_cast<double>(gpusPerReplica(played.service)) /
           static_cast<double>(played.week.simulated);
}

/// Effective cost of the alternative by job class, shared out by the GPU time they held.
std::vector<Money> costByClass(const metrics::AlternativeResult& result, std::size_t classes,
                               std::vector<GpuTime>& held) {
    held.assign(classes, GpuTime());
    for (const history::MeterReading& reading : result.history->readings)
        for (std::size_t c = 0; c < reading.allocatedByClass.size(); ++c)
            held[c] += reading.allocatedByClass[c];
    std::vector<Int128> weights;
    Int128 sum = 0;
    for (const GpuTime time : held) {
        weights.push_back(time.base());
        sum += time.base();
    }
    std::vector<Money> costs(classes, Money(0, result.currency));
    if (sum != 0)
        costs = ledger::apportion(result.cost.total, weights);
    return costs;
}

/// To a millionth, half to even; nothing without a count.
std::optional<Decimal> perMillion(const Money& cost, double count) {
    if (!(count > 0))
        return std::nullopt;
    const double micros = static_cast<double>(cost.micros()) / count * 1e6;
    if (!(micros < 9e18))
        return std::nullopt;
    return Decimal::scaled(static_cast<std::int64_t>(std::nearbyint(micros)), 6);
}

/// The longest that a replica waited beyond what getting a node takes, microseconds.
std::int64_t longestWait(const PlayedService& played, const workload::JobTable& jobs,
                         const history::History& history) {
    std::int64_t longest = 0;
    for (std::size_t row = 0; row < jobs.size(); ++row)
        if (!jobs.jobClass.empty() && jobs.jobClass[row] == played.jobClass &&
            history.firstStart[row] >= 0)
            longest =
                std::max(longest, history.firstStart[row] - jobs.submit[row] - played.provisioning);
    return longest;
}

/// Its replicas that came and went.
std::uint64_t completedReplicas(std::size_t jobClass, const workload::JobTable& jobs,
                                const history::History& history) {
    std::uint64_t completed = 0;
    for (std::size_t row = 0; row < jobs.size(); ++row)
        if (!jobs.jobClass.empty() && jobs.jobClass[row] == jobClass && history.lastEnd[row] >= 0)
            ++completed;
    return completed;
}

std::string nameOf(LatencyKind kind) {
    for (const auto& [name, value] : io::latencyKindNames())
        if (value == kind)
            return name;
    return "";
}

std::string millis(double seconds) {
    return fixedText(seconds * 1e3, seconds < 0.01 ? 2 : 1) + " ms";
}

} // namespace

void addServiceResults(metrics::AlternativeResult& result, Diagnostics& diagnostics,
                       const Scenario& scenario, std::size_t alternative,
                       const catalog::Catalogs& catalogs, const workload::JobTable& jobs,
                       const std::vector<PlayedService>& services) {
    if (services.empty())
        return;
    const auto& classes = std::get<ProfileWorkload>(scenario.workload).classes;
    const Alternative& from = scenario.alternatives[alternative];
    const Location here{scenario.file, 0, 0, "/alternatives/" + std::to_string(alternative)};
    std::vector<GpuTime> held;
    const std::vector<Money> costs = costByClass(result, classes.size(), held);
    const double seconds = inSeconds(scenario.horizon());
    for (const PlayedService& played : services) {
        const serving::ServiceWeek& week = played.week;
        const catalog::GpuModel& gpu = *catalogs.gpu(from.pools[played.pool].gpu);
        ServiceResult service;
        service.jobClass = classes[played.jobClass].name;
        service.pool = from.pools[played.pool].name;
        service.gpuName = gpu.name;
        service.gpusPerReplica = gpusPerReplica(played.service);
        service.requestsPerSecond = week.requestsPerSecond;
        service.goodputPerSecond = week.goodputPerSecond;
        if (std::holds_alternative<TokenModel>(played.service.served))
            service.outputTokensPerSecond = week.outputTokensPerSecond;
        service.firstToken = week.firstToken;
        service.perToken = week.perToken;
        service.endToEnd = week.endToEnd;
        service.meanReplicas = week.meanReplicas;
        service.mostReplicas = week.mostReplicas;
        service.time = week.time;
        service.gpuTime = held[played.jobClass];
        service.cost = costs[played.jobClass];
        service.perMillionRequests = perMillion(service.cost, week.requestsPerSecond * seconds);
        if (service.outputTokensPerSecond)
            service.perMillionTokens =
                perMillion(service.cost, *service.outputTokensPerSecond * seconds);
        service.energyPerRequest = energyPerRequest(played, gpu);
        service.simulatedRequests = week.simulated;
        service.simulatedShare = week.simulatedShare;
        service.evictions = week.evictions;
        service.completedReplicas = completedReplicas(played.jobClass, jobs, *result.history);
        const std::string at = "/services/" + std::to_string(result.services.size());
        if (service.energyPerRequest)
            result.estimated.push_back(at + "/energy_per_request_j");
        if (week.simulatedShare < 1)
            for (const char* figure : {"/latency", "/goodput_per_s", "/replicas"})
                result.estimated.push_back(at + figure);
        for (const LatencyTarget& target : played.service.targets) {
            const auto& latency = latencyIn(week, target.kind);
            metrics::ServiceTarget checked{target.kind, target.percentile, target.limit, {}};
            if (latency)
                checked.value = latency->percentile(static_cast<int>(target.percentile));
            service.targets.push_back(checked);
            if (checked.isMet())
                continue;
            diagnostics.add(
                {Severity::Error,
                 Trouble::Target,
                 here,
                 {"planner.service.missed",
                  {from.name, inQuotes(service.jobClass), "p" + std::to_string(target.percentile),
                   nameOf(target.kind), millis(*checked.value),
                   fixedText((*checked.value / target.limit - 1) * 100, 1), millis(target.limit)}},
                 {}});
        }
        if (const std::int64_t wait = longestWait(played, jobs, *result.history); wait > 0)
            diagnostics.warning(
                here, "planner.service.waited",
                {inQuotes(service.jobClass), inQuotes(from.name), durationText(Duration(wait))});
        result.services.push_back(std::move(service));
    }
}

} // namespace gpuplan::planner
