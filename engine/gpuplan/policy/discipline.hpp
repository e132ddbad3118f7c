#pragma once
/// Which waiting job starts next: one interface, one file per queue rule, one switch that builds
/// it.
///
/// A discipline owns the order of the waiting jobs. In a pass it asks the Desk to start jobs; the
/// Desk knows placement and says whether one fits. Files: fifo.cpp (FIFO, and shortest first),
/// greedy.cpp, easy.cpp, conservative.cpp, srtf.cpp.

#include <gpuplan/model/scenario.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::policy {

/// Microseconds since the simulation's zero.
using Tick = std::int64_t;
/// Row of the job table.
using Job = std::uint32_t;

/// The head's reservation: earliest instant, by estimates, at which it fits, and the GPUs left over
/// then.
struct Reservation {
    Tick shadow = 0;
    std::int64_t spare = 0; ///< thousandths of a GPU
};

/// A running job as estimates see it.
struct RunningJob {
    Tick expectedEnd = 0;
    std::int32_t gpus = 0;
};

/// What a discipline may see and order. Times and sizes are of this instant.
class Desk {
public:
    Desk() = default;
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;
    virtual ~Desk() = default;

    Tick now() const { return m_now; }
    /// Thousandths of a GPU free; a job that asks for more can not start, one that asks for less
    /// may.
    std::int64_t free() const { return m_free; }
    std::int32_t gpus(Job job) const { return m_gpus[job]; }
    /// The user's estimate of the run time (the run time itself under exact estimates).
    Tick estimate(Job job) const { return m_estimate[job]; }
    /// Place in the order of submission.
    std::uint32_t rank(Job job) const { return m_rank == nullptr ? job : m_rank[job]; }

    /// Places and starts the job now. \return false, and changes nothing, if it does not fit.
    virtual bool start(Job job) = 0;
    /// Where the job would first fit, by estimates of the running jobs and of machines being
    /// started.
    virtual Reservation reserve(Job job) const = 0;
    /// The running jobs by expected end, earliest first.
    virtual std::vector<RunningJob> running() const = 0;
    /// Takes a running job off its GPUs, keeping its progress.
    virtual void preempt(Job job) = 0;
    /// Whether the run is to be given up: a pass that can take long asks now and then and returns.
    virtual bool shouldStop() const { return false; }
    /// Run time still to do, of a waiting or running job.
    virtual Tick remaining(Job job) const = 0;

protected:
    Tick m_now = 0;
    std::int64_t m_free = 0;
    const std::int32_t* m_gpus = nullptr;
    const Tick* m_estimate = nullptr;
    const std::uint32_t* m_rank = nullptr;
};

/// Why a pass runs; lets a discipline skip what can not have changed.
enum class Since : std::uint8_t {
    OnlyArrivals, ///< since the last pass jobs joined the tail, nothing else
    AnyChange,    ///< room was freed, capacity or an estimate changed
};

class Discipline {
public:
    Discipline() = default;
    Discipline(const Discipline&) = delete;
    Discipline& operator=(const Discipline&) = delete;
    virtual ~Discipline() = default;

    /// A job joins the tail, in order of (submit, id).
    virtual void arrive(Job job, const Desk& desk) = 0;
    /// One scheduling pass, after all arrivals and completions of the instant.
    virtual void pass(Desk& desk, Since since) = 0;
    /// The job ends now; only disciplines that preempt are told.
    virtual void ended(Job, const Desk&) {}
    /// Jobs waiting.
    virtual std::size_t waiting() const = 0;
    /// The job that blocks the queue, if one waits.
    virtual std::optional<Job> head() const = 0;
};

/// The one switch over queue rules.
std::unique_ptr<Discipline> makeDiscipline(model::QueueRule rule);

/// Whether the rule looks at the expected ends of running jobs (the simulator then keeps them in
/// order).
bool usesExpectedEnds(model::QueueRule rule);
/// Whether the rule stops and resumes running jobs.
bool preempts(model::QueueRule rule);

} // namespace gpuplan::policy
