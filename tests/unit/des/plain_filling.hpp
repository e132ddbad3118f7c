#pragma once
/// Max-min fair rates the slow way, to hold the incremental solver against.

#include <gpuplan/des/fluid_network.hpp>

#include <algorithm>
#include <vector>

/// Progressive filling as in the textbook (Bertsekas, Gallager: Data Networks, 6.5.2): raise all
/// open flows evenly to the next cap or full link, stop those it meets, repeat.
inline std::vector<double> plainFilling(const std::vector<double>& capacities,
                                        const std::vector<gpuplan::des::FlowSpec>& flows) {
    std::vector<double> rates(flows.size(), 0);
    std::vector<bool> open(flows.size(), true);
    for (;;) {
        double level = gpuplan::des::unlimitedRate;
        std::vector<double> levels(capacities.size(), gpuplan::des::unlimitedRate);
        for (std::size_t link = 0; link < capacities.size(); ++link) {
            double rest = capacities[link];
            double use = 0;
            for (std::size_t i = 0; i < flows.size(); ++i)
                for (const auto& hop : flows[i].links)
                    if (hop.link.value() == link) {
                        if (open[i])
                            use += hop.coefficient * flows[i].weight;
                        else
                            rest -= hop.coefficient * rates[i];
                    }
            if (use > 0)
                levels[link] = std::max(0.0, rest / use);
            level = std::min(level, levels[link]);
        }
        for (std::size_t i = 0; i < flows.size(); ++i)
            if (open[i])
                level = std::min(level, flows[i].cap / flows[i].weight);
        if (level == gpuplan::des::unlimitedRate)
            return rates;
        std::vector<std::size_t> stopped;
        for (std::size_t i = 0; i < flows.size(); ++i) {
            bool stops = flows[i].cap / flows[i].weight <= level;
            for (const auto& hop : flows[i].links)
                stops = stops || levels[hop.link.value()] <= level;
            if (open[i] && stops)
                stopped.push_back(i);
        }
        for (const std::size_t i : stopped) {
            open[i] = false;
            rates[i] = std::min(flows[i].cap, level * flows[i].weight);
        }
    }
}
