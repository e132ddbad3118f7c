#include <gpuplan/base/contract.hpp>
#include <gpuplan/io/catalog_reader.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/planner/catalog_check.hpp>
#include <gpuplan/planner/planner.hpp>

namespace gpuplan::planner {

Planner::Planner(std::shared_ptr<const catalog::Catalogs> catalogs)
    : m_catalogs(std::move(catalogs)) {
    GPUPLAN_EXPECTS(m_catalogs != nullptr, "a planner has catalogs");
}

Result<Planner> Planner::load(const std::string& dataFolder) {
    Result<catalog::Catalogs> catalogs = io::loadCatalogs(dataFolder);
    if (!catalogs)
        return catalogs.diagnostics();
    Diagnostics warnings = catalogs.diagnostics();
    return {Planner(std::make_shared<const catalog::Catalogs>(std::move(catalogs).value())),
            std::move(warnings)};
}

Result<model::Scenario> Planner::read(const std::string& path) const {
    Result<io::ScenarioFile> file =
        io::readScenarioFile(path, [&](const model::Scenario& scenario, const io::Locator& places) {
            return checkAgainstCatalogs(scenario, places, *m_catalogs);
        });
    if (!file)
        return file.diagnostics();
    Diagnostics warnings = file.diagnostics();
    return {std::move(file).value().scenario, std::move(warnings)};
}

} // namespace gpuplan::planner
