#include <gpuplan/policy/disciplines.hpp>

#include <map>
#include <set>

namespace gpuplan::policy {

namespace {

/// In each pass every unfinished job is ranked by (remaining, submission); walking that order, a
/// job that fits into what is left runs until the next pass, one that does not waits.
///
/// Waiting jobs stand in a set a size, by remaining time, which stands still; running jobs in one
/// set by end, which is their order by remaining time too. A pass merges the sets.
class Srtf final : public Discipline {
public:
    void arrive(Job job, const Desk& desk) override { insertWaiting(job, desk); }

    void pass(Desk& desk, Since) override {
        std::int64_t left = desk.free() + m_runningGpus;
        std::vector<Job> stop;
        std::vector<Job> begin;
        auto run = m_running.begin();
        // Each size's set is walked by its own cursor, since a walk only goes forward.
        std::map<std::int32_t, std::set<Key>::const_iterator> cursors;
        for (const auto& [size, line] : m_waiting)
            if (!line.empty() && size <= left)
                cursors.emplace(size, line.begin());
        for (;;) {
            auto best = cursors.end();
            for (auto at = cursors.begin(); at != cursors.end(); ++at) {
                if (at->first > left)
                    break; // sizes ascend
                if (at->second == m_waiting.at(at->first).end())
                    continue;
                if (best == cursors.end() || *at->second < *best->second)
                    best = at;
            }
            const auto precedes = [&](const Key& runs, const Key& waits) {
                return Key{runs.time - desk.now(), runs.rank, runs.job} < waits;
            };
            if (run != m_running.end() &&
                (best == cursors.end() || precedes(*run, *best->second))) {
                if (desk.gpus(run->job) <= left)
                    left -= desk.gpus(run->job);
                else
                    stop.push_back(run->job);
                ++run;
                continue;
            }
            if (best == cursors.end())
                break;
            left -= best->first;
            begin.push_back(best->second->job);
            ++best->second;
        }
        for (const Job job : stop) {
            m_running.erase({desk.now() + desk.remaining(job), desk.rank(job), job});
            m_runningGpus -= desk.gpus(job);
            desk.preempt(job);
            insertWaiting(job, desk);
        }
        for (const Job job : begin) {
            const Key key{desk.remaining(job), desk.rank(job), job};
            if (!desk.start(job))
                continue;
            m_waiting.at(desk.gpus(job)).erase(key);
            --m_count;
            m_running.insert({desk.now() + key.time, key.rank, job});
            m_runningGpus += desk.gpus(job);
        }
    }

    void ended(Job job, const Desk& desk) override {
        m_running.erase({desk.now(), desk.rank(job), job});
        m_runningGpus -= desk.gpus(job);
    }
    std::size_t waiting() const override { return m_count; }
    std::optional<Job> head() const override {
        std::optional<Key> first;
        for (const auto& [size, line] : m_waiting)
            if (!line.empty() && (!first || *line.begin() < *first))
                first = *line.begin();
        if (!first)
            return std::nullopt;
        return first->job;
    }

private:
    struct Key {
        Tick time; ///< remaining while it waits, end while it runs
        std::uint32_t rank;
        Job job;
        auto operator<=>(const Key&) const = default;
    };

    void insertWaiting(Job job, const Desk& desk) {
        m_waiting[desk.gpus(job)].insert({desk.remaining(job), desk.rank(job), job});
        ++m_count;
    }

    std::map<std::int32_t, std::set<Key>> m_waiting; ///< by size
    std::set<Key> m_running;
    std::int64_t m_runningGpus = 0;
    std::size_t m_count = 0;
};

} // namespace

std::unique_ptr<Discipline> makeSrtf() {
    return std::make_unique<Srtf>();
}

} // namespace gpuplan::policy
