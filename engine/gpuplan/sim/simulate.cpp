#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/sim/simulation.hpp>

namespace gpuplan::sim {

std::optional<history::History> simulate(const World& world, const workload::JobTable& jobs,
                                         const Watch& watch, const Keep& keep) {
    Simulation simulation(world, jobs, keep);
    return simulation.run(watch);
}

} // namespace gpuplan::sim
