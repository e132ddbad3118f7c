#pragma once
/// Changes worth trying on an alternative. Internal to the planner's advice.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>

#include <functional>
#include <string>
#include <vector>

namespace gpuplan::planner {

struct Candidate {
    std::string id;
    std::string jobClass; ///< empty: the fleet
    Message title;
    metrics::Effort effort = metrics::Effort::Today;
    std::string cause; ///< the state it works on; empty: none
    /// What it changes; two candidates with one subject of one class exclude each other.
    std::string subject;
    std::function<void(model::Alternative&)> apply;
};

/// In a fixed order: by class, then as they stand in the source.
std::vector<Candidate> candidates(const model::Scenario& scenario, std::size_t alternative,
                                  const catalog::Catalogs& catalogs,
                                  const metrics::AlternativeResult& base);

} // namespace gpuplan::planner
