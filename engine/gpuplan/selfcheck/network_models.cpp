#include <gpuplan/des/fluid_transfers.hpp>
#include <gpuplan/perf/checkpoint.hpp>
#include <gpuplan/perf/collective.hpp>
#include <gpuplan/perf/overlap.hpp>
#include <gpuplan/perf/parallel_traffic.hpp>
#include <gpuplan/perf/sharding.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/named_choice.hpp>
#include <gpuplan/topology/fabric.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace gpuplan::selfcheck {

namespace {

// ---- collectives --------------------------------------------------------------------------------

const io::Names<perf::Collective>& operations() {
    using perf::Collective;
    static const io::Names<Collective> names = {
        {"all_reduce", Collective::AllReduce}, {"reduce_scatter", Collective::ReduceScatter},
        {"all_gather", Collective::AllGather}, {"all_to_all", Collective::AllToAll},
        {"broadcast", Collective::Broadcast},  {"point_to_point", Collective::PointToPoint},
    };
    return names;
}

const io::Names<perf::Algorithm>& algorithms() {
    using perf::Algorithm;
    static const io::Names<Algorithm> names = {
        {"auto", Algorithm::Auto},
        {"ring", Algorithm::Ring},
        {"tree", Algorithm::Tree},
        {"halving_doubling", Algorithm::HalvingDoubling},
        {"in_network", Algorithm::InNetwork},
    };
    return names;
}

perf::LinkRates linkOf(const Value& link) {
    return {link.numberOf("alpha_s"), link.numberOf("bytes_per_s")};
}

void collective(Inputs& in, Outputs& out) {
    const auto time = perf::collectiveTime(
        chosen(operations(), in.text("operation")), chosen(algorithms(), in.text("algorithm")),
        in.integer("ranks"), in.number("bytes"), {in.number("alpha_s"), in.number("bytes_per_s")});
    if (!time)
        return in.refuse("algorithm", "selfcheck.no_such_collective",
                         {in.text("operation"), std::to_string(in.integer("ranks")),
                          inQuotes(in.text("algorithm"))});
    out.number("time_s", *time);
}

void hierarchical(Inputs& in, Outputs& out) {
    out.number("time_s",
               perf::hierarchicalAllReduce(in.number("bytes"), in.integer("gpus_per_node"),
                                           linkOf(in.value("intra")), in.integer("nodes"),
                                           linkOf(in.value("inter"))));
}

void calibrated(Inputs& in, Outputs& out) {
    std::vector<perf::LinkRates> lines;
    for (const Value& line : in.list("lines"))
        lines.push_back(linkOf(line));
    out.number("time_s", perf::fittedAllReduce(lines, in.integer("ranks"), in.number("bytes")));
}

// ---- parallel training --------------------------------------------------------------------------

void buckets(Inputs& in, Outputs& out) {
    const std::vector<double> ready = in.numbers("ready_s");
    const std::vector<double> times = in.numbers("bucket_s");
    if (ready.size() != times.size())
        return in.refuse("bucket_s", "selfcheck.unequal_lists",
                         {inQuotes("bucket_s"), inQuotes("ready_s")});
    const perf::Overlap overlap = perf::bucketOverlap(in.number("backward_s"), ready, times);
    out.number("finish_s", overlap.finish);
    out.number("exposed_s", overlap.exposed);
}

void shardedVolume(Inputs& in, Outputs& out) {
    out.number("bytes_per_rank", perf::shardedBytes(in.number("params"), in.number("element_bytes"),
                                                    in.integer("ranks"), in.integer("stage")));
}

void bubble(Inputs& in, Outputs& out) {
    const double idle = perf::pipelineBubble(in.integer("stages"), in.integer("microbatches"),
                                             in.integer("interleave"));
    out.number("bubble_over_ideal", idle);
    out.number("efficiency", 1 / (1 + idle));
}

// ---- shared links -------------------------------------------------------------------------------

/// Links by name and capacity, flows over them by id.
class NamedNetwork {
public:
    explicit NamedNetwork(Inputs& in) : m_in(in) {
        for (const Member& link : *in.value("links").object()) {
            m_places.emplace(link.name, static_cast<std::uint32_t>(capacities.size()));
            capacities.push_back(*link.value.number());
        }
    }

    /// Refuses unknown links, ids that stand twice, and flows that nothing holds back.
    des::FlowSpec flow(const Value& from, const std::string& input) {
        const std::string& id = from.textOf("id");
        if (!m_ids.insert(id).second)
            m_in.refuse(input, "selfcheck.flows.twice", {inQuotes(id)});
        ids.push_back(id);
        des::FlowSpec spec;
        const Value::Object& members = *from.object();
        if (const Value* const weight = find(members, "weight"))
            spec.weight = *weight->number();
        if (const Value* const cap = find(members, "cap"); cap != nullptr && !cap->isNone())
            spec.cap = *cap->number();
        for (const Value& name : *from.member("links").list()) {
            const auto place = m_places.find(*name.text());
            if (place == m_places.end())
                m_in.refuse(input, "selfcheck.flows.link", {inQuotes(id), inQuotes(*name.text())});
            else
                spec.links.push_back({des::LinkId(place->second), 1});
        }
        if (from.member("links").list()->empty() && spec.cap == des::unlimitedRate)
            m_in.refuse(input, "selfcheck.flows.unlimited", {inQuotes(id)});
        return spec;
    }
    template <typename T>
    Value byId(const std::vector<T>& values) const {
        Value::Object object;
        for (std::size_t i = 0; i < ids.size(); ++i)
            object.push_back({ids[i], valueOf(values[i])});
        return Value(std::move(object));
    }

    std::vector<double> capacities;
    std::vector<std::string> ids;

private:
    static Value valueOf(double value) { return Value(value); }
    static Value valueOf(const std::optional<double>& value) {
        return value ? Value(*value) : Value();
    }

    Inputs& m_in;
    std::map<std::string, std::uint32_t> m_places;
    std::set<std::string> m_ids;
};

void maxMin(Inputs& in, Outputs& out) {
    NamedNetwork named(in);
    std::vector<des::FlowSpec> flows;
    for (const Value& flow : in.list("flows"))
        flows.push_back(named.flow(flow, "flows"));
    if (in.refusals().hasErrors())
        return;
    des::FluidNetwork network;
    for (const double capacity : named.capacities)
        network.addLink(capacity);
    std::vector<double> rates;
    for (const des::FlowId flow : network.addFlows(flows))
        rates.push_back(network.rate(flow));
    out.set("rates", named.byId(rates));
}

void completion(Inputs& in, Outputs& out) {
    NamedNetwork named(in);
    std::vector<des::Transfer> transfers;
    for (const Value& transfer : in.list("transfers"))
        transfers.push_back({transfer.numberOf("start_s"), transfer.numberOf("bytes"),
                             named.flow(transfer, "transfers")});
    if (in.refusals().hasErrors())
        return;
    out.set("finish_s", named.byId(des::transferEnds(named.capacities, transfers)));
}

/// The nodes of a job as the leaves of a tree of switches, one port each.
void placementBottleneck(Inputs& in, Outputs& out) {
    topology::FabricSpec spec;
    for (const double node : in.numbers("job_nodes"))
        spec.nodes.push_back(static_cast<std::int64_t>(node));
    std::sort(spec.nodes.begin(), spec.nodes.end());
    if (std::adjacent_find(spec.nodes.begin(), spec.nodes.end()) != spec.nodes.end())
        return in.refuse("job_nodes", "selfcheck.nodes_twice");
    const double port = in.number("nic_bytes_per_s");
    spec.nic = topology::LinkSpec{port, 0};
    spec.hostLink = {port, 0};
    spec.nodesPerLeaf = in.integer("nodes_per_leaf");
    spec.leafUplink = topology::LinkSpec{in.number("leaf_uplink_bytes_per_s"), 0};
    const topology::Fabric fabric(spec);
    std::vector<topology::VertexId> members;
    for (std::size_t node = 0; node < spec.nodes.size(); ++node)
        members.push_back(fabric.gpu(node, 0));
    // A job on one node meets nothing narrower than its port.
    out.number("ring_bytes_per_s", std::min(port, fabric.ringBandwidth(members).value()));
    out.number("alltoall_bytes_per_s_per_node",
               std::min(port, fabric.allToAllBandwidth(members).value()));
}

// ---- checkpoints --------------------------------------------------------------------------------

void checkpointStall(Inputs& in, Outputs& out) {
    perf::CheckpointBytes bytes;
    bytes.perGpu = in.number("bytes_per_gpu");
    bytes.all = bytes.perGpu * in.number("gpus");
    perf::CheckpointPath path;
    path.store = in.number("store_bytes_per_s");
    path.hostCopy = in.number("d2h_bytes_per_s");
    path.metadata = in.number("fsync_s");
    const double stall = perf::checkpointTime(bytes, path, path, false).stall;
    const perf::CheckpointTime background = perf::checkpointTime(bytes, path, path, true);
    out.number("sync_stall_s", stall);
    out.number("async_stall_s", background.stall);
    out.number("drain_s", background.drain);
    out.number("sync_share", stall / (in.number("interval_s") + stall));
}

void linkTime(Inputs& in, Outputs& out) {
    out.number("time_s", perf::linkTime(in.number("bytes"), in.number("link_bits_per_s"),
                                        in.number("goodput")));
}

InputSpec flowFields(std::vector<InputSpec> more) {
    std::vector<InputSpec> parts = {anyText("id"), listOf("links", anyText(""), 0, 1000),
                                    optional(number("weight", "1", between(1e-6, 1e6))),
                                    optional(nullable(number("cap", "B/s", atLeast(0))))};
    parts.insert(parts.end(), more.begin(), more.end());
    return fields("", std::move(parts));
}

InputSpec linkFields(const std::string& name) {
    return fields(name,
                  {number("alpha_s", "s", atLeast(0)), number("bytes_per_s", "B/s", above(0))});
}

} // namespace

std::vector<CalcModel> networkModels() {
    const Range some = atLeast(0);
    const InputSpec ranks = integer("ranks", "1", 1, 1e9);
    const InputSpec links = mapOf("links", number("", "B/s", some), 0, 10'000);
    return {
        {"comm.collective",
         "time of a collective operation on one kind of link",
         "collectives",
         {choiceOf("operation", operations()), choiceOf("algorithm", algorithms()), ranks,
          number("bytes", "B", some), number("alpha_s", "s", some),
          number("bytes_per_s", "B/s", above(0))},
         {{"time_s", "s"}},
         collective},
        {"comm.hierarchical",
         "all-reduce in nodes and across them",
         "collectives",
         {integer("gpus_per_node", "GPU", 1, 1e6), integer("nodes", "1", 1, 1e9),
          number("bytes", "B", some), linkFields("intra"), linkFields("inter")},
         {{"time_s", "s"}},
         hierarchical},
        {"comm.calibrated",
         "all-reduce from measured lines of latency and bandwidth",
         "collectives",
         {ranks, number("bytes", "B", some), listOf("lines", linkFields(""), 1, 100)},
         {{"time_s", "s"}},
         calibrated},
        {"comm.bucket_overlap",
         "gradients exchanged in buckets beside the backward pass",
         "overlap",
         {number("backward_s", "s", some), listOf("ready_s", number("", "s", some), 1, 1'000'000),
          listOf("bucket_s", number("", "s", some), 1, 1'000'000)},
         {{"finish_s", "s"}, {"exposed_s", "s"}},
         buckets},
        {"comm.sharded_volume",
         "bytes a rank sends in a step by sharding stage",
         "sharded",
         {number("params", "1", some), number("element_bytes", "B", above(0)), ranks,
          integer("stage", "1", 0, 3)},
         {{"bytes_per_rank", "B"}},
         shardedVolume},
        {"comm.pipeline_bubble",
         "idle time of pipeline stages",
         "parallelism",
         {integer("stages", "1", 1, 1e6), integer("microbatches", "1", 1, 1e9),
          integer("interleave", "1", 1, 1e6)},
         {{"bubble_over_ideal", "1"}, {"efficiency", "1"}},
         bubble},
        {"fluid.maxmin",
         "max-min fair rates of flows on shared links",
         "fluid",
         {links, listOf("flows", flowFields({}), 0, 10'000)},
         {{"rates", "B/s"}},
         maxMin},
        {"fluid.completion",
         "ends of transfers that share links",
         "fluid",
         {links,
          listOf("transfers",
                 flowFields({number("start_s", "s", some), number("bytes", "B", some)}), 0, 2000)},
         {{"finish_s", "s"}},
         completion},
        {"topology.bottleneck",
         "bandwidth of a job's nodes in a two-level tree",
         "topology",
         {integer("nodes_per_leaf", "1", 1, 1e6), number("nic_bytes_per_s", "B/s", above(0)),
          number("leaf_uplink_bytes_per_s", "B/s", above(0)),
          listOf("job_nodes", integer("", "1", 0, 1e9), 1, 512)},
         {{"ring_bytes_per_s", "B/s"}, {"alltoall_bytes_per_s_per_node", "B/s"}},
         placementBottleneck},
        {"ckpt.stall",
         "time a checkpoint stops the job, written at once or in the background",
         "checkpoint-stall",
         {number("bytes_per_gpu", "B", some), integer("gpus", "GPU", 1, 1e9),
          number("d2h_bytes_per_s", "B/s", above(0)), number("store_bytes_per_s", "B/s", above(0)),
          number("fsync_s", "s", some), number("interval_s", "s", above(0))},
         {{"sync_stall_s", "s"}, {"async_stall_s", "s"}, {"drain_s", "s"}, {"sync_share", "1"}},
         checkpointStall},
        {"ckpt.link_time",
         "time to move bytes over a link",
         "checkpoint-stall",
         {number("bytes", "B", some), number("link_bits_per_s", "bit/s", above(0)),
          number("goodput", "1", {.least = 0, .most = 1, .leastOut = true})},
         {{"time_s", "s"}},
         linkTime},
    };
}

} // namespace gpuplan::selfcheck
