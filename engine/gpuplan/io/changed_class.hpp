#pragma once
/// The job class that a change of an alternative names. Internal to `io`.

#include <gpuplan/io/placed_problems.hpp>
#include <gpuplan/model/scenario.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

/// What a change changes, and how to complain where there is none.
struct ChangedPart {
    bool (*isIn)(const model::JobClass&);
    std::string_view noClassesKey; ///< the workload is a trace
    std::string_view notInKey;     ///< with the class's name
};

/// \param classes  null: the workload has none   \param at  of the change's `class`
/// \return null after a complaint, or where complaints of the classes themselves may be why it is
///         not found
const model::JobClass* changedClass(PlacedProblems& problems,
                                    const std::vector<model::JobClass>* classes,
                                    const std::string& name, const std::string& at,
                                    const ChangedPart& part);

} // namespace gpuplan::io
