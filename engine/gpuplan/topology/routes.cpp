#include <gpuplan/base/contract.hpp>
#include <gpuplan/topology/routes.hpp>
#include <gpuplan/units/number_text.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/filtered_graph.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace gpuplan::topology {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Latency first, then the number of links.
struct Length {
    double latency = 0;
    std::uint32_t links = 0;
    auto operator<=>(const Length&) const = default;
};
Length operator+(const Length& a, const Length& b) {
    return {a.latency + b.latency, a.links + b.links};
}

/// One direction of a link.
struct Arc {
    Length length;
    double bandwidth = 0;
    Step step;
};

using Arcs =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Arc>;
using ArcId = boost::graph_traits<Arcs>::edge_descriptor;

} // namespace

struct Routes::Prepared {
    explicit Prepared(std::size_t vertices) : arcs(vertices) {}
    Arcs arcs;
    std::vector<bool> passesOn;
};

namespace {

/// The arcs a route from one vertex may take.
struct Passable {
    const Arcs* arcs = nullptr;
    const std::vector<bool>* passesOn = nullptr;
    std::size_t from = 0;
    double leastBandwidth = 0;

    bool operator()(const ArcId& arc) const {
        const std::size_t source = boost::source(arc, *arcs);
        return (source == from || (*passesOn)[source]) && (*arcs)[arc].bandwidth >= leastBandwidth;
    }
};

Diagnostics noPath(const Graph& graph, VertexId from, VertexId to) {
    Diagnostics diagnostics;
    diagnostics.error({}, "topology.no_path",
                      {inQuotes(graph[from].name), inQuotes(graph[to].name)});
    return diagnostics;
}

} // namespace

Routes::Routes(const Graph& graph) : m_graph(graph) {
    auto prepared = std::make_unique<Prepared>(graph.vertices().size());
    for (const Vertex& vertex : graph.vertices())
        prepared->passesOn.push_back(vertex.kind != Kind::Gpu && vertex.kind != Kind::Store);
    for (std::uint32_t i = 0; i < graph.links().size(); ++i) {
        const Link& link = graph.links()[i];
        for (const bool forward : {true, false})
            boost::add_edge(forward ? link.a.value() : link.b.value(),
                            forward ? link.b.value() : link.a.value(),
                            Arc{{link.latency, 1}, link.bandwidth, {LinkId(i), forward}},
                            prepared->arcs);
    }
    m_prepared = std::move(prepared);
}

Routes::~Routes() = default;

Result<Route> RouteTree::to(VertexId vertex) const {
    GPUPLAN_EXPECTS(vertex.value() < m_into.size(), "a route joins vertices of its graph");
    Route route{{}, endless, 0};
    for (VertexId at = vertex; at != m_from;) {
        if (!m_into[at.value()])
            return noPath(*m_graph, m_from, vertex);
        const Step step = *m_into[at.value()];
        const Link& link = (*m_graph)[step.link];
        route.steps.push_back(step);
        route.bandwidth = std::min(route.bandwidth, link.bandwidth);
        route.latency += link.latency;
        at = step.forward ? link.a : link.b;
    }
    std::reverse(route.steps.begin(), route.steps.end());
    return route;
}

RouteTree Routes::tree(VertexId from, double leastBandwidth) const {
    const std::size_t count = m_graph.vertices().size();
    GPUPLAN_EXPECTS(from.value() < count, "a route begins at a vertex of its graph");
    const Arcs& arcs = m_prepared->arcs;
    const boost::filtered_graph<Arcs, Passable> open(
        arcs, Passable{&arcs, &m_prepared->passesOn, from.value(), leastBandwidth});
    const Length farthest{endless, 0};
    std::vector<Length> lengths(count, farthest);
    std::vector<ArcId> into(count);
    boost::dijkstra_shortest_paths(
        open, from.value(),
        boost::weight_map(boost::get(&Arc::length, open))
            .distance_map(lengths.data())
            .distance_inf(farthest)
            .distance_zero(Length{})
            .distance_compare(std::less<Length>())
            .distance_combine(std::plus<Length>())
            .visitor(boost::make_dijkstra_visitor(
                boost::record_edge_predecessors(into.data(), boost::on_edge_relaxed()))));
    RouteTree tree;
    tree.m_graph = &m_graph;
    tree.m_from = from;
    tree.m_into.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        if (i != from.value() && lengths[i] != farthest)
            tree.m_into[i] = arcs[into[i]].step;
    return tree;
}

RouteTree Routes::shortestFrom(VertexId from) const {
    return tree(from, 0);
}

Result<Route> Routes::shortest(VertexId from, VertexId to) const {
    return shortestFrom(from).to(to);
}

Result<Route> Routes::widest(VertexId from, VertexId to) const {
    const std::size_t count = m_graph.vertices().size();
    GPUPLAN_EXPECTS(from.value() < count && to.value() < count,
                    "a route joins vertices of a graph");
    const Arcs& arcs = m_prepared->arcs;
    const boost::filtered_graph<Arcs, Passable> open(
        arcs, Passable{&arcs, &m_prepared->passesOn, from.value(), 0});
    std::vector<double> widths(count, 0);
    boost::dijkstra_shortest_paths(
        open, from.value(),
        boost::weight_map(boost::get(&Arc::bandwidth, open))
            .distance_map(widths.data())
            .distance_inf(0.0)
            .distance_zero(endless)
            .distance_compare(std::greater<double>())
            .distance_combine([](double a, double b) { return std::min(a, b); }));
    if (widths[to.value()] == 0)
        return noPath(m_graph, from, to);
    return tree(from, widths[to.value()]).to(to);
}

} // namespace gpuplan::topology
