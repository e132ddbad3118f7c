#pragma once
/// Scenario files: read with every problem at once, written so that they read back equal.
///
/// text -> json_document -> scenario_fields (types, units, ranges) -> scenario_check (what fields
/// must say to each other) -> Scenario. Ids are checked against catalogs by `planner`.

#include <gpuplan/base/result.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/model/scenario.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::io {

/// Finds places in a file by JSON pointer.
class Locator {
public:
    Locator() = default;
    explicit Locator(JsonDocument document) : m_document(std::move(document)) {}
    /// Line and column of the value, or of the innermost one of its parents that is there; without
    /// a document only the pointer.
    Location at(std::string_view pointer) const;

private:
    std::optional<JsonDocument> m_document;
};

/// A scenario and where its parts stand, so that later complaints (an id that no catalog has) can
/// point at them.
struct ScenarioFile {
    model::Scenario scenario;
    Locator places;
};

/// Checks on top of the file's own, such as ids against catalogs. Their complaints are listed with
/// the others, but for values that could not be read at all.
using MoreChecks = std::function<Diagnostics(const model::Scenario&, const Locator&)>;

/// \param path  a regular file, or `-` for standard input   \param more  may be empty
Result<ScenarioFile> readScenarioFile(const std::string& path, const MoreChecks& more = {});
Result<model::Scenario> readScenario(const std::string& path);
/// \param fileName  shown in complaints, and the scenario's `file`
Result<model::Scenario> readScenarioText(std::string text, const std::string& fileName);
/// As readScenarioText, from a document that was parsed through. \param reading  consumed
Result<ScenarioFile> readScenarioDocument(JsonReading reading, const MoreChecks& more = {});

/// The scenario as JSON text. Fields at their default are left out.
std::string writeScenario(const model::Scenario& scenario);

} // namespace gpuplan::io
