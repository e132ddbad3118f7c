#include <gpuplan/topology/fabric.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using topology::Fabric;
using topology::FabricSpec;
using topology::VertexId;

namespace {

/// Eight GPUs a node, two behind each PCIe switch, four NICs of 25 GB/s.
FabricSpec cluster(std::vector<std::int64_t> nodes) {
    FabricSpec spec;
    spec.nodes = std::move(nodes);
    spec.gpusPerNode = 8;
    spec.gpusPerPcieSwitch = 2;
    spec.hostLink = {55e9, 1e-6};
    spec.gpuLink = topology::LinkSpec{396e9, 1.5e-6};
    spec.nicsPerNode = 4;
    spec.nic = topology::LinkSpec{25e9, 2e-6};
    return spec;
}

std::vector<VertexId> firstGpus(const Fabric& fabric, std::size_t nodes) {
    std::vector<VertexId> gpus;
    for (std::size_t node = 0; node < nodes; ++node)
        gpus.push_back(fabric.gpu(node, 0));
    return gpus;
}

double ring(const Fabric& fabric, const std::vector<VertexId>& members) {
    return fabric.ringBandwidth(members).value();
}

} // namespace

TEST_CASE("GPUs of an island talk over its switch, others over the host", "[topology]") {
    FabricSpec spec = cluster({0});
    spec.islandGpus = 4;
    const Fabric fabric(spec);

    const auto inside = fabric.routes().widest(fabric.gpu(0, 0), fabric.gpu(0, 3));
    const auto across = fabric.routes().widest(fabric.gpu(0, 0), fabric.gpu(0, 4));

    REQUIRE(inside);
    CHECK(inside->bandwidth == 396e9);
    CHECK(inside->latency == Approx(1.5e-6).epsilon(1e-12));
    REQUIRE(across);
    CHECK(across->bandwidth == 55e9);
    CHECK(across->steps.size() == 4); // GPU, switch, host, switch, GPU
}

TEST_CASE("GPUs behind one way to the host share it", "[topology]") {
    FabricSpec spec = cluster({0});
    spec.gpuLink.reset();
    const Fabric fabric(spec);
    // A ring in an order that leaves the switch at every step: two GPUs send through each.
    const std::vector<VertexId> order = {fabric.gpu(0, 0), fabric.gpu(0, 2), fabric.gpu(0, 1),
                                         fabric.gpu(0, 3)};

    CHECK(ring(fabric, order) == Approx(55e9 / 2).epsilon(1e-12));
    CHECK(ring(fabric, {fabric.gpu(0, 0), fabric.gpu(0, 1), fabric.gpu(0, 2), fabric.gpu(0, 3)}) ==
          Approx(55e9).epsilon(1e-12));
}

TEST_CASE("a ring crosses each leaf once each way, an all-to-all as often as it must",
          "[topology]") {
    FabricSpec spec = cluster({0, 1, 4, 5, 6});
    spec.nodesPerLeaf = 4;
    spec.leafUplink = topology::LinkSpec{20e9, 1e-6};
    const Fabric fabric(spec);
    const std::vector<VertexId> gpus = firstGpus(fabric, 5);

    CHECK(ring(fabric, gpus) == Approx(20e9).epsilon(1e-12));
    // Two nodes send 3/4 of their traffic across, three send 2/4: 1.5 times a node's rate.
    CHECK(fabric.allToAllBandwidth(gpus).value() == Approx(20e9 / 1.5).epsilon(1e-12));
    CHECK(ring(fabric, firstGpus(fabric, 2)) == Approx(25e9).epsilon(1e-12));
    CHECK(ring(fabric, firstGpus(fabric, 1)) == std::numeric_limits<double>::infinity());
}

TEST_CASE("without a network nothing joins the nodes, and the message says which", "[topology]") {
    FabricSpec spec = cluster({0, 7});
    spec.nic.reset();
    const Fabric fabric(spec);

    const auto bandwidth = fabric.ringBandwidth(firstGpus(fabric, 2));

    REQUIRE_FALSE(bandwidth);
    CHECK_THAT(describe(bandwidth.diagnostics()),
               Catch::Contains("\"node 0 gpu 0\" and \"node 7 gpu 0\""));
}

TEST_CASE("a store is reached over the spine", "[topology]") {
    FabricSpec spec = cluster({0, 9});
    spec.nodesPerLeaf = 4;
    spec.stores = {{"lustre", {10e9, 1e-4}}};
    const Fabric fabric(spec);

    const auto route = fabric.routes().shortest(fabric.store(0), fabric.gpu(1, 5));

    REQUIRE(route);
    CHECK(route->bandwidth == 10e9);
}
