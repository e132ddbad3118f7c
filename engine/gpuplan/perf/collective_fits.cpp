#include <gpuplan/perf/collective.hpp>

#include <algorithm>
#include <iterator>

namespace gpuplan::perf {

namespace {

struct Measured {
    std::string_view family; ///< GPU ids that begin with it
    CollectiveFit fit;
};

/// Two-protocol fits to the medians of measured all-reduces: Vidur (Agrawal et al., MLSys 2024),
/// microsoft/vidur, data/profiling/network. Error on sizes held out of the fit, mean: 3.7 % (8
/// H100), 7.9 % (4 H100), 5.6 % (8 A100), 8.8 % (4 A100), 1.3 % (A100 pairs), 7.2 % (H100 pairs),
/// 4.0 % (2 x 4 A100). Nodes of that one have 200 Gbit/s each, as its bandwidth tells.
/// H200 and B200: lines through the bus bandwidths measured at 1 and 16, and at 64 MiB and the
/// largest payload, S/t = bus bandwidth / f (stas00/ml-engineering, network/README.md, commit
/// 744d01e1; catalog records nccl-h200x8-*, nccl-b200-4n-*); the two B200 payloads between are met
/// within 3 %.
const std::vector<Measured>& table() {
    static const std::vector<Measured> rows = {
        {"h100-", {8, {{28e-6, 306e9}, {42.7e-6, 380e9}}}},
        {"h100-", {4, {{31e-6, 380e9}}}},
        {"a100-", {8, {{38e-6, 128e9}, {154e-6, 225e9}}}},
        {"a100-", {4, {{33e-6, 121e9}, {69e-6, 191e9}}}},
        {"a100-", {4, {{55e-6, 23.6e9}}, 1, 2}},
        {"h100-", {4, {{24e-6, 46e9}}, 1, 2}},
        {"a100-", {8, {{108e-6, 8.1e9}, {289e-6, 22.8e9}}, 2, 0, 25e9}},
        {"h200-", {8, {{40.2e-6, 314.6e9}, {91e-6, 474.6e9}}}},
        {"b200", {32, {{367e-6, 231e9}, {489e-6, 384e9}}, 4, 0, 400e9}},
    };
    return rows;
}

} // namespace

std::vector<CollectiveFit> measuredCollectives(std::string_view gpu, bool hasGpuLink) {
    std::vector<CollectiveFit> fits;
    for (const Measured& row : table())
        if (hasGpuLink && gpu.starts_with(row.family))
            fits.push_back(row.fit);
    return fits;
}

} // namespace gpuplan::perf
