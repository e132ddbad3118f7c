#include <gpuplan/base/contract.hpp>
#include <gpuplan/metrics/result.hpp>

#include <algorithm>

namespace gpuplan::metrics {

bool ServiceResult::meetsTargets() const {
    return std::all_of(targets.begin(), targets.end(),
                       [](const ServiceTarget& target) { return target.isMet(); });
}

std::size_t RunResult::cheapest() const {
    GPUPLAN_EXPECTS(!alternatives.empty(), "a run has an alternative");
    std::size_t best = 0;
    for (std::size_t i = 1; i < alternatives.size(); ++i)
        if (alternatives[i].cost.total < alternatives[best].cost.total)
            best = i;
    return best;
}

} // namespace gpuplan::metrics
