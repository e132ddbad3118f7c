#pragma once
/// What the window asks of the planner. Every call may take long and is made from a background
/// thread; tests hand in an engine of their own.

#include <gpuplan/planner/planner.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace gpuplan::gui {

/// All functions may be called from several threads at once. Trouble comes back as diagnostics;
/// a broken promise inside the engine is thrown and becomes a problem in the list.
class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    virtual Result<model::Scenario> read(const std::string& path) const = 0;
    /// Writes the scenario whole or not at all.
    virtual Diagnostics save(const model::Scenario& scenario, const std::string& path) const = 0;
    virtual planner::Planner::Outcome run(const planner::RunRequest& request) const = 0;
};

/// The planner over the catalogs of one folder, which are loaded when first needed.
class PlannerEngine final : public Engine {
public:
    explicit PlannerEngine(std::string dataFolder);

    Result<model::Scenario> read(const std::string& path) const override;
    Diagnostics save(const model::Scenario& scenario, const std::string& path) const override;
    planner::Planner::Outcome run(const planner::RunRequest& request) const override;

private:
    const Result<planner::Planner>& planner() const;

    std::string m_dataFolder;
    mutable std::once_flag m_loaded;
    mutable std::optional<Result<planner::Planner>> m_planner;
};

/// `--data`, then GPUPLAN_DATA_DIR, then the source's folder for a program of a build tree, then
/// the installed share folder.
std::string dataFolder(const std::string& given);

} // namespace gpuplan::gui
