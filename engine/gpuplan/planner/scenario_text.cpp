#include <gpuplan/base/file.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/planner/scenario_text.hpp>

namespace gpuplan::planner {

Diagnostics checkScenario(const model::Scenario& scenario) {
    const auto read = io::readScenarioText(io::writeScenario(scenario), scenario.file);
    Diagnostics problems;
    for (Diagnostic problem : read.diagnostics()) {
        problem.at.line = 0;
        problem.at.column = 0;
        problems.add(std::move(problem));
    }
    return problems;
}

Diagnostics saveScenario(const model::Scenario& scenario, const std::string& path) {
    return writeWholeFile(path, io::writeScenario(scenario));
}

} // namespace gpuplan::planner
