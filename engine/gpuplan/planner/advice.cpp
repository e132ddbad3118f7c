#include <gpuplan/planner/advice.hpp>
#include <gpuplan/planner/advice_candidates.hpp>
#include <gpuplan/planner/play.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace gpuplan::planner {

namespace {

using metrics::AdviceItem;
using metrics::AlternativeResult;
using metrics::Effort;

/// Work that was finished: pure computing time x GPUs of the jobs that ended, as the workload
/// states them, so that it means the same in every variant.
GpuTime workDone(const workload::JobTable& jobs, const history::History& history) {
    GpuTime work;
    for (std::size_t row = 0; row < jobs.size(); ++row)
        if (history.lastEnd[row] >= 0)
            work += GpuTime(Int128{jobs.gpus[row]} * jobs.duration[row]);
    return work;
}

Money scaled(const Money& money, double factor) {
    return Money(static_cast<std::int64_t>(
                     std::clamp(static_cast<double>(money.micros()) * factor, -9e18, 9e18)),
                 money.currency());
}

double hours(GpuTime time) {
    return toDouble(time.base()) / 3.6e12;
}

/// What a variant is worth against the base, a month.
struct Worth {
    Money perMonth;
    Money cash;
    Money cost;
    GpuTime freed;
};

class Adviser {
public:
    Adviser(const AdviceRequest& request, std::size_t alternative, const AlternativeResult& base)
        : m_request(request), m_index(alternative), m_base(base),
          m_candidates(candidates(request.scenario, alternative, request.catalogs, base)),
          m_months(static_cast<double>(request.scenario.horizonMonths)) {}

    std::optional<metrics::Advice> advise() {
        // Each alone, then each in the plan.
        m_total = 2 * m_candidates.size();
        std::vector<std::vector<std::size_t>> single;
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            single.push_back({i});
        const auto variants = playAll(single);
        if (!variants)
            return std::nullopt;
        metrics::Advice advice;
        std::vector<double> alone(m_candidates.size());
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            const auto& variant = (*variants)[i];
            if (!variant)
                continue;
            alone[i] = static_cast<double>(worth(*variant).perMonth.micros());
            if (matters(*variant, m_candidates[i]))
                m_items.push_back(item(m_candidates[i], *variant));
        }
        if (!planSteps(advice, alone))
            return std::nullopt;
        advice.items = std::move(m_items);
        std::stable_sort(advice.items.begin(), advice.items.end(),
                         [](const AdviceItem& a, const AdviceItem& b) {
                             return a.perMonth.micros() > b.perMonth.micros();
                         });
        return advice;
    }

private:
    /// The alternative with some of the candidates in it; nothing where it can not be priced or
    /// leaves jobs that ran before without a place.
    Played play(const std::vector<std::size_t>& chosen) {
        model::Scenario scenario = m_request.scenario;
        for (const std::size_t each : chosen)
            m_candidates[each].apply(scenario.alternatives[m_index]);
        sim::Watch watch;
        watch.stopRequested = [this] { return isStopped(); };
        return playAlternative(scenario, m_index, m_request.catalogs, m_request.jobs, watch,
                               Detail::Sums);
    }

    using Variants = std::vector<std::optional<AlternativeResult>>;

    std::optional<Variants> playAll(const std::vector<std::vector<std::size_t>>& sets) {
        Variants variants(sets.size());
        std::vector<std::exception_ptr> failures(sets.size());
        std::atomic<std::size_t> next{0};
        const auto takeTurns = [&] {
            for (std::size_t i = next++; i < sets.size() && !m_stopped; i = next++) {
                try {
                    Played played = play(sets[i]);
                    if (played.stopped)
                        m_stopped = true;
                    variants[i] = std::move(played.result);
                } catch (...) {
                    failures[i] = std::current_exception();
                }
                tell();
            }
        };
        std::vector<std::thread> workers;
        const std::size_t count =
            std::min<std::size_t>(std::max(1U, m_request.threads), sets.size());
        for (std::size_t i = 1; i < count; ++i)
            workers.emplace_back(takeTurns);
        takeTurns();
        for (std::thread& worker : workers)
            worker.join();
        for (const std::exception_ptr& failure : failures)
            if (failure)
                std::rethrow_exception(failure);
        if (m_stopped)
            return std::nullopt;
        return variants;
    }

    Worth worth(const AlternativeResult& variant) const {
        const GpuTime before = workDone(m_request.jobs, *m_base.history);
        const GpuTime after = workDone(m_request.jobs, *variant.history);
        const Currency currency = m_base.currency;
        Worth worth{Money(0, currency), Money(0, currency), Money(0, currency), GpuTime()};
        worth.cost = scaled(variant.cost.total, 1 / m_months);
        worth.cash = scaled(m_base.cost.total - variant.cost.total, 1 / m_months);
        // What the base held, less what the variant would have held for the same work: never more
        // than the base held, however much more the variant gets done.
        const double scale =
            after.base() == 0 ? 1 : toDouble(before.base()) / toDouble(after.base());
        const double freedBase = toDouble(m_base.gpuHours.allocated.base()) -
                                 toDouble(variant.gpuHours.allocated.base()) * scale;
        // GPU time of machines that come or go is in the cash already.
        const double machines =
            toDouble(variant.gpuHours.capacity.base()) - toDouble(m_base.gpuHours.capacity.base());
        const double freed = freedBase > 0 ? std::max(0.0, freedBase + std::min(0.0, machines))
                                           : std::min(0.0, freedBase + std::max(0.0, machines));
        worth.freed = GpuTime(static_cast<Int128>(freed));
        // Leased machines that go when idle are in the cash already.
        const double fixedShare = alwaysPaidShare(variant);
        double value = 0;
        if (variant.gpuHours.paid.base() != 0)
            value = hours(worth.freed) * fixedShare *
                    static_cast<double>(variant.cost.total.micros()) / hours(variant.gpuHours.paid);
        worth.perMonth =
            worth.cash +
            Money(static_cast<std::int64_t>(std::clamp(value / m_months, -9e18, 9e18)), currency);
        return worth;
    }

    /// Share of the paid GPU time that is paid used or not.
    double alwaysPaidShare(const AlternativeResult& variant) const {
        double fixed = 0;
        double all = 0;
        const model::Alternative& alternative = m_request.scenario.alternatives[m_index];
        for (const history::MeterReading& reading : variant.history->readings) {
            const double time = toDouble(reading.capacity().base());
            all += time;
            const model::Pool& pool = alternative.pools[reading.pool];
            if (std::holds_alternative<model::FixedSupply>(pool.supply) ||
                std::holds_alternative<model::Owned>(pool.purchase) ||
                std::holds_alternative<model::Commitment>(pool.purchase))
                fixed += time;
        }
        return all == 0 ? 0 : fixed / all;
    }

    static const metrics::StepResult* stepOf(const AlternativeResult& result,
                                             const std::string& jobClass) {
        for (const metrics::StepResult& step : result.steps)
            if (step.jobClass == jobClass)
                return &step;
        return nullptr;
    }

    double speedup(const AlternativeResult& variant, const std::string& jobClass) const {
        double before = 0;
        double after = 0;
        for (const metrics::StepResult& step : m_base.steps) {
            if (!jobClass.empty() && step.jobClass != jobClass)
                continue;
            const metrics::StepResult* const now = stepOf(variant, step.jobClass);
            if (now == nullptr || !now->meanRun || !step.meanRun)
                continue;
            // Both over the base's number of jobs, so that classes weigh alike.
            before += *step.meanRun * static_cast<double>(step.completed);
            after += *now->meanRun * static_cast<double>(step.completed);
        }
        return after > 0 ? before / after : 1;
    }

    /// Something a person would notice: a thousandth of the cost, or of the speed; for the fleet
    /// always, since buying machines is what everything else is held against.
    bool matters(const AlternativeResult& variant, const Candidate& candidate) const {
        if (candidate.jobClass.empty() && candidate.cause.empty())
            return true;
        const double gain = speedup(variant, candidate.jobClass);
        return gain > 1.001 || gain < 0.999;
    }

    AdviceItem item(const Candidate& candidate, const AlternativeResult& variant) const {
        AdviceItem item;
        item.id = candidate.id;
        item.jobClass = candidate.jobClass;
        item.title = text(candidate.title);
        item.effort = candidate.effort;
        item.cause = candidate.cause;
        const Worth worth = this->worth(variant);
        item.perMonth = worth.perMonth;
        item.cashPerMonth = worth.cash;
        item.costPerMonth = worth.cost;
        item.freed = worth.freed;
        item.speedup = speedup(variant, candidate.jobClass);
        if (variant.wait)
            item.waitP95 = variant.wait->p95;
        if (const metrics::StepResult* const step = stepOf(variant, candidate.jobClass))
            item.bottleneck = name(step->warm.bound);
        auto changed =
            std::make_shared<model::Alternative>(m_request.written.alternatives[m_index]);
        candidate.apply(*changed);
        item.changed = std::move(changed);
        return item;
    }

    /// By effort, then by what it is worth alone, each change is run together with those taken
    /// before it, and taken if it still earns something: gains overlap, and a stall taken away
    /// uncovers the next one, so what is worth nothing alone is tried as well.
    bool planSteps(metrics::Advice& advice, const std::vector<double>& alone) {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            if (!m_candidates[i].jobClass.empty() || !m_candidates[i].cause.empty())
                order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (m_candidates[a].effort != m_candidates[b].effort)
                return m_candidates[a].effort < m_candidates[b].effort;
            return alone[a] > alone[b];
        });
        const double least = 1e-3 * static_cast<double>(m_base.cost.total.micros()) / m_months;
        Money best(0, m_base.currency);
        std::vector<std::size_t> chosen;
        std::vector<std::pair<std::string, std::string>> subjects;
        for (const std::size_t each : order) {
            const Candidate& candidate = m_candidates[each];
            const auto subject = std::pair(candidate.jobClass, candidate.subject);
            if (std::find(subjects.begin(), subjects.end(), subject) != subjects.end()) {
                tell();
                continue;
            }
            chosen.push_back(each);
            const auto variants = playAll({chosen});
            if (!variants)
                return false;
            const Money gain = variants->front() ? worth(*variants->front()).perMonth : best;
            if (static_cast<double>((gain - best).micros()) <= least) {
                chosen.pop_back();
                continue;
            }
            best = gain;
            subjects.push_back(subject);
            if (advice.plan.empty() || advice.plan.back().effort != candidate.effort) {
                advice.plan.emplace_back();
                advice.plan.back().effort = candidate.effort;
            }
            metrics::Advice::PlanStep& step = advice.plan.back();
            step.ids.push_back(candidate.id);
            step.titles.push_back(text(candidate.title));
            step.perMonth = gain;
            step.speedup = speedup(*variants->front(), "");
        }
        return true;
    }

    bool isStopped() {
        if (m_request.stopRequested && m_request.stopRequested())
            m_stopped = true;
        return m_stopped;
    }

    void tell() {
        const std::lock_guard lock(m_mutex);
        ++m_done;
        if (m_request.progress)
            m_request.progress(static_cast<double>(m_done) / static_cast<double>(m_total));
    }

    const AdviceRequest& m_request;
    std::size_t m_index;
    const AlternativeResult& m_base;
    std::vector<Candidate> m_candidates;
    double m_months;
    std::vector<AdviceItem> m_items;
    std::atomic<bool> m_stopped{false};
    std::mutex m_mutex; ///< guards m_done and the progress callback
    std::size_t m_done = 0;
    std::size_t m_total = 0;
};

} // namespace

std::optional<metrics::Advice> advise(const AdviceRequest& request, std::size_t alternative,
                                      const metrics::AlternativeResult& base) {
    return Adviser(request, alternative, base).advise();
}

} // namespace gpuplan::planner
