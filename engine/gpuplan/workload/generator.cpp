#include <gpuplan/des/math.hpp>
#include <gpuplan/des/random.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/workload/generator.hpp>
#include <gpuplan/workload/trace_builder.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <variant>

namespace gpuplan::workload {

namespace {

constexpr std::int64_t microsPerHour = 3'600'000'000;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// Jobs an hour at the hour that begins `hour` hours after 1970-01-01, a Thursday.
class HourlyRate {
public:
    explicit HourlyRate(const model::ArrivalProcess& arrivals) : m_arrivals(arrivals) {
        // jobsPerDay / 24 x (24 / sum of hourly) x (7 / sum of weekly); no weight, no jobs.
        const double weights = sum(arrivals.hourly) * sum(arrivals.weekly);
        if (weights > 0.0)
            m_scale = arrivals.jobsPerDay.value.toDouble() * 7.0 / weights;
    }

    double at(std::int64_t hour) const {
        constexpr std::int64_t thursday = 3; // counted from Monday
        const std::int64_t day = floorDivide(hour, 24);
        const auto ofDay = static_cast<std::size_t>(hour - day * 24);
        const std::int64_t weekday = (day + thursday) % 7;
        const auto ofWeek = static_cast<std::size_t>(weekday < 0 ? weekday + 7 : weekday);
        return m_scale * m_arrivals.hourly[ofDay] * m_arrivals.weekly[ofWeek];
    }

    static std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
        return a / b - (a % b < 0 ? 1 : 0);
    }

private:
    template <std::size_t N>
    static double sum(const std::array<double, N>& weights) {
        return std::accumulate(weights.begin(), weights.end(), 0.0);
    }

    const model::ArrivalProcess& m_arrivals;
    double m_scale = 0.0;
};

/// A run time in microseconds by its law, before it is cut.
struct DrawDuration {
    des::RandomStream& stream;

    double operator()(const model::FixedTime& law) const {
        return static_cast<double>(law.value.count());
    }
    double operator()(const model::ExponentialTime& law) const {
        return stream.exponential(1.0) * static_cast<double>(law.mean.count());
    }
    double operator()(const model::LognormalTime& law) const {
        const auto median = static_cast<double>(law.median.count());
        const auto mean = static_cast<double>(law.mean.count());
        return stream.lognormal(median, std::sqrt(2.0 * des::log(mean / median)));
    }
};

/// The jobs of one class, one after the other.
class ClassSource {
public:
    ClassSource(const model::JobClass& jobClass, const GeneratorSpec& spec)
        : m_class(jobClass), m_rate(jobClass.arrivals),
          m_start(spec.start.time_since_epoch().count()), m_end(m_start + spec.horizon.count()),
          m_arrivals(spec.seed, "arrivals/" + jobClass.name, spec.replication),
          m_sizes(spec.seed, "gpus/" + jobClass.name, spec.replication),
          m_durations(spec.seed, "duration/" + jobClass.name, spec.replication),
          m_who(spec.seed, "who/" + jobClass.name, spec.replication),
          m_hour(HourlyRate::floorDivide(m_start, microsPerHour)),
          m_done(static_cast<double>(m_start - m_hour * microsPerHour) /
                 static_cast<double>(microsPerHour)) {
        for (const model::GpuShare& share : jobClass.gpus)
            m_totalWeight += share.weight;
    }

    /// Goes to the next arrival. \return whether there is one before the end
    bool advance() {
        double wanted = m_arrivals.exponential(1.0);
        for (; m_hour * microsPerHour < m_end; ++m_hour, m_done = 0.0) {
            const double rate = m_rate.at(m_hour);
            const double left = rate * (1.0 - m_done);
            if (wanted >= left) {
                wanted -= left;
                continue;
            }
            m_done += wanted / rate;
            const auto within =
                static_cast<std::int64_t>(m_done * static_cast<double>(microsPerHour));
            // A rounded sum may touch the next hour; the job stays in its own.
            m_at = m_hour * microsPerHour + std::min(within, microsPerHour - 1);
            return m_at < m_end;
        }
        return false;
    }

    /// Submit time of the arrival, microseconds since the plan's start.
    std::int64_t submit() const { return m_at - m_start; }

    std::int32_t drawGpus() {
        const double point = m_sizes.uniform() * m_totalWeight;
        double sum = 0.0;
        const model::GpuShare* chosen = &m_class.gpus.front();
        for (const model::GpuShare& share : m_class.gpus) {
            chosen = &share;
            sum += share.weight;
            if (point < sum)
                break;
        }
        GPUPLAN_EXPECTS(chosen->gpus.inMilli() <= std::numeric_limits<std::int32_t>::max(),
                        "a job's GPUs fit their column");
        return static_cast<std::int32_t>(chosen->gpus.inMilli());
    }

    std::int64_t drawDuration() {
        const model::DurationDistribution& distribution = m_class.duration;
        const double drawn = std::visit(DrawDuration{m_durations}, distribution.law);
        std::int64_t micros = longestRun;
        if (drawn < static_cast<double>(longestRun))
            micros = static_cast<std::int64_t>(drawn + 0.5);
        micros = std::max(micros, distribution.least.value_or(Duration(1)).count());
        if (distribution.most)
            micros = std::min(micros, distribution.most->count());
        return std::clamp<std::int64_t>(micros, 1, longestRun);
    }

    std::int64_t estimate(std::int64_t duration) const {
        const double factor = std::max(m_class.estimateFactor, 1.0);
        const double value = std::ceil(static_cast<double>(duration) * factor);
        if (!(value < static_cast<double>(longestRun)))
            return longestRun;
        return std::max(static_cast<std::int64_t>(value), duration);
    }

    struct Who {
        std::uint64_t team;
        std::uint64_t user;
    };
    Who drawWho() {
        constexpr std::int64_t mostUsers = std::int64_t{1} << 32U; // of one draw
        const auto users =
            static_cast<std::uint64_t>(std::clamp<std::int64_t>(m_class.users, 1, mostUsers));
        const auto teams = std::max<std::uint64_t>(m_class.teams.size(), 1);
        const std::uint64_t team = m_who.index(teams);
        // Users team, team + teams, team + 2 teams, ... are of this team.
        const std::uint64_t members = team < users ? (users - team - 1) / teams + 1 : 1;
        return {team, (team + teams * m_who.index(members)) % users};
    }

private:
    const model::JobClass& m_class;
    HourlyRate m_rate;
    std::int64_t m_start;
    std::int64_t m_end;
    des::RandomStream m_arrivals;
    des::RandomStream m_sizes;
    des::RandomStream m_durations;
    des::RandomStream m_who;
    std::int64_t m_hour; ///< since 1970, the hour in which the last arrival lies
    double m_done;       ///< part of it that is over, 0..1
    std::int64_t m_at = 0;
    double m_totalWeight = 0.0;
};

/// Draws one job of the class and puts it at the table's end.
void appendJob(JobTable& table, const model::JobClass& jobClass, std::size_t classIndex,
               ClassSource& source) {
    std::array<char, 24> id{};
    const auto end = std::to_chars(id.data(), id.data() + id.size(), table.size() + 1).ptr;
    const std::int64_t duration = source.drawDuration();
    const ClassSource::Who who = source.drawWho();
    table.ids.append({id.data(), static_cast<std::size_t>(end - id.data())});
    table.submit.push_back(source.submit());
    table.duration.push_back(duration);
    table.estimate.push_back(source.estimate(duration));
    table.gpus.push_back(source.drawGpus());
    table.user.push_back(table.users.intern(jobClass.name + "-" + std::to_string(who.user + 1)));
    table.team.push_back(
        table.teams.intern(jobClass.teams.empty() ? "" : jobClass.teams[who.team]));
    table.model.push_back(table.models.intern(jobClass.model));
    table.jobClass.push_back(static_cast<std::uint8_t>(classIndex));
}

/// Two classes whose streams would give the same numbers are refused.
Diagnostics checkStreams(const model::ProfileWorkload& profile) {
    std::vector<std::string> names;
    for (const model::JobClass& jobClass : profile.classes)
        for (const char* kind : {"arrivals/", "gpus/", "duration/", "who/"})
            names.push_back(kind + jobClass.name);
    return des::checkStreamNames(names);
}

void reserve(JobTable& table, std::size_t rows) {
    for (auto* column : {&table.submit, &table.duration, &table.estimate})
        column->reserve(rows);
    for (auto* column : {&table.user, &table.team, &table.model})
        column->reserve(rows);
    table.gpus.reserve(rows);
    table.jobClass.reserve(rows);
}

} // namespace

double expectedJobs(const model::ProfileWorkload& profile, const GeneratorSpec& spec) {
    const std::int64_t start = spec.start.time_since_epoch().count();
    const std::int64_t end = start + spec.horizon.count();
    double expected = 0.0;
    for (const model::JobClass& jobClass : profile.classes) {
        const HourlyRate rate(jobClass.arrivals);
        for (std::int64_t hour = HourlyRate::floorDivide(start, microsPerHour);
             hour * microsPerHour < end; ++hour) {
            const std::int64_t from = std::max(start, hour * microsPerHour);
            const std::int64_t to = std::min(end, (hour + 1) * microsPerHour);
            expected +=
                rate.at(hour) * static_cast<double>(to - from) / static_cast<double>(microsPerHour);
        }
    }
    return expected;
}

Result<JobTable> generateJobs(const model::ProfileWorkload& profile, const GeneratorSpec& spec,
                              const std::function<bool()>& stop) {
    GPUPLAN_EXPECTS(profile.classes.size() <= 256, "a class's index fits one byte");
    Diagnostics diagnostics;
    const double expected = expectedJobs(profile, spec);
    if (!(expected <= mostGeneratedJobs)) {
        diagnostics.error(
            {}, "workload.too_many_jobs",
            {grouped(fixedText(expected, 0)), grouped(fixedText(mostGeneratedJobs, 0))});
        return diagnostics;
    }
    diagnostics = checkStreams(profile);
    if (diagnostics.hasErrors())
        return diagnostics;
    JobTable table;
    table.zero = spec.start;
    // Six standard deviations above the mean: room that is practically never outgrown.
    reserve(table, static_cast<std::size_t>(expected + 6.0 * std::sqrt(expected)) + 1);
    std::vector<ClassSource> sources;
    std::vector<std::int64_t> next; // submit of each class's next job; few classes: plain search
    sources.reserve(profile.classes.size());
    const auto advance = [](ClassSource& source) {
        return source.advance() ? source.submit() : never;
    };
    for (const model::JobClass& jobClass : profile.classes) {
        // The jobs of a service are its replicas, which nobody draws.
        GPUPLAN_EXPECTS(jobClass.service || !jobClass.gpus.empty(), "a job class has a GPU size");
        sources.emplace_back(jobClass, spec);
        next.push_back(jobClass.service ? never : advance(sources.back()));
    }
    constexpr std::size_t betweenLooks = 4096;
    for (;;) {
        const auto earliest = std::min_element(next.begin(), next.end());
        if (earliest == next.end() || *earliest == never)
            break;
        if (stop && table.size() % betweenLooks == 0 && stop())
            break;
        const auto index = static_cast<std::size_t>(earliest - next.begin());
        appendJob(table, profile.classes[index], index, sources[index]);
        *earliest = advance(sources[index]);
    }
    return Result<JobTable>(std::move(table), std::move(diagnostics));
}

} // namespace gpuplan::workload
