#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/step_fields.hpp>

namespace gpuplan::io {

using namespace model;

const FieldTable<NodeHardware>& nodeFields() {
    static const FieldTable<NodeHardware> table = [] {
        FieldTable<NodeHardware> t("node", "What stands around the GPUs of a node, where jobs have "
                                           "a step model. Absent figures are the offer's or the "
                                           "GPU's; one that is needed and known nowhere is an "
                                           "error.");
        t.add(optional("cores", &NodeHardware::cores, SourcedForm{DecimalForm{"0", "100000", true}},
                       "physical cores for jobs", "96"));
        t.add(optional("memory", &NodeHardware::memory, SourcedForm{BytesForm{"1 B", "1 PB"}},
                       "of the host", "\"2 TB\""));
        t.add(optionalPlain("host_link", &NodeHardware::hostLink, TextForm{},
                            "link of the catalog from host to each GPU", "\"pcie5-x16\""));
        t.add(defaulted("gpus_per_uplink", &NodeHardware::gpusPerUplink, IntegerForm{1, 1024},
                        "GPUs behind one host link"));
        t.add(optional("pageable", &NodeHardware::pageable,
                       SourcedForm{BandwidthForm{"1 B/s", fastestRate}},
                       "rate of copies from pageable memory", "\"6 GB/s\""));
        t.add(optionalPlain("gpu_link", &NodeHardware::gpuLink, TextForm{},
                            "link of the catalog between GPUs of an island; absent: they talk over "
                            "the host link",
                            "\"nvlink4\""));
        t.add(optionalPlain("island_gpus", &NodeHardware::islandGpus, IntegerForm{1, 1024},
                            "GPUs joined by it; absent: all of the node", "4"));
        t.add(optionalPlain("network", &NodeHardware::network, TextForm{},
                            "link of the catalog of each port; absent: no network", "\"ib-ndr\""));
        t.add(defaulted("ports", &NodeHardware::ports, IntegerForm{1, 1024},
                        "network ports of the node"));
        t.add(optionalPlain("nodes_per_leaf", &NodeHardware::nodesPerLeaf,
                            IntegerForm{1, 1'000'000},
                            "nodes behind one leaf switch; absent: one switch for all", "16"));
        t.add(optional("leaf_uplink", &NodeHardware::leafUplink,
                       SourcedForm{BandwidthForm{"1 B/s", fastestRate}},
                       "of a leaf switch, each way; absent: as much as its nodes have",
                       "\"1600 Gbit/s\""));
        t.then("leaf_uplink needs nodes_per_leaf; island_gpus needs gpu_link",
               [](NodeHardware& node, const JsonValue& json, Reading& reading) {
                   bool good = true;
                   if (node.leafUplink && node.nodesPerLeaf == 0)
                       good = reading.problem(
                           json.find("leaf_uplink")->location(), "io.check.needs_too",
                           {inQuotes("leaf_uplink"), inQuotes("nodes_per_leaf")});
                   if (node.islandGpus != 0 && node.gpuLink.empty())
                       good = reading.problem(json.find("island_gpus")->location(),
                                              "io.check.needs_too",
                                              {inQuotes("island_gpus"), inQuotes("gpu_link")});
                   return good;
               });
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
