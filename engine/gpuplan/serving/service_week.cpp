#include <gpuplan/base/contract.hpp>
#include <gpuplan/serving/request_source.hpp>
#include <gpuplan/serving/service_week.hpp>
#include <gpuplan/serving/simulate_service.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpuplan::serving {

namespace {

/// Hours alike are sampled together, in so many groups by rising rate.
constexpr std::size_t groupCount = 12;
constexpr Tick shortestSample = 30 * second;

/// Sums of runs, which are then made into figures.
class Gathered {
public:
    void add(ServiceRun&& run) {
        m_length += run.length;
        m_week.simulated += run.requests;
        m_within += run.withinLimits;
        m_tokens += run.outputTokens;
        m_week.evictions += run.evictions;
        m_week.held += run.held;
        for (std::size_t i = 0; i < replicaStateCount; ++i)
            m_week.time[i] += run.time[i];
        m_week.mostReplicas = std::max(m_week.mostReplicas, run.mostReplicas);
        append(m_firstToken, std::move(run.firstToken));
        append(m_perToken, std::move(run.perToken));
        append(m_endToEnd, std::move(run.endToEnd));
    }

    ServiceWeek finish(Tick period) {
        const double seconds = static_cast<double>(m_length) / 1e6;
        m_week.period = period;
        m_week.requestsPerSecond = static_cast<double>(m_week.simulated) / seconds;
        m_week.goodputPerSecond = static_cast<double>(m_within) / seconds;
        m_week.outputTokensPerSecond = static_cast<double>(m_tokens) / seconds;
        m_week.meanReplicas = static_cast<double>(m_week.held) / static_cast<double>(m_length);
        m_week.simulatedShare = static_cast<double>(m_length) / static_cast<double>(period);
        m_week.firstToken = latencyOf(m_firstToken);
        m_week.perToken = latencyOf(m_perToken);
        m_week.endToEnd = latencyOf(m_endToEnd);
        return std::move(m_week);
    }

private:
    static void append(std::vector<double>& all, std::vector<double>&& more) {
        if (all.empty())
            all = std::move(more);
        else
            all.insert(all.end(), more.begin(), more.end());
    }

    ServiceWeek m_week;
    Tick m_length = 0;
    std::uint64_t m_within = 0;
    std::uint64_t m_tokens = 0;
    std::vector<double> m_firstToken;
    std::vector<double> m_perToken;
    std::vector<double> m_endToEnd;
};

/// All requests of the period, after an hour of run-in where the period is a week like others.
std::optional<ServiceWeek> wholePeriod(const ServiceSpec& spec, Tick period, Tick runIn,
                                       std::uint64_t seed, const std::function<bool()>& stop) {
    std::optional<ServiceRun> run = simulateService(spec, {runIn, period, seed, 0}, stop);
    if (!run)
        return std::nullopt;
    std::vector<ReplicaCount> replicas = run->replicas;
    Gathered gathered;
    gathered.add(std::move(*run));
    ServiceWeek week = gathered.finish(period);
    week.replicas = std::move(replicas);
    return week;
}

/// Hours of the period of about one rate.
struct HourGroup {
    std::vector<std::size_t> hours;
    double rate = 0; ///< mean, a second
    double replicas = 0;
};

std::vector<HourGroup> hourGroups(const std::vector<double>& hourly) {
    std::vector<std::size_t> order(hourly.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return hourly[a] < hourly[b]; });
    const std::size_t count = std::min(groupCount, order.size());
    std::vector<HourGroup> groups(count);
    for (std::size_t i = 0; i < order.size(); ++i) {
        HourGroup& group = groups[i * count / order.size()];
        group.hours.push_back(order[i]);
        group.rate += hourly[order[i]];
    }
    for (HourGroup& group : groups)
        group.rate /= static_cast<double>(group.hours.size());
    return groups;
}

/// A mean number of replicas in each hour as whole ones: the fraction is one more for that part of
/// the hour.
std::vector<ReplicaCount> replicasByHour(const std::vector<HourGroup>& groups, std::size_t hours) {
    std::vector<double> mean(hours);
    for (const HourGroup& group : groups)
        for (const std::size_t each : group.hours)
            mean[each] = group.replicas;
    std::vector<ReplicaCount> counts;
    const auto change = [&counts](Tick at, std::int64_t count) {
        if (counts.empty() || counts.back().count != count)
            counts.push_back({at, count});
    };
    for (std::size_t i = 0; i < hours; ++i) {
        const Tick at = static_cast<Tick>(i) * hour;
        const auto whole = static_cast<std::int64_t>(std::floor(mean[i]));
        const Tick part = ticks((mean[i] - static_cast<double>(whole)) * 3600.0);
        if (part > 0)
            change(at, whole + 1);
        if (part < hour)
            change(at + part, whole);
    }
    return counts;
}

/// As much of the time of each group as the budget allows, at the group's mean rate.
std::optional<ServiceWeek> sampled(ServiceSpec spec, Tick period, std::uint64_t seed, double budget,
                                   const std::function<bool()>& stop) {
    const std::vector<double> hourly = spec.requests.hourly;
    const auto hours = static_cast<std::size_t>(period / hour);
    std::vector<HourGroup> groups =
        hourGroups({hourly.begin(), hourly.begin() + static_cast<std::ptrdiff_t>(hours)});
    double expected = 0; // a second of every hour
    for (const HourGroup& group : groups)
        expected += group.rate * static_cast<double>(group.hours.size());
    const Tick perHour = std::max(ticks(budget / expected),
                                  shortestSample / static_cast<Tick>(groups[0].hours.size()));
    const bool isScaled = spec.scaling.least != spec.scaling.most;
    // Time to find the number of replicas; the first group starts from the least.
    const Tick settle =
        isScaled ? spec.coldStart.provisioning + spec.coldStart.loading + 4 * spec.scaling.period
                 : 60 * second;
    Tick runIn = isScaled ? settle + 2 * spec.scaling.downWindow : settle;
    Gathered gathered;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        spec.requests.hourly = {groups[i].rate};
        const Tick length = perHour * static_cast<Tick>(groups[i].hours.size());
        std::optional<ServiceRun> run =
            simulateService(spec, {runIn, length, seed, static_cast<std::uint32_t>(i)}, stop);
        if (!run)
            return std::nullopt;
        groups[i].replicas = run->meanReplicas();
        if (isScaled)
            spec.scaling.initial =
                std::clamp(run->finalReplicas, spec.scaling.least, spec.scaling.most);
        runIn = settle;
        gathered.add(std::move(*run));
    }
    ServiceWeek week = gathered.finish(static_cast<Tick>(hours) * hour);
    week.replicas = replicasByHour(groups, hours);
    return week;
}

} // namespace

std::optional<ServiceWeek> representativeWeek(ServiceSpec spec, Tick recordLength, Tick plan,
                                              std::uint64_t seed, double budget,
                                              const std::function<bool()>& stop) {
    GPUPLAN_EXPECTS(plan > 0 && budget >= 1, "a plan has a length and a budget");
    if (recordLength > 0) {
        Tick period = std::min(recordLength, plan);
        const auto& recorded = spec.requests.recorded;
        const auto most = static_cast<std::size_t>(budget);
        if (recorded.size() > most)
            period = std::min(period, std::max<Tick>(recorded[most].at, 1));
        return wholePeriod(spec, period, 0, seed, stop);
    }
    const Tick period = std::min(oneWeek, plan);
    if (expectedRequests(spec.requests, period) <= budget)
        return wholePeriod(spec, period, period == oneWeek ? hour : 0, seed, stop);
    return sampled(std::move(spec), period, seed, budget, stop);
}

std::vector<ReplicaLife> replicaLives(const ServiceWeek& week, Tick plan) {
    std::vector<ReplicaLife> lives;
    std::vector<std::size_t> alive; // of lives, oldest first
    if (week.replicas.size() == 1) {
        lives.assign(static_cast<std::size_t>(week.replicas[0].count), {0, plan});
        return lives;
    }
    for (Tick begin = 0; begin < plan; begin += week.period) {
        for (const ReplicaCount& change : week.replicas) {
            const Tick now = begin + change.at;
            if (now >= plan)
                break;
            while (static_cast<std::int64_t>(alive.size()) > change.count) {
                lives[alive.back()].to = now;
                alive.pop_back();
            }
            while (static_cast<std::int64_t>(alive.size()) < change.count) {
                alive.push_back(lives.size());
                lives.push_back({now, plan});
            }
        }
    }
    return lives;
}

} // namespace gpuplan::serving
