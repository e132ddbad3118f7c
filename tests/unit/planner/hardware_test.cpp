#include <gpuplan/planner/hardware.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

namespace {

/// A GPU on a bus of 12.5 GB/s; networks of 3 and 48 GB/s a port.
catalog::Catalogs catalogs() {
    catalog::Catalogs all;
    catalog::GpuModel gpu;
    gpu.id = "old";
    gpu.hostBus = "PCIe3 x16";
    all.gpus = {gpu};
    const auto link = [](const std::string& id, std::int64_t bytesPerSecond) {
        catalog::Interconnect result;
        result.id = id;
        result.effective = Bandwidth(bytesPerSecond);
        return result;
    };
    all.interconnects = {link("pcie3-x16", 12'500'000'000), link("slow", 3'000'000'000),
                         link("fast", 48'000'000'000)};
    return all;
}

model::Pool pool(const std::string& network) {
    model::Pool result;
    result.gpu = "old";
    result.gpusPerNode = 4;
    result.node.network = network;
    result.node.ports = 2;
    return result;
}

} // namespace

TEST_CASE("a port gives no more than the bus it sits on", "[planner][topology]") {
    CHECK(planner::nodeRates(pool("slow"), catalogs()).network.bytesPerSecond == 2 * 3e9);
    CHECK(planner::nodeRates(pool("fast"), catalogs()).network.bytesPerSecond == 2 * 12.5e9);
    CHECK(planner::nodeRates(pool(""), catalogs()).network.bytesPerSecond == 0);
}
