#pragma once
/// Ways through a graph.

#include <gpuplan/base/result.hpp>
#include <gpuplan/topology/graph.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::topology {

/// One link passed in one direction.
struct Step {
    LinkId link;
    bool forward = true; ///< from `a` to `b`
    auto operator<=>(const Step&) const = default;
};

struct Route {
    std::vector<Step> steps; ///< none from a vertex to itself
    double bandwidth = 0;    ///< of the narrowest link; infinite without links
    double latency = 0;      ///< of all together
};

/// All shortest routes from one vertex.
class RouteTree {
public:
    Result<Route> to(VertexId vertex) const;

private:
    friend class Routes;
    const Graph* m_graph = nullptr;
    VertexId m_from;
    std::vector<std::optional<Step>> m_into; ///< the last step of the route to each vertex
};

/// Finds routes in a graph that outlives it and no longer changes. Of equally good ones, that with
/// the fewest links, then always the same one.
///
/// Where nothing joins two vertices, the error names them both (`topology.no_path`).
class Routes {
public:
    explicit Routes(const Graph& graph);
    Routes(const Routes&) = delete;
    Routes& operator=(const Routes&) = delete;
    ~Routes();

    /// Least latency. GPUs, NICs and stores end routes and pass nothing on.
    Result<Route> shortest(VertexId from, VertexId to) const;
    RouteTree shortestFrom(VertexId from) const;
    /// Greatest bandwidth; of these, least latency.
    Result<Route> widest(VertexId from, VertexId to) const;

    const Graph& graph() const { return m_graph; }

private:
    struct Prepared;
    RouteTree tree(VertexId from, double leastBandwidth) const;

    const Graph& m_graph;
    std::unique_ptr<const Prepared> m_prepared;
};

} // namespace gpuplan::topology
