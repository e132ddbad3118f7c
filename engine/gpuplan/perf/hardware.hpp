#pragma once
/// The hardware a job stands on, resolved to plain figures in SI units: what the formulas of `perf`
/// take. Filled by the planner from catalog, scenario and topology; written by hand in a test.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::perf {

/// How far figures of a step can be trusted; of several, the weakest counts.
enum class Basis : std::uint8_t { Measured, Vendor, Estimated };

/// One GPU. Rates are dense peaks in FLOP/s and B/s; an absent peak is not known.
struct GpuRates {
    std::string id;
    std::optional<double> fp32;
    std::optional<double> tf32;
    std::optional<double> fp16; ///< matrix units, FP16 or BF16
    std::optional<double> fp8;
    double memoryBandwidth = 0; ///< B/s
    double memory = 0;          ///< B
    double etaCompute = 0.65;   ///< share of the peak that large matrix products reach
    double etaMemory = 0.80;
    double etaElementwise = 0.80; ///< share of the bandwidth that element-wise kernels reach
    double launch = 8e-6;         ///< s, launch and tail of a kernel
    double etaAttention = 0.3;    ///< of unfused attention products
    bool isCalibrated = false;    ///< eta and launch are fits to measurements of this GPU
};

/// A latency and a bandwidth, one direction.
struct LinkRates {
    double latency = 0;        ///< s
    double bytesPerSecond = 0; ///< B/s
};

/// A measured all-reduce: time = least of latency + 2(n-1)/n S/B over the lines. The latency is the
/// whole constant from launch to finish, not that of a hop.
struct CollectiveFit {
    std::int64_t ranks = 0;
    std::vector<LinkRates> lines; ///< the fastest counts
    std::int64_t nodes = 1;       ///< it was measured over
    std::int64_t islandGpus = 0;  ///< of the nodes there; 0: one island holds a node's ranks
    double network = 0;           ///< B/s of the nodes there, where it was measured over several
};

struct NodeRates {
    std::int64_t gpus = 1;
    double cores = 0;                ///< physical; 0: not known
    double memory = 0;               ///< B; 0: not known
    LinkRates hostLink;              ///< pinned copies, of one GPU; bandwidth 0: not known
    double pageable = 0;             ///< B/s of copies from pageable memory
    std::int64_t gpusPerUplink = 1;  ///< sharing one host link
    LinkRates gpuLink;               ///< within an island
    std::int64_t islandGpus = 1;     ///< joined by gpuLink
    std::vector<CollectiveFit> fits; ///< measured in one node of this kind
    LinkRates network;               ///< of the whole node; bandwidth 0: no network
    double bounceBandwidth = 0;      ///< B/s between islands of a node, over the host
};

/// One storage tier as a job sees it. Absent limits do not bind.
struct StoreRates {
    std::string id;
    bool isLocal = false;   ///< in each node; else one store shared by all
    bool isSpindle = false; ///< seeks: one request at a time
    double read = 0;        ///< B/s of the whole tier
    double write = 0;
    std::optional<double> stream; ///< B/s of one request stream
    std::optional<double> iops;
    std::optional<double> latency; ///< s to the first byte, or a seek
    std::optional<double> opens;   ///< metadata operations a second, of one client
};

/// Where a gang stands.
struct Placement {
    std::int64_t gpus = 1;  ///< of the job
    std::int64_t nodes = 1; ///< it spreads over
    std::int64_t leaves = 1;
    std::int64_t mostOnNode = 1; ///< GPUs on its fullest node
    bool operator==(const Placement&) const = default;
    auto operator<=>(const Placement&) const = default;
};

} // namespace gpuplan::perf
