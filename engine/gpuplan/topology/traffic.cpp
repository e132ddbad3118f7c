#include <gpuplan/topology/traffic.hpp>

#include <algorithm>
#include <limits>

namespace gpuplan::topology {

namespace {

/// Counts how many routes take each step, and divides once, so that equal shares add up exactly.
class Count {
public:
    explicit Count(const Graph& graph) : m_routesOver(2 * graph.links().size(), 0) {}

    bool add(const RouteTree& tree, VertexId to) {
        const Result<Route> route = tree.to(to);
        if (!route) {
            m_trouble.append(route.diagnostics());
            return false;
        }
        for (const Step& step : route->steps)
            m_routesOver[2 * step.link.value() + (step.forward ? 1 : 0)] += 1;
        return true;
    }
    Result<std::vector<StepUse>> each(double part) const {
        if (m_trouble.hasErrors())
            return m_trouble;
        std::vector<StepUse> uses;
        for (std::uint32_t i = 0; i < m_routesOver.size(); ++i)
            if (m_routesOver[i] > 0)
                uses.push_back({{LinkId(i / 2), i % 2 == 1}, m_routesOver[i] / part});
        return uses;
    }

private:
    std::vector<double> m_routesOver; ///< by link, backward and forward
    Diagnostics m_trouble;
};

} // namespace

Result<std::vector<StepUse>> ringTraffic(const Routes& routes, std::span<const VertexId> members) {
    Count count(routes.graph());
    for (std::size_t i = 0; members.size() > 1 && i < members.size(); ++i)
        count.add(routes.shortestFrom(members[i]), members[(i + 1) % members.size()]);
    return count.each(1);
}

Result<std::vector<StepUse>> allToAllTraffic(const Routes& routes,
                                             std::span<const VertexId> members) {
    Count count(routes.graph());
    for (std::size_t i = 0; i < members.size(); ++i) {
        const RouteTree tree = routes.shortestFrom(members[i]);
        bool isJoined = true;
        for (std::size_t j = 0; isJoined && j < members.size(); ++j)
            isJoined = j == i || count.add(tree, members[j]);
    }
    return count.each(static_cast<double>(members.size()) - 1);
}

double bottleneck(const Graph& graph, std::span<const StepUse> traffic) {
    double rate = std::numeric_limits<double>::infinity();
    for (const StepUse& use : traffic)
        rate = std::min(rate, graph[use.step.link].bandwidth / use.coefficient);
    return rate;
}

} // namespace gpuplan::topology
