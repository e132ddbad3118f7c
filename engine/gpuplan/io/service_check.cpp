#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/changed_class.hpp>
#include <gpuplan/io/service_check.hpp>

#include <algorithm>
#include <map>

namespace gpuplan::io {

namespace {

using namespace model;

class ServiceCheck {
public:
    ServiceCheck(const Scenario& scenario, PlacedProblems& problems)
        : m_scenario(scenario), m_problems(problems) {
        if (const auto* profile = std::get_if<ProfileWorkload>(&scenario.workload))
            m_classes = &profile->classes;
    }

    void run() {
        for (std::size_t i = 0; m_classes != nullptr && i < m_classes->size(); ++i)
            checkClass((*m_classes)[i], classAt(i));
        for (std::size_t i = 0; i < m_scenario.alternatives.size(); ++i)
            checkChanges(m_scenario.alternatives[i], "/alternatives/" + std::to_string(i));
    }

private:
    static std::string classAt(std::size_t i) {
        return "/workload/profile/classes/" + std::to_string(i);
    }

    void checkClass(const JobClass& job, const std::string& at) {
        if (!m_problems.wereRead({at}) || !m_problems.areClean({at + "/service"}))
            return;
        if (job.service)
            checkService(job, at);
        else
            checkJobs(job, at);
    }

    /// Jobs without a service say when they come and how large they are.
    void checkJobs(const JobClass& job, const std::string& at) {
        const auto missing = [&](const char* name, const char* example) {
            if (m_problems.areClean({at + "/" + name}))
                m_problems.problem(at + "/" + name, "io.missing_example",
                                   {inQuotes(name), example});
        };
        if (job.arrivals == ArrivalProcess{})
            missing("arrivals", R"("arrivals": {"jobs_per_day": 120.5})");
        if (job.gpus.empty())
            missing("gpus", R"("gpus": [{"gpus": 8, "weight": 1}])");
    }

    void checkService(const JobClass& job, const std::string& at) {
        const auto unneeded = [&](const char* name, bool isGiven) {
            if (isGiven)
                m_problems.problem(at + "/" + name, "io.check.beside_service", {inQuotes(name)});
        };
        unneeded("arrivals", job.arrivals != ArrivalProcess{});
        unneeded("gpus", !job.gpus.empty());
        unneeded("duration", job.duration != DurationDistribution{});
        unneeded("estimate_factor", job.estimateFactor != 1.0);
        if (job.kind != JobKind::Inference && m_problems.areClean({at + "/kind"}))
            m_problems.problem(at + "/kind", "io.check.service_kind", {inQuotes("inference")});
    }

    // ---- changes ----------------------------------------------------------------------------

    static constexpr ChangedPart changedPart{
        [](const JobClass& job) { return job.service.has_value(); },
        "io.check.service_change_trace", "io.check.change_no_service"};

    void checkChanges(const Alternative& alternative, const std::string& at) {
        std::map<std::string, std::string> seen;
        for (std::size_t i = 0; i < alternative.serviceChanges.size(); ++i) {
            const ServiceChange& change = alternative.serviceChanges[i];
            const std::string place = at + "/service_changes/" + std::to_string(i);
            if (change.jobClass.empty())
                continue;
            const auto [first, isNew] = seen.emplace(change.jobClass, place);
            if (!isNew)
                m_problems.problem(place + "/class", "io.check.change_twice",
                                   {inQuotes(change.jobClass), first->second});
            const JobClass* job =
                changedClass(m_problems, m_classes, change.jobClass, place + "/class", changedPart);
            if (job != nullptr && job->service)
                checkMembers(change, *job->service, place);
        }
    }

    template <typename T>
    void needs(const std::optional<T>& member, const char* name, bool there, const char* part,
               const std::string& at) {
        if (member && !there)
            m_problems.problem(at + "/" + name, "io.check.change_service_member",
                               {inQuotes(name), inQuotes(part)});
    }

    /// A change of what the service does not have would change nothing, silently.
    void checkMembers(const ServiceChange& change, const InferenceService& service,
                      const std::string& at) {
        const bool batch = std::holds_alternative<BatchModel>(service.served);
        needs(change.mostBatch, "most", batch, "batch", at);
        needs(change.longestWait, "longest_wait", batch, "batch", at);
        needs(change.tensor, "tensor", !batch, "tokens", at);
        needs(change.mostSequences, "most_sequences", !batch, "tokens", at);
        needs(change.chunk, "chunk", !batch, "tokens", at);
        needs(change.keyValuePrecision, "key_value_precision", !batch, "tokens", at);
        if (!batch && change.compiler)
            m_problems.problem(at + "/compiler", "io.check.token_compiler");
        needs(change.cores, "cores", service.front.has_value(), "front", at);
        if (batch && change.precision == ServingPrecision::Int4)
            m_problems.problem(at + "/precision", "io.check.int4");
        const InferenceService after = changed(service, change);
        const auto* tokens = std::get_if<TokenModel>(&after.served);
        if (tokens != nullptr && (change.chunk || change.mostSequences) && tokens->chunk != 0 &&
            tokens->chunk <= tokens->mostSequences)
            m_problems.problem(
                at + (change.chunk ? "/chunk" : "/most_sequences"), "io.check.chunk",
                {std::to_string(tokens->chunk), std::to_string(tokens->mostSequences)});
    }

    const Scenario& m_scenario;
    PlacedProblems& m_problems;
    const std::vector<JobClass>* m_classes = nullptr;
};

} // namespace

void checkInferenceServices(const Scenario& scenario, PlacedProblems& problems) {
    ServiceCheck(scenario, problems).run();
}

} // namespace gpuplan::io
