#include <gpuplan/policy/disciplines.hpp>

#include <algorithm>
#include <limits>
#include <list>

namespace gpuplan::policy {

namespace {

/// Free GPUs over time: a step function, `level` holds from `from` until the next step.
class Profile {
public:
    Profile(const Desk& desk) { // NOLINT: made from what the desk shows
        std::int64_t level = desk.free();
        m_steps.push_back({desk.now(), level});
        for (const RunningJob& job : desk.running()) {
            level += job.gpus;
            // A job at its expected end this instant frees room only when it really ends.
            const Tick end = std::max(job.expectedEnd, desk.now() + 1);
            if (m_steps.back().from == end)
                m_steps.back().level = level;
            else
                m_steps.push_back({end, level});
        }
    }

    /// Earliest instant from which `gpus` are free for `length`; takes them. INT64_MAX if never.
    Tick take(std::int64_t gpus, Tick length) {
        for (std::size_t first = 0; first < m_steps.size(); ++first) {
            if (m_steps[first].level < gpus)
                continue;
            const Tick begin = m_steps[first].from;
            const Tick end = begin + length;
            std::size_t last = first;
            while (last < m_steps.size() && m_steps[last].from < end && m_steps[last].level >= gpus)
                ++last;
            if (last < m_steps.size() && m_steps[last].from < end) {
                first = last; // this step is too low; the loop goes on behind it
                continue;
            }
            if (length > 0) {
                if (last == m_steps.size() || m_steps[last].from != end)
                    m_steps.insert(m_steps.begin() + static_cast<std::ptrdiff_t>(last),
                                   {end, m_steps[last - 1].level});
                for (std::size_t i = first; i < last; ++i)
                    m_steps[i].level -= gpus;
            }
            return begin;
        }
        return std::numeric_limits<Tick>::max();
    }

private:
    struct Step {
        Tick from;
        std::int64_t level;
    };
    std::vector<Step> m_steps;
};

class Conservative final : public Discipline {
public:
    void arrive(Job job, const Desk&) override { m_queue.push_back(job); }

    void pass(Desk& desk, Since) override {
        if (m_queue.empty())
            return;
        Profile profile(desk);
        std::size_t looked = 0;
        for (auto at = m_queue.begin(); at != m_queue.end();) {
            // With thousands waiting one pass can take seconds.
            if (++looked % 64 == 0 && desk.shouldStop())
                return;
            const Tick begin = profile.take(desk.gpus(*at), desk.estimate(*at));
            if (begin == desk.now() && desk.start(*at))
                at = m_queue.erase(at);
            else
                ++at;
        }
    }

    std::size_t waiting() const override { return m_queue.size(); }
    std::optional<Job> head() const override {
        if (m_queue.empty())
            return std::nullopt;
        return m_queue.front();
    }

private:
    std::list<Job> m_queue;
};

} // namespace

std::unique_ptr<Discipline> makeConservative() {
    return std::make_unique<Conservative>();
}

} // namespace gpuplan::policy
