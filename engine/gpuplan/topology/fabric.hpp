#pragma once
/// The graph of a cluster of equal nodes. docs/method.md#topology

#include <gpuplan/topology/traffic.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::topology {

/// One direction of a link. B/s and s.
struct LinkSpec {
    double bandwidth = 0;
    double latency = 0;
};

struct StoreSpec {
    std::string name;
    LinkSpec link; ///< to the spine, or to the one switch
};

/// A cluster as people describe it, in SI units.
struct FabricSpec {
    std::vector<std::int64_t> nodes; ///< numbers of the nodes that are built, >= 0, each once
    std::int64_t gpusPerNode = 1;
    std::int64_t gpusPerPcieSwitch = 1; ///< sharing one way to the host
    LinkSpec hostLink;                  ///< PCIe: of a GPU, of a NIC, and of a switch to the host
    std::int64_t islandGpus = 0;        ///< joined by gpuLink; 0: all of a node
    std::optional<LinkSpec> gpuLink;    ///< absent: GPUs talk over the host
    std::int64_t nicsPerNode = 1;
    std::optional<LinkSpec> nic;        ///< each; absent: no network
    std::int64_t nodesPerLeaf = 0;      ///< node n is behind leaf n / nodesPerLeaf; 0: one switch
    std::optional<LinkSpec> leafUplink; ///< of a leaf in all; absent: as wide as its nodes' NICs
    std::vector<StoreSpec> stores;
};

/// GPUs join an island and a PCIe switch; switches and NICs join the host; NICs join a leaf, leaves
/// and stores the spine.
class Fabric {
public:
    explicit Fabric(const FabricSpec& spec);
    Fabric(const Fabric&) = delete;
    Fabric& operator=(const Fabric&) = delete;

    const Graph& graph() const { return m_graph; }
    const Routes& routes() const { return *m_routes; }

    /// By place in `spec.nodes` and on the node.
    VertexId gpu(std::size_t node, std::size_t gpu) const { return m_gpus.at(node).at(gpu); }
    VertexId store(std::size_t store) const { return m_stores.at(store); }

    /// While all these exchange at once, what the graph lets each of them send: B/s. Infinite for
    /// fewer than two. Members that nothing joins are an error that names them.
    Result<double> ringBandwidth(std::span<const VertexId> members) const;
    Result<double> allToAllBandwidth(std::span<const VertexId> members) const;

private:
    void addNode(std::int64_t number);
    VertexId leafOf(std::int64_t number);
    VertexId spine();

    const FabricSpec m_spec;
    Graph m_graph;
    std::vector<std::vector<VertexId>> m_gpus;
    std::vector<VertexId> m_stores;
    std::map<std::int64_t, VertexId> m_leaves; ///< by number
    std::optional<VertexId> m_spine;
    std::unique_ptr<const Routes> m_routes;
};

} // namespace gpuplan::topology
