#include <gpuplan/base/file.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/des/random.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/planner/service_spec.hpp>
#include <gpuplan/planner/services.hpp>
#include <gpuplan/planner/world.hpp>
#include <gpuplan/serving/request_source.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/workload/request_trace.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::planner {

using namespace model;

namespace {

const std::vector<JobClass>& classesOf(const Scenario& scenario) {
    static const std::vector<JobClass> none;
    const auto* const profile = std::get_if<ProfileWorkload>(&scenario.workload);
    return profile == nullptr ? none : profile->classes;
}

std::string alternativeAt(std::size_t alternative) {
    return "/alternatives/" + std::to_string(alternative);
}

std::string besides(const Scenario& scenario, const std::string& file) {
    TraceWorkload trace;
    trace.file = file;
    return traceFile(scenario, trace);
}

// ---- requests -----------------------------------------------------------------------------------

/// Requests of a bin, spread over it.
void spreadBin(const workload::RequestBin& bin, BinSpread spread, des::RandomStream& draws,
               std::vector<serving::RecordedRequest>& requests) {
    const std::size_t begin = requests.size();
    const auto width = static_cast<double>(bin.to - bin.from);
    for (std::int64_t i = 0; i < bin.requests; ++i) {
        // Poisson arrivals of a known number are independent and uniform.
        const double share = spread == BinSpread::Even ? (static_cast<double>(i) + 0.5) /
                                                             static_cast<double>(bin.requests)
                                                       : draws.uniform();
        requests.push_back({bin.from + static_cast<serving::Tick>(share * width), {}});
    }
    std::sort(requests.begin() + static_cast<std::ptrdiff_t>(begin), requests.end(),
              [](const auto& a, const auto& b) { return a.at < b.at; });
}

/// Services of one alternative, one after the other.
class Player {
public:
    Player(const Scenario& scenario, std::size_t alternative, const catalog::Catalogs& catalogs,
           const std::function<bool()>& stop)
        : m_scenario(scenario), m_index(alternative), m_catalogs(catalogs), m_stop(stop) {}

    Result<std::vector<PlayedService>> run() {
        std::vector<PlayedService> played;
        for (std::size_t c = 0; c < classesOf(m_scenario).size(); ++c)
            if (auto service = serviceOf(m_scenario, m_index, c)) {
                auto one = play(c, std::move(*service));
                if (m_stop && m_stop())
                    break;
                if (one)
                    played.push_back(std::move(*one));
            }
        return {std::move(played), std::move(m_problems)};
    }

private:
    const Alternative& alternative() const { return m_scenario.alternatives[m_index]; }
    Location here() const { return {m_scenario.file, 0, 0, alternativeAt(m_index)}; }

    std::optional<PlayedService> play(std::size_t jobClass, InferenceService service) {
        const std::string& name = classesOf(m_scenario)[jobClass].name;
        const std::size_t pool = servicePool(alternative(), name).value();
        serving::ServiceSpec spec =
            serviceSpec(service, name, alternative().pools[pool], m_catalogs, m_scenario.start);
        serving::Tick record = 0;
        if (const auto* trace = std::get_if<RequestTrace>(&service.requests))
            if (!readTrace(*trace, service, spec, record))
                return std::nullopt;
        tellOf(service, name);
        const serving::Tick provisioning = spec.coldStart.provisioning;
        const serving::Tick plan = m_scenario.horizon().count();
        const double budget = serving::requestBudget / effort(spec);
        auto week = serving::representativeWeek(std::move(spec), record, plan, m_scenario.seed,
                                                budget, m_stop);
        if (!week || !fitsMemory(*week, plan, name))
            return std::nullopt;
        if (week->simulatedShare < 1)
            m_problems.note(here(), "planner.service.sampled",
                            {inQuotes(name), inQuotes(alternative().name),
                             grouped(std::to_string(week->simulated)),
                             fixedText(week->simulatedShare * 100, 1)});
        return PlayedService{jobClass, pool, std::move(service), std::move(*week), provisioning};
    }

    /// How much more work a request is than usual: prompts that are cut into many chunks.
    static double effort(const serving::ServiceSpec& spec) {
        const auto* tokens = std::get_if<serving::TokenServing>(&spec.engine);
        if (tokens == nullptr || tokens->chunk == 0)
            return 1;
        constexpr double usual = 8; // chunks
        const auto* law = std::get_if<serving::LognormalSize>(&spec.requests.size);
        double input = law != nullptr ? law->meanInput : 0;
        if (const auto* fixed = std::get_if<serving::RequestSize>(&spec.requests.size))
            input = fixed->input;
        if (const auto* listed = std::get_if<serving::ListedSizes>(&spec.requests.size))
            for (const serving::RequestSize& size : listed->sizes)
                input = std::max<double>(input, size.input);
        return 1 + input / static_cast<double>(tokens->chunk) / usual;
    }

    /// Whether the lives of its replicas fit a table. \return false after a complaint
    bool fitsMemory(const serving::ServiceWeek& week, serving::Tick plan, const std::string& name) {
        constexpr double mostLives = 20e6;
        double started = 0;
        std::int64_t before = 0;
        for (const serving::ReplicaCount& change : week.replicas) {
            started += static_cast<double>(std::max<std::int64_t>(0, change.count - before));
            before = change.count;
        }
        const double lives =
            started * (static_cast<double>(plan) / static_cast<double>(week.period) + 1);
        const bool isSteady = week.replicas.size() == 1;
        if (isSteady || lives <= mostLives)
            return true;
        m_problems.error(here(), "planner.service.many_replicas",
                         {inQuotes(name), inQuotes(alternative().name),
                          grouped(fixedText(lives, 0)), grouped(fixedText(mostLives, 0))});
        return false;
    }

    bool readTrace(const RequestTrace& trace, const InferenceService& service,
                   serving::ServiceSpec& spec, serving::Tick& record) {
        const std::string file = besides(m_scenario, trace.file);
        const Result<workload::RequestRecord> read = workload::readRequests(file, m_stop);
        m_problems.append(read.diagnostics());
        if (!read)
            return false;
        const bool tokens = std::holds_alternative<TokenModel>(service.served);
        const bool sized = !std::holds_alternative<TraceSizes>(service.sizes);
        des::RandomStream draws(m_scenario.seed, "requests/" + spec.requests.name);
        for (const workload::RequestRow& row : read->rows) {
            if (tokens && !sized && (row.input == 0 || row.output == 0)) {
                m_problems.error({file, 0, 0, ""}, "planner.service.trace_sizes",
                                 {inQuotes(spec.requests.name)});
                return false;
            }
            spec.requests.recorded.push_back({row.at, {row.input, row.output}});
        }
        if (tokens && !sized && !read->bins.empty()) {
            m_problems.error({file, 0, 0, ""}, "planner.service.trace_sizes",
                             {inQuotes(spec.requests.name)});
            return false;
        }
        for (const workload::RequestBin& bin : read->bins)
            spreadBin(bin, trace.spread, draws, spec.requests.recorded);
        if (sized)
            serving::drawRecordedSizes(spec.requests, m_scenario.seed);
        record = read->length;
        return !tokens || fitCache(spec, file);
    }

    /// Every request of the trace fits a replica's cache alone.
    bool fitCache(const serving::ServiceSpec& spec, const std::string& file) {
        const std::int64_t room = std::get<serving::TokenServing>(spec.engine).cacheTokens;
        std::int64_t longest = 0;
        for (const serving::RecordedRequest& request : spec.requests.recorded)
            longest = std::max(longest, std::int64_t{request.size.input} + request.size.output);
        if (longest <= room)
            return true;
        m_problems.error({file, 0, 0, ""}, "planner.service.trace_cache",
                         {std::to_string(longest), inQuotes(spec.requests.name),
                          inQuotes(alternative().name), std::to_string(room)});
        return false;
    }

    void tellOf(const InferenceService& service, const std::string& name) {
        const auto* batch = std::get_if<BatchModel>(&service.served);
        const bool quantized = service.precision != ServingPrecision::Fp32 &&
                               service.precision != ServingPrecision::Fp16;
        if (quantized && (batch == nullptr || batch->precision != service.precision))
            for (const auto& [word, precision] : io::servingPrecisionNames())
                if (precision == service.precision)
                    m_problems.note(here(), "planner.service.quantized",
                                    {inQuotes(name), word, inQuotes(alternative().name)});
        if (!service.compiler)
            return;
        const double factor = service.compiler->value.toDouble();
        if (factor < 1.2 || factor > 2.0)
            m_problems.warning(
                here(), "planner.service.compiler",
                {inQuotes(name), inQuotes(alternative().name), service.compiler->value.text()});
    }

    const Scenario& m_scenario;
    std::size_t m_index;
    const catalog::Catalogs& m_catalogs;
    const std::function<bool()>& m_stop;
    Diagnostics m_problems;
};

/// A value for every row of a column that the table may not have had.
template <typename T>
void fill(std::vector<T>& column, std::size_t rows, T value) {
    if (column.size() < rows)
        column.resize(rows, value);
}

/// Parts of a million, by largest remainder, of what replicas did.
StateShares sharesOf(const serving::ServiceWeek& week) {
    constexpr std::array<GpuState, serving::replicaStateCount> states{
        GpuState::Restart, GpuState::IdleHeld, GpuState::Compute, GpuState::Comm};
    StateShares shares{};
    if (week.held == 0) {
        shares[static_cast<std::size_t>(GpuState::IdleHeld)] = 1'000'000;
        return shares;
    }
    std::vector<std::pair<Int128, std::size_t>> rests;
    std::int32_t left = 1'000'000;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Int128 scaled = Int128{week.time[i]} * 1'000'000;
        const auto share = static_cast<std::int32_t>(scaled / week.held);
        shares[static_cast<std::size_t>(states[i])] = share;
        left -= share;
        rests.emplace_back(scaled % week.held, i);
    }
    std::stable_sort(rests.begin(), rests.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; left > 0; ++i, --left)
        ++shares[static_cast<std::size_t>(states[rests[i].second])];
    return shares;
}

} // namespace

bool hasServices(const Scenario& scenario) {
    const std::vector<JobClass>& classes = classesOf(scenario);
    return std::any_of(classes.begin(), classes.end(),
                       [](const JobClass& job) { return job.service.has_value(); });
}

Result<std::vector<PlayedService>> playServices(const Scenario& scenario, std::size_t alternative,
                                                const catalog::Catalogs& catalogs,
                                                const std::function<bool()>& stop) {
    return Player(scenario, alternative, catalogs, stop).run();
}

void addServiceJobs(workload::JobTable& jobs, const Scenario& scenario, std::size_t alternative,
                    const std::vector<PlayedService>& services) {
    for (const PlayedService& played : services) {
        const JobClass& job = classesOf(scenario)[played.jobClass];
        const Pool& pool = scenario.alternatives[alternative].pools[played.pool];
        const auto gpus = static_cast<std::int32_t>(gpusPerReplica(played.service) * 1000);
        std::size_t number = 0;
        for (const serving::ReplicaLife& life :
             serving::replicaLives(played.week, scenario.horizon().count())) {
            const std::size_t row = jobs.size();
            fill(jobs.estimate, row, std::int64_t{-1});
            fill(jobs.user, row, jobs.users.intern(""));
            fill(jobs.team, row, jobs.teams.intern(""));
            fill(jobs.model, row, jobs.models.intern(""));
            fill(jobs.jobClass, row, std::uint8_t{0});
            // A pool's speed is of measured run times; a replica holds its GPUs as long as it does.
            const std::int64_t held = life.to - life.from;
            const Decimal& speed = pool.speed.value;
            const std::int64_t duration =
                toInt64(multiplyDivideHalfEven(held, speed.mantissa(), powerOfTen(speed.places())));
            jobs.ids.append(std::to_string(row + 1));
            jobs.submit.push_back(std::max<std::int64_t>(0, life.from - played.provisioning));
            jobs.duration.push_back(duration);
            jobs.estimate.push_back(duration);
            jobs.gpus.push_back(gpus);
            jobs.user.push_back(jobs.users.intern(job.name + "-1"));
            jobs.team.push_back(
                jobs.teams.intern(job.teams.empty() ? "" : job.teams[number++ % job.teams.size()]));
            jobs.model.push_back(jobs.models.intern(job.model));
            jobs.jobClass.push_back(static_cast<std::uint8_t>(played.jobClass));
        }
    }
}

void addServices(sim::World& world, const std::vector<PlayedService>& services) {
    for (const PlayedService& played : services) {
        world.onlyPool.resize(world.activities.size(), sim::World::anyPool);
        world.onlyPool[played.jobClass] = played.pool;
        world.activities[played.jobClass].shares = sharesOf(played.week);
    }
}

std::string requestTraceDigest(const Scenario& scenario) {
    std::string text;
    for (const JobClass& job : classesOf(scenario)) {
        const auto* trace =
            job.service ? std::get_if<RequestTrace>(&job.service->requests) : nullptr;
        if (trace == nullptr)
            continue;
        const Result<std::string> file = readWholeFile(besides(scenario, trace->file));
        if (file)
            text += sha256(*file) + "\n";
    }
    return text;
}

} // namespace gpuplan::planner
