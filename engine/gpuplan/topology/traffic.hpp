#pragma once
/// The traffic of a gang on the ways through a graph, and the narrowest place it meets: why
/// placement decides bandwidth. docs/method.md#topology

#include <gpuplan/topology/routes.hpp>

#include <span>
#include <vector>

namespace gpuplan::topology {

/// Where every member sends at rate r, this step carries coefficient * r.
struct StepUse {
    Step step;
    double coefficient = 0;
    bool operator==(const StepUse&) const = default;
};

/// Each member sends to the next and the last to the first, by shortest routes. In the order of
/// links. No use for fewer than two members. Members that nothing joins are an error.
Result<std::vector<StepUse>> ringTraffic(const Routes& routes, std::span<const VertexId> members);

/// Each member sends the same to every other.
Result<std::vector<StepUse>> allToAllTraffic(const Routes& routes,
                                             std::span<const VertexId> members);

/// The rate r that the narrowest step allows; infinite without any use.
double bottleneck(const Graph& graph, std::span<const StepUse> traffic);

} // namespace gpuplan::topology
