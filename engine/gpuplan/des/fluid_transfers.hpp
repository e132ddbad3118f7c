#pragma once
/// A given set of transfers over shared links, played to its end. docs/method.md#fluid

#include <gpuplan/des/fluid_network.hpp>

#include <optional>
#include <span>
#include <vector>

namespace gpuplan::des {

struct Transfer {
    double start = 0; ///< s, finite
    double bytes = 0; ///< finite, >= 0
    FlowSpec flow;    ///< rates in B/s; links are places in the list of capacities
};

/// When each ends, s. A transfer of nothing ends as it starts; one that stands still for good, on a
/// link or at a cap of 0, never: nothing. \param capacities  B/s
std::vector<std::optional<double>> transferEnds(std::span<const double> capacities,
                                                std::span<const Transfer> transfers);

} // namespace gpuplan::des
