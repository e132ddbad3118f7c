#include <gpuplan/perf/collective.hpp>
#include <gpuplan/planner/hardware.hpp>
#include <gpuplan/topology/fabric.hpp>

#include <algorithm>
#include <cctype>

namespace gpuplan::planner {

namespace {

/// Pageable copies pass the host's memory twice: half of the pinned rate on PCIe 3, and no more
/// than this beyond. Assumed: measurements lie between 6 and 12 GB/s.
constexpr double mostPageable = 8e9;
/// Effective share of a raw rate where no effective one is known: 88 % as measured on NVLink and
/// PCIe, 94 % on networks.
constexpr double busEfficiency = 0.88;
constexpr double networkEfficiency = 0.94;

double rate(const catalog::Interconnect& link, double efficiency) {
    if (link.effective)
        return static_cast<double>(link.effective->base());
    if (link.raw)
        return static_cast<double>(link.raw->base()) * efficiency;
    if (link.portRate)
        return static_cast<double>(link.portRate->base()) * efficiency;
    return 0;
}

perf::LinkRates rates(const catalog::Catalogs& catalogs, const std::string& id, double efficiency,
                      double latencyUs) {
    const catalog::Interconnect* const link = catalogs.interconnect(id);
    if (link == nullptr)
        return {};
    return {link->latencyUs.value_or(latencyUs) * 1e-6, rate(*link, efficiency)};
}

bool isBoardWithLinks(const catalog::GpuModel& gpu) {
    const std::string& form = gpu.formFactor;
    return form.starts_with("SXM") || form.starts_with("OAM") || form.starts_with("NVL") ||
           form.starts_with("Superchip");
}

/// Links between the GPUs of a node: what the pool names, or the GPU's own where it stands on a
/// board that has them. A card with an optional bridge has none unless the pool names it.
perf::LinkRates gpuLink(const model::Pool& pool, const catalog::GpuModel& gpu,
                        const catalog::Catalogs& catalogs) {
    constexpr double latencyUs = 1.5;
    if (!pool.node.gpuLink.empty())
        return rates(catalogs, pool.node.gpuLink, busEfficiency, latencyUs);
    if (!gpu.nvlink || gpu.nvlink->base() == 0 || !isBoardWithLinks(gpu))
        return {};
    return {latencyUs * 1e-6, static_cast<double>(gpu.nvlink->base()) / 2 * busEfficiency};
}

/// Of a whole node. The ways between GPUs of two nodes, through ports on buses like the GPUs' own:
/// a port gives no more than its bus.
perf::LinkRates network(const model::Pool& pool, const catalog::CloudOffer* offer,
                        const perf::LinkRates& bus, const catalog::Catalogs& catalogs) {
    constexpr double latencyUs = 5;
    if (pool.node.network.empty()) {
        if (offer == nullptr || !offer->network)
            return {};
        return {latencyUs * 1e-6, static_cast<double>(offer->network->base()) * networkEfficiency};
    }
    perf::LinkRates link = rates(catalogs, pool.node.network, networkEfficiency, latencyUs);
    if (link.bytesPerSecond > 0 && bus.bytesPerSecond > 0) {
        topology::FabricSpec spec;
        spec.nodes = {0, 1};
        spec.hostLink = {bus.bytesPerSecond, bus.latency};
        spec.nic = topology::LinkSpec{link.bytesPerSecond, link.latency};
        const topology::Fabric fabric(spec);
        link.bytesPerSecond =
            fabric.routes().widest(fabric.gpu(0, 0), fabric.gpu(1, 0)).value().bandwidth;
    }
    link.bytesPerSecond *= static_cast<double>(pool.node.ports);
    return link;
}

} // namespace

std::string hostLinkId(const catalog::GpuModel& gpu) {
    std::string id;
    for (const char c : gpu.hostBus)
        id += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    // `pcie3-x16-(shared-by-2)`: what follows the width is a note.
    const std::size_t note = id.find("-(");
    return note == std::string::npos ? id : id.substr(0, note);
}

perf::NodeRates nodeRates(const model::Pool& pool, const catalog::Catalogs& catalogs) {
    const catalog::GpuModel& gpu = *catalogs.gpu(pool.gpu);
    const catalog::CloudOffer* const offer = pool.offer ? catalogs.offer(*pool.offer) : nullptr;
    const model::NodeHardware& node = pool.node;
    perf::NodeRates rates;
    rates.gpus = pool.gpusPerNode;
    if (node.cores)
        rates.cores = node.cores->value.toDouble();
    else if (offer != nullptr && offer->vcpus)
        rates.cores = *offer->vcpus / 2; // a vCPU is a hyper-thread
    if (node.memory)
        rates.memory = static_cast<double>(node.memory->value.base());
    else if (offer != nullptr && offer->memory)
        rates.memory = static_cast<double>(offer->memory->base());
    const std::string hostLink = node.hostLink.empty() ? hostLinkId(gpu) : node.hostLink;
    rates.hostLink = planner::rates(catalogs, hostLink, busEfficiency, 10);
    rates.pageable = node.pageable ? static_cast<double>(node.pageable->value.base())
                                   : std::min(rates.hostLink.bytesPerSecond / 2, mostPageable);
    rates.gpusPerUplink = node.gpusPerUplink;
    rates.gpuLink = gpuLink(pool, gpu, catalogs);
    rates.islandGpus = rates.gpuLink.bytesPerSecond == 0 ? 1
                       : node.islandGpus == 0            ? pool.gpusPerNode
                                                         : node.islandGpus;
    rates.network = network(pool, offer, rates.hostLink, catalogs);
    rates.bounceBandwidth = rates.hostLink.bytesPerSecond / 2;
    rates.fits = perf::measuredCollectives(gpu.id, rates.gpuLink.bytesPerSecond > 0);
    return rates;
}

perf::StoreRates storeRates(const model::StorageLine& line, const catalog::Catalogs& catalogs) {
    const catalog::StorageTier& tier = *catalogs.storageTier(line.tier);
    perf::StoreRates rates;
    rates.id = tier.id;
    rates.isLocal = tier.tierClass == "local";
    const auto bandwidth = [](const std::optional<Sourced<Bandwidth>>& stated,
                              const std::optional<Bandwidth>& known) {
        if (stated)
            return static_cast<double>(stated->value.base());
        return known ? static_cast<double>(known->base()) : 0.0;
    };
    rates.read = bandwidth(line.read, tier.readThroughput);
    rates.write = bandwidth(line.write, tier.writeThroughput);
    rates.iops = tier.randomReadIops;
    if (line.iops)
        rates.iops = line.iops->value.toDouble();
    if (tier.firstByteLatencyMs)
        rates.latency = *tier.firstByteLatencyMs * 1e-3;
    // A disk that seeks: milliseconds to the first byte of a local drive.
    rates.isSpindle = rates.isLocal && rates.latency && *rates.latency >= 2e-3;
    if (rates.isSpindle)
        rates.iops.reset(); // the seek time says it already
    rates.opens = tier.metadataOpensPerSecond;
    if (line.opensPerSecond)
        rates.opens = line.opensPerSecond->value.toDouble();
    return rates;
}

} // namespace gpuplan::planner
