#include "engine.hpp"

#include <gpuplan/planner/scenario_text.hpp>

#include <cstdlib>
#include <filesystem>
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
    if (!given.empty())
        return given;
    if (const char* folder = std::getenv("GPUPLAN_DATA_DIR"); folder != nullptr && *folder != '\0')
        return folder;
    std::error_code error;
    const std::string source = GPUPLAN_SOURCE_DATA_DIR;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error && self.string().rfind(GPUPLAN_BINARY_DIR, 0) == 0 &&
        std::filesystem::is_directory(source, error))
        return source;
    const auto installed = self.parent_path().parent_path() / "share" / "gpuplan" / "data";
    if (std::filesystem::is_directory(installed, error))
        return installed.string();
    return source;
}

} // namespace gpuplan::gui
