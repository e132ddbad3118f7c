#pragma once
/// A first-in first-out line of jobs that takes gaps: jobs can leave from the middle.

#include <gpuplan/policy/discipline.hpp>

#include <cstdint>
#include <vector>

namespace gpuplan::policy {

/// Positions count up for ever; memory follows the jobs that wait.
class JobQueue {
public:
    static constexpr Job gone = UINT32_MAX;

    std::uint64_t push(Job job) {
        m_jobs.push_back(job);
        ++m_waiting;
        return m_base + m_jobs.size() - 1;
    }
    bool empty() const { return m_waiting == 0; }
    std::size_t size() const { return m_waiting; }
    /// Position of the first waiting job; the queue must not be empty.
    std::uint64_t headPosition() const { return m_base + m_first; }
    std::uint64_t endPosition() const { return m_base + m_jobs.size(); }
    Job head() const { return m_jobs[m_first]; }
    /// `gone` if it has left.
    Job at(std::uint64_t position) const { return m_jobs[position - m_base]; }

    void remove(std::uint64_t position) {
        m_jobs[position - m_base] = gone;
        --m_waiting;
        if (m_waiting == 0) {
            m_base += m_jobs.size();
            m_jobs.clear();
            m_first = 0;
            return;
        }
        while (m_jobs[m_first] == gone)
            ++m_first;
        if (m_first > 4096 && m_first * 2 > m_jobs.size()) {
            m_jobs.erase(m_jobs.begin(), m_jobs.begin() + static_cast<std::ptrdiff_t>(m_first));
            m_base += m_first;
            m_first = 0;
        }
    }
    void popHead() { remove(headPosition()); }

private:
    std::vector<Job> m_jobs;
    std::size_t m_first = 0;
    std::uint64_t m_base = 0;
    std::size_t m_waiting = 0;
};

} // namespace gpuplan::policy
