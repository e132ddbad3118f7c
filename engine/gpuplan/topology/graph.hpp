#pragma once
/// The hardware as a graph: what is joined to what, how fast and how far. docs/method.md#topology
///
/// Map: graph.hpp holds vertices and links; routes.hpp finds ways through them (Boost.Graph, hidden
/// there); traffic.hpp lays the traffic of a gang on the ways and finds the narrowest place;
/// fabric.hpp builds the graph of a cluster of equal nodes.

#include <gpuplan/base/strong_id.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::topology {

using VertexId = StrongId<struct VertexTag>;
using LinkId = StrongId<struct LinkTag>;

enum class Kind : std::uint8_t {
    Gpu,
    Island, ///< what joins the GPUs of one NVLink island: a switch, or a bridge
    PcieSwitch,
    Host, ///< root complex and memory
    Nic,
    Leaf,
    Spine,
    Store,
};

struct Vertex {
    Kind kind = Kind::Gpu;
    std::string name; ///< as people see it: `node 3 gpu 0`
};

struct Link {
    VertexId a;
    VertexId b;
    double bandwidth = 0; ///< B/s, each way
    double latency = 0;   ///< s
};

/// Any graph, given by hand or by `Fabric`. Links carry both ways at once, each at the full rate;
/// several may join the same two vertices.
class Graph {
public:
    VertexId add(Kind kind, std::string name);
    /// \param bandwidth  B/s each way, finite, > 0   \param latency  s, finite, >= 0
    LinkId join(VertexId a, VertexId b, double bandwidth, double latency);

    std::span<const Vertex> vertices() const { return m_vertices; }
    std::span<const Link> links() const { return m_links; }
    const Vertex& operator[](VertexId id) const { return m_vertices[id.value()]; }
    const Link& operator[](LinkId id) const { return m_links[id.value()]; }

private:
    std::vector<Vertex> m_vertices;
    std::vector<Link> m_links;
};

} // namespace gpuplan::topology
