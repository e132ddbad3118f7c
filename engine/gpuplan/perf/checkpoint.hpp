#pragma once
/// How long the state of a job takes to be written and read. docs/method.md#checkpoint-stall

#include <gpuplan/model/step.hpp>
#include <gpuplan/perf/hardware.hpp>

#include <optional>

namespace gpuplan::perf {

/// Where the bytes of a checkpoint pass, in B/s; absent: not a limit. And what is paid each time.
struct CheckpointPath {
    std::optional<double> store;    ///< of all the job's nodes together
    std::optional<double> network;  ///< of a node
    std::optional<double> hostCopy; ///< from or to a GPU
    std::optional<double> disk;     ///< of a node
    double barrier = 0;             ///< s until all ranks stand still
    double metadata = 0;            ///< s of opens and fsync
};
struct CheckpointBytes {
    double all = 0;
    double perNode = 0; ///< of the node with most
    double perGpu = 0;  ///< of the GPU with most
};

/// The slowest of the path's parts, and what is paid each time but the barrier.
double writeTime(const CheckpointBytes& bytes, const CheckpointPath& path);

struct CheckpointTime {
    double bytes = 0;      ///< of the whole checkpoint
    double stall = 0;      ///< s that the job stands still
    double drain = 0;      ///< s written in the background after that; 0: synchronous
    double hostMemory = 0; ///< B a node holds while it drains
    double restart = 0;    ///< s to read it back
};

/// Synchronous: stall = barrier + write. Asynchronous: stall = barrier + copy to the host, then
/// the write drains.
CheckpointTime checkpointTime(const CheckpointBytes& bytes, const CheckpointPath& write,
                              const CheckpointPath& read, bool asynchronous);

/// Of a job where it stands. With `rankZero` one node gathers and writes all.
/// \param parameters  of the whole model
CheckpointTime checkpointTime(const model::CheckpointPlan& plan, double parameters,
                              const StoreRates& store, const NodeRates& node,
                              const Placement& placement);

/// Time between the begins of two checkpoints, s: the next one waits until the drain ends.
double checkpointSpacing(const CheckpointTime& time, double interval);

/// Bytes over a link at a goodput of its line rate. \param goodput  0..1, > 0
/// Usual: Ethernet TCP 0.9415 at an MTU of 1500 B, 0.99 with jumbo frames; InfiniBand and RoCE
/// 0.90 to 0.97.
double linkTime(double bytes, double bitsPerSecond, double goodput);

} // namespace gpuplan::perf
