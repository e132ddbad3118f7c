#include <gpuplan/policy/disciplines.hpp>
#include <gpuplan/policy/job_queue.hpp>

#include <set>
#include <tuple>

namespace gpuplan::policy {

namespace {

class Fifo final : public Discipline {
public:
    void arrive(Job job, const Desk&) override { m_queue.push(job); }

    void pass(Desk& desk, Since) override {
        while (!m_queue.empty() && desk.start(m_queue.head()))
            m_queue.popHead();
    }

    std::size_t waiting() const override { return m_queue.size(); }
    std::optional<Job> head() const override {
        if (m_queue.empty())
            return std::nullopt;
        return m_queue.head();
    }

private:
    JobQueue m_queue;
};

class ShortestFirst final : public Discipline {
public:
    void arrive(Job job, const Desk& desk) override {
        m_queue.emplace(desk.estimate(job), desk.rank(job), job);
    }

    void pass(Desk& desk, Since) override {
        while (!m_queue.empty() && desk.start(std::get<2>(*m_queue.begin())))
            m_queue.erase(m_queue.begin());
    }

    std::size_t waiting() const override { return m_queue.size(); }
    std::optional<Job> head() const override {
        if (m_queue.empty())
            return std::nullopt;
        return std::get<2>(*m_queue.begin());
    }

private:
    std::set<std::tuple<Tick, std::uint32_t, Job>> m_queue;
};

} // namespace

std::unique_ptr<Discipline> makeFifo() {
    return std::make_unique<Fifo>();
}

std::unique_ptr<Discipline> makeShortestFirst() {
    return std::make_unique<ShortestFirst>();
}

} // namespace gpuplan::policy
