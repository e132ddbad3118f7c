#pragma once
/// One replica that serves dynamic batches. docs/method.md#batch-service

#include <gpuplan/des/phase.hpp>
#include <gpuplan/serving/service_host.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpuplan::serving {

class BatchEngine {
public:
    explicit BatchEngine(const BatchServing& spec) : m_spec(&spec) {}

    /// A request is ready for a batch.
    template <typename Host>
    void enqueue(Host& host, std::uint32_t replica, std::uint32_t slot, Tick now) {
        m_queue.push_back({slot, now});
        if (m_batch == 0)
            consider(host, replica, now);
    }

    /// A batch is done, or the oldest request has waited long enough.
    template <typename Host>
    void onEvent(Host& host, std::uint32_t replica, Tick now) {
        m_isTimed = false;
        if (m_batch == 0) {
            start(host, replica, now);
            return;
        }
        for (std::size_t i = 0; i < m_batch; ++i)
            host.finished(m_queue[m_head + i].slot, now);
        m_head += m_batch;
        m_batch = 0;
        if (m_head * 2 >= m_queue.size()) {
            m_queue.erase(m_queue.begin(), m_queue.begin() + static_cast<std::ptrdiff_t>(m_head));
            m_head = 0;
        }
        consider(host, replica, now);
        if (m_batch == 0)
            host.working(replica, now, false);
    }

private:
    struct Waiting {
        std::uint32_t slot;
        Tick since;
    };

    std::size_t waiting() const { return m_queue.size() - m_head; }

    template <typename Host>
    void consider(Host& host, std::uint32_t replica, Tick now) {
        if (waiting() == 0)
            return;
        const Tick due = m_queue[m_head].since + m_spec->longestWait;
        if (waiting() >= m_spec->time.size() || due <= now) {
            start(host, replica, now);
        } else if (!m_isTimed) {
            m_isTimed = true;
            // After what else happens at that instant: a request that comes then rides along.
            host.schedule(replica, due, des::Phase::Dispatch);
        }
    }

    template <typename Host>
    void start(Host& host, std::uint32_t replica, Tick now) {
        m_isTimed = false;
        m_batch = std::min(waiting(), m_spec->time.size());
        host.working(replica, now, true);
        host.schedule(replica, now + m_spec->time[m_batch - 1], des::Phase::Completion);
    }

    const BatchServing* m_spec;
    std::vector<Waiting> m_queue; ///< from m_head on, the batch at work first
    std::size_t m_head = 0;
    std::size_t m_batch = 0; ///< requests at work
    bool m_isTimed = false;
};

} // namespace gpuplan::serving
