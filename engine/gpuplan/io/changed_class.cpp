#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/changed_class.hpp>
#include <gpuplan/io/field.hpp>

#include <algorithm>

namespace gpuplan::io {

const model::JobClass* changedClass(PlacedProblems& problems,
                                    const std::vector<model::JobClass>* classes,
                                    const std::string& name, const std::string& at,
                                    const ChangedPart& part) {
    const std::string list = "/workload/profile/classes";
    if (classes == nullptr) {
        if (problems.areClean({"/workload"}))
            problems.problem(at, part.noClassesKey);
        return nullptr;
    }
    std::vector<std::string> known;
    for (std::size_t i = 0; i < classes->size(); ++i) {
        const model::JobClass& job = (*classes)[i];
        if (job.name == name) {
            if (!part.isIn(job) && problems.areClean({list + "/" + std::to_string(i)}))
                problems.problem(at, part.notInKey, {inQuotes(job.name)});
            return &job;
        }
        known.push_back(job.name);
    }
    const bool allRead = std::find(known.begin(), known.end(), "") == known.end();
    if (allRead && problems.wereRead({list}))
        problems.problem(at, "io.check.change_class", {inQuotes(name), listed(known)},
                         nearest(name, known));
    return nullptr;
}

} // namespace gpuplan::io
