#pragma once
/// Targets a run is held to: a budget, and which alternative must be cheaper than which. A missed
/// one is Trouble::Target.

#include <gpuplan/base/result.hpp>
#include <gpuplan/metrics/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::planner {

/// `left < right` by total cost; each side the name of an alternative or an amount of money.
struct Requirement {
    std::string text; ///< as typed
    std::string left;
    std::string right;
    bool orEqual = false;
};

struct Gates {
    std::optional<Money> maxCost; ///< the cheapest alternative must not cost more
    std::vector<Requirement> requirements;
};

/// Reads `A<B`, `A<=B`, `A>B`, `A>=B` and an amount such as `250000 USD` against a scenario's
/// names and currency. Every problem at once.
Result<Gates> readGates(const std::optional<std::string>& maxCost,
                        const std::vector<std::string>& requirements,
                        const model::Scenario& scenario);

/// Errors with Trouble::Target for each gate that is missed, with both figures.
Diagnostics checkGates(const Gates& gates, const metrics::RunResult& result);

} // namespace gpuplan::planner
