#include "engine.hpp"

#include <gpuplan/planner/data_folder.hpp>
#include <gpuplan/planner/scenario_text.hpp>

#include <utility>

namespace gpuplan::gui {

PlannerEngine::PlannerEngine(std::string dataFolder) : m_dataFolder(std::move(dataFolder)) {}

const Result<planner::Planner>& PlannerEngine::planner() const {
    std::call_once(m_loaded, [this] { m_planner.emplace(planner::Planner::load(m_dataFolder)); });
    return *m_planner;
}

Result<model::Scenario> PlannerEngine::read(const std::string& path) const {
    if (!planner())
        return planner().diagnostics();
    return planner()->read(path);
}

Diagnostics PlannerEngine::save(const model::Scenario& scenario, const std::string& path) const {
    return planner::saveScenario(scenario, path);
}

planner::Planner::Outcome PlannerEngine::run(const planner::RunRequest& request) const {
    if (!planner())
        return {nullptr, planner().diagnostics(), false};
    return planner()->run(request);
}

std::string dataFolder(const std::string& given) {
    return given.empty() ? planner::defaultDataFolder() : given;
}

} // namespace gpuplan::gui
