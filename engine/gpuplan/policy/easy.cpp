#include <gpuplan/policy/disciplines.hpp>
#include <gpuplan/policy/job_queue.hpp>
#include <gpuplan/policy/size_class.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace gpuplan::policy {

namespace {

/// First in first out; behind a blocked head, a later job may start now if it fits and either ends
/// by the head's reservation (by estimate) or leaves the head enough GPUs then
/// (docs/method.md#easy).
///
/// A pass must not walk the queue: under overload it holds every sixth job of the trace. So waiting
/// jobs stand in one tournament tree a size, and a pass asks each size for its first job that may
/// go. After arrivals alone, no older job can have become startable: the shadow stands still while
/// time goes on.
class Easy final : public Discipline {
public:
    void arrive(Job job, const Desk&) override { m_queue.push(job); }

    void pass(Desk& desk, Since since) override {
        if (m_queue.empty())
            return;
        if (since == Since::OnlyArrivals && m_blocked) {
            tryNewcomers(desk);
            return;
        }
        m_blocked = false;
        while (!m_queue.empty()) {
            const std::uint64_t position = m_queue.headPosition();
            const Job job = m_queue.head();
            if (!desk.start(job))
                break;
            forget(position, job, desk);
            m_queue.popHead();
        }
        if (m_queue.empty())
            return;
        m_blocked = true;
        m_reservationKnown = false;
        m_seen = std::max(m_seen, m_queue.headPosition() + 1);
        if (m_queue.size() == 1 || desk.free() == 0)
            return;
        backfill(desk);
    }

    std::size_t waiting() const override { return m_queue.size(); }
    std::optional<Job> head() const override {
        if (m_queue.empty())
            return std::nullopt;
        return m_queue.head();
    }

private:
    struct Class {
        std::int32_t gpus = 0;
        SizeClass jobs;
        // Of the running pass:
        bool refused = false; ///< a job of this size found no place
        bool mayPassShadow = false;
        std::uint32_t candidate = SizeClass::nowhere;
        bool known = false;
    };

    /// Jobs that came since the last pass: only they can start, each looked at once.
    void tryNewcomers(Desk& desk) {
        const std::uint64_t end = m_queue.endPosition();
        for (std::uint64_t position = std::max(m_seen, m_queue.headPosition() + 1); position < end;
             ++position) {
            const Job job = m_queue.at(position);
            const std::int32_t gpus = desk.gpus(job);
            if (gpus > desk.free())
                continue;
            learnReservation(desk);
            const bool inTime = desk.now() + desk.estimate(job) <= m_reservation.shadow;
            if (!inTime && gpus > m_reservation.spare)
                continue;
            if (!desk.start(job))
                continue;
            if (!inTime)
                m_reservation.spare -= gpus;
            m_queue.remove(position);
        }
        m_seen = end;
    }

    void backfill(Desk& desk) {
        index(desk);
        learnReservation(desk);
        for (Class& line : m_classes) {
            line.refused = false;
            line.known = false;
        }
        std::uint64_t from = m_queue.headPosition() + 1;
        while (desk.free() > 0) {
            Class* first = nullptr;
            for (Class& line : m_classes) {
                if (line.gpus > desk.free())
                    break; // sizes ascend
                if (line.refused || line.jobs.empty())
                    continue;
                seek(line, from, desk.now());
                if (line.candidate == SizeClass::nowhere)
                    continue;
                if (first == nullptr ||
                    line.jobs[line.candidate].position < first->jobs[first->candidate].position)
                    first = &line;
            }
            if (first == nullptr)
                return;
            const SizeClass::Entry entry = first->jobs[first->candidate];
            if (!desk.start(entry.job)) {
                first->refused = true;
                continue;
            }
            if (desk.now() + desk.estimate(entry.job) > m_reservation.shadow)
                m_reservation.spare -= first->gpus;
            first->jobs.remove(first->candidate);
            first->known = false;
            m_queue.remove(entry.position);
            from = entry.position + 1;
        }
    }

    /// The first job of this size that may go now, kept while what it rests on stands.
    void seek(Class& line, std::uint64_t from, Tick now) const {
        const bool mayPassShadow = line.gpus <= m_reservation.spare;
        if (line.known && line.mayPassShadow == mayPassShadow &&
            (line.candidate == SizeClass::nowhere || line.jobs[line.candidate].position >= from))
            return;
        line.known = true;
        line.mayPassShadow = mayPassShadow;
        line.candidate = line.jobs.find(from, mayPassShadow ? SizeClass::removed - 1
                                                            : m_reservation.shadow - now);
    }

    void learnReservation(const Desk& desk) {
        if (m_reservationKnown)
            return;
        m_reservation = desk.reserve(m_queue.head());
        m_reservationKnown = true;
    }

    /// Jobs enter their size's tree only when a backfill first has to look at them.
    void index(const Desk& desk) {
        const std::uint64_t end = m_queue.endPosition();
        for (std::uint64_t position = std::max(m_indexed, m_queue.headPosition()); position < end;
             ++position) {
            const Job job = m_queue.at(position);
            if (job == JobQueue::gone)
                continue;
            const std::int32_t gpus = desk.gpus(job);
            classOf(gpus).jobs.append(position, job, desk.estimate(job));
        }
        m_indexed = end;
        m_seen = end;
    }

    Class& classOf(std::int32_t gpus) {
        const auto at =
            std::lower_bound(m_classes.begin(), m_classes.end(), gpus,
                             [](const Class& line, std::int32_t size) { return line.gpus < size; });
        if (at != m_classes.end() && at->gpus == gpus)
            return *at;
        Class line;
        line.gpus = gpus;
        return *m_classes.insert(at, std::move(line));
    }

    void forget(std::uint64_t position, Job job, const Desk& desk) {
        if (position < m_indexed)
            classOf(desk.gpus(job)).jobs.removeAt(position);
    }

    JobQueue m_queue;
    std::vector<Class> m_classes; ///< by size, ascending
    std::uint64_t m_indexed = 0;  ///< positions below stand in the trees, if still waiting
    std::uint64_t m_seen = 0;     ///< positions below were looked at by a pass
    bool m_blocked = false;       ///< the head waits since the last pass
    bool m_reservationKnown = false;
    Reservation m_reservation;
};

} // namespace

std::unique_ptr<Discipline> makeEasy() {
    return std::make_unique<Easy>();
}

} // namespace gpuplan::policy
