#include <gpuplan/policy/disciplines.hpp>

#include <deque>
#include <map>

namespace gpuplan::policy {

namespace {

/// Jobs of one size fit or fail together, so a walk over the whole queue needs only the first job
/// of each size: cost follows the jobs started and the number of sizes, not the length of the
/// queue.
class Greedy final : public Discipline {
public:
    void arrive(Job job, const Desk& desk) override {
        m_lines[desk.gpus(job)].push_back({m_next++, job});
        ++m_waiting;
    }

    void pass(Desk& desk, Since) override {
        // `m_refused` holds the sizes that failed in this pass: room only shrinks while it runs.
        for (auto& [size, line] : m_lines)
            line.refused = false;
        for (;;) {
            Line* first = nullptr;
            for (auto& [size, line] : m_lines) {
                if (size > desk.free())
                    break; // sizes ascend
                if (line.refused || line.jobs.empty())
                    continue;
                if (first == nullptr || line.jobs.front().position < first->jobs.front().position)
                    first = &line;
            }
            if (first == nullptr)
                return;
            if (desk.start(first->jobs.front().job)) {
                first->jobs.pop_front();
                --m_waiting;
            } else {
                first->refused = true;
            }
        }
    }

    std::size_t waiting() const override { return m_waiting; }
    std::optional<Job> head() const override {
        std::optional<Waiting> first;
        for (const auto& [size, line] : m_lines)
            if (!line.jobs.empty() && (!first || line.jobs.front().position < first->position))
                first = line.jobs.front();
        if (!first)
            return std::nullopt;
        return first->job;
    }

private:
    struct Waiting {
        std::uint64_t position;
        Job job;
    };
    struct Line {
        std::deque<Waiting> jobs;
        bool refused = false;
        void push_back(Waiting waiting) { jobs.push_back(waiting); } // NOLINT: as a container
    };
    std::map<std::int32_t, Line> m_lines; ///< by size
    std::uint64_t m_next = 0;
    std::size_t m_waiting = 0;
};

} // namespace

std::unique_ptr<Discipline> makeGreedy() {
    return std::make_unique<Greedy>();
}

} // namespace gpuplan::policy
