#include <gpuplan/base/contract.hpp>
#include <gpuplan/topology/graph.hpp>

#include <cmath>
#include <utility>

namespace gpuplan::topology {

VertexId Graph::add(Kind kind, std::string name) {
    m_vertices.push_back({kind, std::move(name)});
    return VertexId(static_cast<std::uint32_t>(m_vertices.size() - 1));
}

LinkId Graph::join(VertexId a, VertexId b, double bandwidth, double latency) {
    GPUPLAN_EXPECTS(a.value() < m_vertices.size() && b.value() < m_vertices.size() && a != b,
                    "a link joins two vertices of its graph");
    GPUPLAN_EXPECTS(std::isfinite(bandwidth) && bandwidth > 0, "a link's bandwidth is above 0");
    GPUPLAN_EXPECTS(std::isfinite(latency) && latency >= 0, "a link's latency is 0 or more");
    m_links.push_back({a, b, bandwidth, latency});
    return LinkId(static_cast<std::uint32_t>(m_links.size() - 1));
}

} // namespace gpuplan::topology
