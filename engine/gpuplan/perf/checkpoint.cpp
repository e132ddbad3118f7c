#include <gpuplan/perf/checkpoint.hpp>

#include <algorithm>

namespace gpuplan::perf {

namespace {

double over(double bytes, const std::optional<double>& rate) {
    return rate ? bytes / *rate : 0;
}

std::optional<double> ifKnown(double rate) {
    return rate > 0 ? std::optional(rate) : std::nullopt;
}

/// \param rate  of the store, B/s; 0: not known, not a limit
CheckpointPath pathTo(const StoreRates& store, double rate, const NodeRates& node,
                      const model::CheckpointPlan& plan) {
    CheckpointPath path;
    path.hostCopy = ifKnown(node.hostLink.bytesPerSecond /
                            static_cast<double>(std::max<std::int64_t>(1, node.gpusPerUplink)));
    if (store.isLocal)
        path.disk = ifKnown(rate);
    else {
        path.store = ifKnown(rate);
        path.network = ifKnown(node.network.bytesPerSecond);
    }
    path.metadata = static_cast<double>(plan.metadata.count()) * 1e-6;
    return path;
}

} // namespace

double writeTime(const CheckpointBytes& bytes, const CheckpointPath& path) {
    return std::max({over(bytes.all, path.store), over(bytes.perNode, path.network),
                     over(bytes.perGpu, path.hostCopy), over(bytes.perNode, path.disk)}) +
           path.metadata;
}

CheckpointTime checkpointTime(const CheckpointBytes& bytes, const CheckpointPath& write,
                              const CheckpointPath& read, bool asynchronous) {
    CheckpointTime time;
    time.bytes = bytes.all;
    time.restart = writeTime(bytes, read);
    if (!asynchronous) {
        time.stall = write.barrier + writeTime(bytes, write);
        return time;
    }
    time.stall = write.barrier + over(bytes.perGpu, write.hostCopy);
    time.drain = writeTime(bytes, write);
    time.hostMemory = bytes.perNode;
    return time;
}

CheckpointTime checkpointTime(const model::CheckpointPlan& plan, double parameters,
                              const StoreRates& store, const NodeRates& node,
                              const Placement& placement) {
    CheckpointBytes bytes;
    bytes.all = parameters * plan.bytesPerParameter;
    bytes.perGpu = bytes.all / static_cast<double>(placement.gpus);
    bytes.perNode =
        plan.rankZero ? bytes.all : bytes.perGpu * static_cast<double>(placement.mostOnNode);
    return checkpointTime(bytes, pathTo(store, store.write, node, plan),
                          pathTo(store, store.read, node, plan), plan.asynchronous);
}

double checkpointSpacing(const CheckpointTime& time, double interval) {
    return std::max(interval, time.drain);
}

double linkTime(double bytes, double bitsPerSecond, double goodput) {
    return bytes * 8 / (bitsPerSecond * goodput);
}

} // namespace gpuplan::perf
