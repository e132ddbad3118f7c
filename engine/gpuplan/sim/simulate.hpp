#pragma once
/// Plays one alternative forward: jobs against pools under a policy, and writes down what happened.
/// Knows no prices. `replay` and `run` both come here; there is no second loop.
///
/// In: World (pools, rules), JobTable. Out: History.
/// Files: simulate.cpp drives the event loop; scheduler files in `policy` decide; cluster.cpp holds
/// who has which GPU; meter.cpp integrates GPU time.

#include <gpuplan/history/history.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/perf/job_model.hpp>
#include <gpuplan/workload/job_table.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::sim {

/// A pool with its catalog references resolved.
struct PoolSpec {
    std::string name;
    std::int64_t gpusPerNode = 1;
    model::Supply supply;
    Decimal speed = Decimal::integer(1); ///< work per hour against the workload's own GPU, > 0
    // For jobs with a step model; 0: not limited.
    double nodeNetwork = 0;        ///< B/s a node sends
    std::int64_t nodesPerLeaf = 0; ///< 0: one switch for all
    double leafUplink = 0;         ///< B/s of a leaf, each way
};

/// A store that the jobs of all pools share.
struct SharedStore {
    std::string name;
    double read = 0;  ///< B/s; 0: not limited
    double write = 0; ///< B/s; 0: not limited
};

/// How fast the jobs of one class run: by pool, their model; and what they share.
struct ClassSteps {
    std::vector<std::shared_ptr<const perf::JobModel>> byPool;
    static constexpr std::size_t noStore = SIZE_MAX;
    std::size_t store = noStore;           ///< of the data set, into World::stores
    std::size_t checkpointStore = noStore; ///< likewise
};

/// A gang on as few nodes of the pool as hold it, one after the other.
inline perf::Placement packedPlacement(const PoolSpec& pool, std::int64_t gpus) {
    perf::Placement placement;
    placement.gpus = std::max<std::int64_t>(1, gpus);
    placement.nodes = (placement.gpus + pool.gpusPerNode - 1) / pool.gpusPerNode;
    placement.mostOnNode = std::min(placement.gpus, pool.gpusPerNode);
    if (pool.nodesPerLeaf > 0)
        placement.leaves = (placement.nodes + pool.nodesPerLeaf - 1) / pool.nodesPerLeaf;
    return placement;
}

/// Most nodes a supply can hold.
inline std::int64_t mostNodes(const model::Supply& supply) {
    if (const auto* const fixed = std::get_if<model::FixedSupply>(&supply))
        return fixed->nodes;
    return std::get<model::ElasticSupply>(supply).mostNodes;
}

struct World {
    std::vector<PoolSpec> pools; ///< tried in order; at most 255
    model::QueueRule queue = model::QueueRule::Fifo;
    model::PlacementRule placement = model::PlacementRule::Pool;
    model::EstimateRule estimates = model::EstimateRule::Exact;
    std::vector<model::Activity> activities; ///< by job class; at least one
    /// By job class, or empty: no class has a step model. A class without one has no models.
    std::vector<ClassSteps> steps;
    std::vector<SharedStore> stores;
    /// By job class, or empty: the one pool its jobs may run on.
    static constexpr std::size_t anyPool = SIZE_MAX;
    std::vector<std::size_t> onlyPool;
    /// The plan's end; absent: the run ends with the last job (a replay).
    std::optional<history::Tick> horizon;
    /// Where meter readings are cut (starts of calendar months), ascending; may be empty.
    std::vector<history::Tick> meterAt;
};

/// How a run is watched and stopped; called now and then from the thread that runs.
struct Watch {
    std::function<void(double shareDone)> progress;
    std::function<bool()> stopRequested;
};

/// What to keep beside the sums.
struct Keep {
    bool attempts = true; ///< a row an attempt; a bare replay needs only firstStart and lastEnd
};

/// \return the history, or nothing if the watch asked to stop.
/// \pre jobs fit the world's limits: at most 2^32-1 jobs, GPU shares below 2^31 thousandths.
/// Deterministic: the same world and jobs give the same history on any machine.
std::optional<history::History> simulate(const World& world, const workload::JobTable& jobs,
                                         const Watch& watch = {}, const Keep& keep = {});

} // namespace gpuplan::sim
