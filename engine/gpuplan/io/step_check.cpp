#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/changed_class.hpp>
#include <gpuplan/io/step_check.hpp>

#include <algorithm>
#include <map>

namespace gpuplan::io {

namespace {

using namespace model;

class StepCheck {
public:
    StepCheck(const Scenario& scenario, PlacedProblems& problems)
        : m_scenario(scenario), m_problems(problems) {
        if (const auto* profile = std::get_if<ProfileWorkload>(&scenario.workload))
            m_classes = &profile->classes;
    }

    void run() {
        for (std::size_t i = 0; m_classes != nullptr && i < m_classes->size(); ++i)
            checkDuration((*m_classes)[i], classAt(i));
        for (std::size_t i = 0; i < m_scenario.alternatives.size(); ++i) {
            const std::string at = "/alternatives/" + std::to_string(i);
            checkChanges(m_scenario.alternatives[i], at);
            checkTiers(m_scenario.alternatives[i], at);
        }
    }

private:
    static std::string classAt(std::size_t i) {
        return "/workload/profile/classes/" + std::to_string(i);
    }

    /// A duration is what the job's work is, unless its step says that.
    void checkDuration(const JobClass& job, const std::string& at) {
        if (job.service || !m_problems.areClean({at + "/service"}))
            return;
        const std::string duration = at + "/duration";
        if (!m_problems.areClean({duration, at + "/step"}) || !m_problems.wereRead({at}))
            return;
        const bool stated = job.step && !std::holds_alternative<WorkByDuration>(job.step->work);
        const bool given = job.duration != DurationDistribution{};
        if (stated && given)
            m_problems.problem(duration, "io.check.work_and_duration");
        if (!stated && !given)
            m_problems.problem(duration, "io.missing_example",
                               {inQuotes("duration"),
                                R"("duration": {"lognormal": {"median": "2 h", "mean": "3 h"}})"});
    }

    // ---- changes ----------------------------------------------------------------------------

    static constexpr ChangedPart changedPart{
        [](const JobClass& job) { return job.step.has_value(); }, "io.check.change_trace",
        "io.check.change_no_step"};

    void checkChanges(const Alternative& alternative, const std::string& at) {
        std::map<std::string, std::string> seen;
        for (std::size_t i = 0; i < alternative.changes.size(); ++i) {
            const StepChange& change = alternative.changes[i];
            const std::string place = at + "/changes/" + std::to_string(i);
            if (change.jobClass.empty())
                continue;
            const auto [first, isNew] = seen.emplace(change.jobClass, place);
            if (!isNew)
                m_problems.problem(place + "/class", "io.check.change_twice",
                                   {inQuotes(change.jobClass), first->second});
            const JobClass* job =
                changedClass(m_problems, m_classes, change.jobClass, place + "/class", changedPart);
            if (job != nullptr && job->step)
                checkMembers(change, *job->step, place);
        }
    }

    template <typename T>
    void needs(const std::optional<T>& member, const char* name, bool there, const char* part,
               const std::string& at) {
        if (member && !there)
            m_problems.problem(at + "/" + name, "io.check.change_member",
                               {inQuotes(name), inQuotes(part)});
    }

    /// A change of what the step does not have would change nothing, silently.
    void checkMembers(const StepChange& change, const StepModel& step, const std::string& at) {
        const bool input = step.input.has_value();
        needs(change.loader, "loader", input, "input", at);
        needs(change.workers, "workers", input, "input", at);
        needs(change.prefetch, "prefetch", input, "input", at);
        needs(change.requests, "requests", input, "input", at);
        needs(change.pinned, "pinned", input, "input", at);
        needs(change.format, "format", input, "input", at);
        needs(change.samplesPerShard, "samples_per_shard", input, "input", at);
        needs(change.tier, "tier", input, "input", at);
        needs(change.cache, "cache", input, "input", at);
        needs(change.cacheBytes, "cache_bytes", input, "input", at);
        needs(change.gpuShare, "gpu_share", input, "input", at);
        needs(change.samplesPerGpu, "samples_per_gpu", input, "input", at);
        needs(change.offline, "offline", input, "input", at);
        needs(change.dataShare, "data_share", input, "input", at);
        needs(change.syncEverySteps, "sync_every_steps", step.sync.has_value(), "sync", at);
        const bool checkpoint = step.checkpoint.has_value();
        needs(change.asynchronousCheckpoint, "checkpoint_mode", checkpoint, "checkpoint", at);
        needs(change.checkpointTier, "checkpoint_tier", checkpoint, "checkpoint", at);
        if (input)
            checkInput(*changed(step, change).input, change, at);
    }

    void checkInput(const InputPipeline& input, const StepChange& change, const std::string& at) {
        const bool isOurs = change.loader || change.workers;
        if (isOurs && input.loader == Loader::Workers && input.workers == 0)
            m_problems.problem(at + (change.workers ? "/workers" : "/loader"),
                               "io.check.no_workers", {inQuotes("synchronous")});
        if (change.gpuShare && input.gpuShare > 0 && input.samplesPerGpu == 0)
            m_problems.problem(at + "/gpu_share", "io.check.gpu_share");
    }

    // ---- storage ----------------------------------------------------------------------------

    static const StepChange* changeOf(const Alternative& alternative, const std::string& job) {
        const auto found =
            std::find_if(alternative.changes.begin(), alternative.changes.end(),
                         [&](const StepChange& change) { return change.jobClass == job; });
        return found == alternative.changes.end() ? nullptr : &*found;
    }

    /// Every tier that a job of this alternative reads or writes is kept by it, and so paid for.
    void checkTiers(const Alternative& alternative, const std::string& at) {
        if (m_classes == nullptr || !m_problems.areClean({at + "/storage", at + "/changes"}))
            return;
        for (std::size_t i = 0; i < m_classes->size(); ++i) {
            const JobClass& job = (*m_classes)[i];
            if (!job.step || !m_problems.areClean({classAt(i) + "/step"}))
                continue;
            const StepChange* change = changeOf(alternative, job.name);
            const std::string changeAt =
                change == nullptr
                    ? ""
                    : at + "/changes/" + std::to_string(change - alternative.changes.data());
            if (job.step->input) {
                const bool moved = change != nullptr && change->tier;
                checkTier(alternative, moved ? *change->tier : job.step->input->data.tier,
                          moved ? changeAt + "/tier" : classAt(i) + "/step/input/data/tier");
            }
            if (job.step->checkpoint) {
                const bool moved = change != nullptr && change->checkpointTier;
                checkTier(alternative, moved ? *change->checkpointTier : job.step->checkpoint->tier,
                          moved ? changeAt + "/checkpoint_tier"
                                : classAt(i) + "/step/checkpoint/tier");
            }
        }
    }

    void checkTier(const Alternative& alternative, const std::string& tier,
                   const std::string& pointer) {
        std::vector<std::string> kept;
        for (const StorageLine& line : alternative.storage)
            kept.push_back(line.tier);
        if (std::find(kept.begin(), kept.end(), tier) != kept.end())
            return;
        if (kept.empty())
            m_problems.problem(pointer, "io.check.no_storage",
                               {inQuotes(alternative.name), inQuotes(tier)});
        else
            m_problems.problem(pointer, "io.check.tier",
                               {inQuotes(alternative.name), inQuotes(tier), listed(kept)},
                               nearest(tier, kept));
    }

    const Scenario& m_scenario;
    PlacedProblems& m_problems;
    const std::vector<JobClass>* m_classes = nullptr;
};

} // namespace

void checkSteps(const Scenario& scenario, PlacedProblems& problems) {
    StepCheck(scenario, problems).run();
}

} // namespace gpuplan::io
