#include <gpuplan/base/contract.hpp>
#include <gpuplan/topology/fabric.hpp>

#include <utility>

namespace gpuplan::topology {

Fabric::Fabric(const FabricSpec& spec) : m_spec(spec) {
    GPUPLAN_EXPECTS(spec.gpusPerNode >= 1 && spec.gpusPerPcieSwitch >= 1 && spec.nicsPerNode >= 1 &&
                        spec.islandGpus >= 0 && spec.nodesPerLeaf >= 0,
                    "a fabric's counts are not negative");
    for (const std::int64_t number : spec.nodes)
        addNode(number);
    for (const StoreSpec& store : spec.stores) {
        m_stores.push_back(m_graph.add(Kind::Store, "store " + store.name));
        m_graph.join(spine(), m_stores.back(), store.link.bandwidth, store.link.latency);
    }
    m_routes = std::make_unique<const Routes>(m_graph);
}

void Fabric::addNode(std::int64_t number) {
    const std::string name = "node " + std::to_string(number);
    const VertexId host = m_graph.add(Kind::Host, name + " host");
    std::vector<VertexId> gpus;
    std::vector<VertexId> switches;
    VertexId island;
    const std::int64_t islandGpus = m_spec.islandGpus == 0 ? m_spec.gpusPerNode : m_spec.islandGpus;
    const LinkSpec& bus = m_spec.hostLink;
    for (std::int64_t i = 0; i < m_spec.gpusPerNode; ++i) {
        if (i % m_spec.gpusPerPcieSwitch == 0) {
            switches.push_back(m_graph.add(Kind::PcieSwitch, name + " PCIe switch " +
                                                                 std::to_string(switches.size())));
            m_graph.join(host, switches.back(), bus.bandwidth, bus.latency / 2);
        }
        gpus.push_back(m_graph.add(Kind::Gpu, name + " gpu " + std::to_string(i)));
        m_graph.join(switches.back(), gpus.back(), bus.bandwidth, bus.latency / 2);
        if (!m_spec.gpuLink)
            continue;
        if (i % islandGpus == 0)
            island = m_graph.add(Kind::Island, name + " island " + std::to_string(i / islandGpus));
        m_graph.join(island, gpus.back(), m_spec.gpuLink->bandwidth, m_spec.gpuLink->latency / 2);
    }
    for (std::int64_t i = 0; m_spec.nic && i < m_spec.nicsPerNode; ++i) {
        const VertexId nic = m_graph.add(Kind::Nic, name + " NIC " + std::to_string(i));
        const auto behind = static_cast<std::size_t>(i) % switches.size();
        m_graph.join(switches[behind], nic, bus.bandwidth, 0);
        m_graph.join(leafOf(number), nic, m_spec.nic->bandwidth, m_spec.nic->latency / 2);
    }
    m_gpus.push_back(std::move(gpus));
}

VertexId Fabric::spine() {
    if (!m_spine)
        m_spine = m_graph.add(Kind::Spine, m_spec.nodesPerLeaf == 0 ? "switch" : "spine");
    return *m_spine;
}

VertexId Fabric::leafOf(std::int64_t number) {
    if (m_spec.nodesPerLeaf == 0)
        return spine();
    const std::int64_t leaf = number / m_spec.nodesPerLeaf;
    if (const auto known = m_leaves.find(leaf); known != m_leaves.end())
        return known->second;
    const VertexId vertex = m_graph.add(Kind::Leaf, "leaf " + std::to_string(leaf));
    m_leaves.emplace(leaf, vertex);
    const LinkSpec uplink = m_spec.leafUplink.value_or(
        LinkSpec{m_spec.nic->bandwidth * static_cast<double>(m_spec.nicsPerNode) *
                     static_cast<double>(m_spec.nodesPerLeaf),
                 m_spec.nic->latency / 2});
    m_graph.join(spine(), vertex, uplink.bandwidth, uplink.latency);
    return vertex;
}

Result<double> Fabric::ringBandwidth(std::span<const VertexId> members) const {
    const auto traffic = ringTraffic(*m_routes, members);
    if (!traffic)
        return traffic.diagnostics();
    return bottleneck(m_graph, *traffic);
}

Result<double> Fabric::allToAllBandwidth(std::span<const VertexId> members) const {
    const auto traffic = allToAllTraffic(*m_routes, members);
    if (!traffic)
        return traffic.diagnostics();
    return bottleneck(m_graph, *traffic);
}

} // namespace gpuplan::topology
