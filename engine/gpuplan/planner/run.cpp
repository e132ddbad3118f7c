/// One run: jobs once, then every alternative on its own - simulated, priced, summed up - on as
/// many threads as there are; results stand by position, so their number shows nowhere.

#include <gpuplan/base/contract.hpp>
#include <gpuplan/metrics/break_even.hpp>
#include <gpuplan/planner/advice.hpp>
#include <gpuplan/planner/digest.hpp>
#include <gpuplan/planner/market.hpp>
#include <gpuplan/planner/planner.hpp>
#include <gpuplan/planner/play.hpp>
#include <gpuplan/planner/steps.hpp>
#include <gpuplan/planner/world.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace gpuplan::planner {

namespace {

/// What one alternative's worker leaves behind.
struct Slot {
    std::optional<metrics::AlternativeResult> result;
    Diagnostics diagnostics;
    std::exception_ptr failure;
};

class Run {
public:
    Run(const RunRequest& request, const model::Scenario& scenario,
        const catalog::Catalogs& catalogs, const workload::JobTable& jobs)
        : m_request(request), m_scenario(scenario), m_catalogs(catalogs), m_jobs(jobs),
          m_slots(scenario.alternatives.size()), m_shares(scenario.alternatives.size(), 0.0),
          m_shareOfProgress(request.advice && hasSteps(scenario) ? ownShare : 1.0) {}

    /// Of the progress shown, where advice follows, which plays each alternative again and again.
    static constexpr double ownShare = 0.1;

    /// Works through all alternatives. A failure of one does not hide the errors of others.
    void work(unsigned threads) {
        const std::size_t count =
            std::min<std::size_t>(std::max(1U, threads), m_scenario.alternatives.size());
        std::vector<std::thread> workers;
        for (std::size_t i = 1; i < count; ++i)
            workers.emplace_back([this] { takeTurns(); });
        takeTurns();
        for (std::thread& worker : workers)
            worker.join();
        for (const Slot& slot : m_slots)
            if (slot.failure)
                std::rethrow_exception(slot.failure);
    }

    bool stopped() const { return m_stopped; }
    std::vector<Slot>& slots() { return m_slots; }

private:
    void takeTurns() {
        for (std::size_t i = m_next++; i < m_slots.size() && !m_stopped; i = m_next++) {
            try {
                play(i);
            } catch (...) {
                m_slots[i].failure = std::current_exception();
            }
        }
    }

    void play(std::size_t index) {
        sim::Watch watch;
        watch.stopRequested = [this] { return stopRequested(); };
        watch.progress = [this, index](double share) { tell(index, share); };
        Played played = playAlternative(m_scenario, index, m_catalogs, m_jobs, watch);
        if (played.stopped) {
            m_stopped = true;
            return;
        }
        Slot& slot = m_slots[index];
        slot.diagnostics.append(played.diagnostics);
        slot.result = std::move(played.result);
        if (slot.result)
            tell(index, 1.0);
    }

    bool stopRequested() {
        if (m_stopped)
            return true;
        if (!m_request.stopRequested)
            return false;
        const std::lock_guard lock(m_mutex);
        if (m_request.stopRequested())
            m_stopped = true;
        return m_stopped;
    }

    void tell(std::size_t index, double share) {
        if (!m_request.progress)
            return;
        const std::lock_guard lock(m_mutex);
        m_shares[index] = share;
        double sum = 0;
        for (const double each : m_shares)
            sum += each;
        m_request.progress({sum / static_cast<double>(m_shares.size()) * m_shareOfProgress,
                            m_scenario.alternatives[index].name});
    }

    const RunRequest& m_request;
    const model::Scenario& m_scenario;
    const catalog::Catalogs& m_catalogs;
    const workload::JobTable& m_jobs;
    std::vector<Slot> m_slots;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_stopped{false};
    std::mutex m_mutex; ///< guards the request's callbacks and m_shares
    std::vector<double> m_shares;
    double m_shareOfProgress;
};

/// Fills the advice of every alternative. \return false if stopped
bool addAdvice(const RunRequest& request, const model::Scenario& scenario,
               const catalog::Catalogs& catalogs, const workload::JobTable& jobs, unsigned threads,
               metrics::RunResult& result) {
    const auto count = static_cast<double>(result.alternatives.size());
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
        metrics::AlternativeResult& alternative = result.alternatives[i];
        const auto progress = [&](double share) {
            if (request.progress)
                request.progress(
                    {Run::ownShare + (1 - Run::ownShare) * (static_cast<double>(i) + share) / count,
                     alternative.name});
        };
        const AdviceRequest advice{
            *request.scenario, scenario, catalogs, jobs, threads, progress, request.stopRequested};
        alternative.advice = advise(advice, i, alternative);
        if (!alternative.advice)
            return false;
    }
    return true;
}

/// Missed targets leave the result standing; anything else wrong does not.
bool preventsResult(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
        return d.severity == Severity::Error && d.trouble != Trouble::Target;
    });
}

} // namespace

Planner::Outcome Planner::run(const RunRequest& request) const {
    GPUPLAN_EXPECTS(request.scenario != nullptr, "a run has a scenario");
    auto result = std::make_shared<metrics::RunResult>();
    result->scenario = resolved(*request.scenario, *m_catalogs);
    model::Scenario& scenario = result->scenario;
    scenario.seed = request.seed.value_or(scenario.seed);

    Outcome outcome;
    const auto isStopped = [&request] { return request.stopRequested && request.stopRequested(); };
    const Result<workload::JobTable> jobs = makeJobs(scenario, *m_catalogs, isStopped);
    outcome.diagnostics = jobs.diagnostics();
    if (isStopped()) {
        outcome.stopped = true;
        return outcome;
    }
    if (!jobs)
        return outcome;

    const unsigned threads =
        request.threads != 0 ? request.threads : std::thread::hardware_concurrency();
    Run run(request, scenario, *m_catalogs, *jobs);
    run.work(threads);
    for (const Slot& slot : run.slots())
        outcome.diagnostics.append(slot.diagnostics);
    outcome.stopped = run.stopped();
    if (outcome.stopped || preventsResult(outcome.diagnostics))
        return outcome;
    for (Slot& slot : run.slots())
        result->alternatives.push_back(std::move(slot.result).value());
    if (request.advice && hasSteps(scenario) &&
        !addAdvice(request, scenario, *m_catalogs, *jobs, threads, *result)) {
        outcome.stopped = true;
        return outcome;
    }
    metrics::compareAlternatives(*result);
    result->market = marketPrices(scenario, *m_catalogs);
    result->digest = runDigest(scenario, *m_catalogs, *jobs);
    result->diagnostics = outcome.diagnostics;
    outcome.result = std::move(result);
    return outcome;
}

} // namespace gpuplan::planner
