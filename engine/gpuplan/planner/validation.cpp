#include <gpuplan/base/file.hpp>
#include <gpuplan/base/nearest.hpp>
#include <gpuplan/catalog/check.hpp>
#include <gpuplan/io/catalog_reader.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/scenario_file.hpp>
#include <gpuplan/planner/catalog_check.hpp>
#include <gpuplan/planner/validation.hpp>
#include <gpuplan/planner/world.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace gpuplan::planner {

namespace {

std::string knownFormats() {
    return inQuotes(io::scenarioFormat) + ", " + inQuotes(io::catalogFormat);
}

/// What the file says it is; nothing after a complaint.
std::optional<std::string> formatOf(const io::JsonValue& root, Diagnostics& problems) {
    if (!root.is(io::JsonKind::Object)) {
        problems.error(root.location(), "io.validate.no_object");
        return std::nullopt;
    }
    const auto format = root.find("format");
    if (!format) {
        problems.error(root.location(), "io.validate.no_format", {knownFormats()});
        return std::nullopt;
    }
    const std::vector<std::string> known = {std::string(io::scenarioFormat),
                                            std::string(io::catalogFormat)};
    if (format->is(io::JsonKind::Text) &&
        std::find(known.begin(), known.end(), format->text()) != known.end())
        return std::string(format->text());
    if (!format->is(io::JsonKind::Text))
        problems.error(format->location(), "io.validate.no_format", {knownFormats()});
    else
        problems.error(format->location(), "io.validate.format",
                       {inQuotes(format->text()), knownFormats()}, nearest(format->text(), known));
    return std::nullopt;
}

class Validator {
public:
    explicit Validator(const std::string& dataFolder) : m_dataFolder(dataFolder) {}

    void add(const std::string& path) {
        FileVerdict& verdict = m_verdicts.emplace_back();
        verdict.file = path == "-" ? "<stdin>" : path;
        Result<std::string> bytes = readWholeFile(path, io::largestJson);
        if (!bytes) {
            verdict.problems = bytes.diagnostics();
            return;
        }
        std::string text = std::move(bytes).value();
        io::JsonReading reading = io::parseJsonThrough(text, verdict.file);
        if (!reading.document) {
            verdict.problems = std::move(reading.diagnostics);
            return;
        }
        const auto format = formatOf(reading.document->root(), verdict.problems);
        if (!format) {
            verdict.problems.append(reading.diagnostics);
            verdict.problems.sortByPlace();
        } else if (*format == io::catalogFormat) {
            verdict.format = "catalog";
            m_catalogs.emplace_back(m_verdicts.size() - 1, std::move(text));
        } else {
            verdict.format = "scenario";
            m_scenarios.emplace_back(m_verdicts.size() - 1, std::move(reading));
        }
    }

    std::vector<FileVerdict> finish() {
        if (!m_scenarios.empty() || !m_catalogs.empty())
            loadCatalogs();
        for (auto& [index, reading] : m_scenarios)
            m_verdicts[index].problems = scenarioProblems(std::move(reading));
        checkCatalogs();
        if (m_folder)
            m_verdicts.push_back(std::move(*m_folder));
        return std::move(m_verdicts);
    }

private:
    void loadCatalogs() {
        Result<catalog::Catalogs> loaded = io::loadCatalogs(m_dataFolder);
        if (loaded)
            m_known = std::move(loaded).value();
        else
            m_folder = FileVerdict{m_dataFolder, "catalog", loaded.diagnostics()};
    }

    Diagnostics scenarioProblems(io::JsonReading reading) const {
        const auto more = [&](const model::Scenario& scenario, const io::Locator& places) {
            Diagnostics found;
            if (m_known)
                found = checkAgainstCatalogs(scenario, places, *m_known);
            found.append(traceProblems(scenario, places));
            return found;
        };
        return io::readScenarioDocument(std::move(reading), more).diagnostics();
    }

    /// A trace that can not be opened is told where the scenario names it.
    static Diagnostics traceProblems(const model::Scenario& scenario, const io::Locator& places) {
        const auto* trace = std::get_if<model::TraceWorkload>(&scenario.workload);
        Diagnostics found;
        if (trace == nullptr || trace->file.empty())
            return found;
        for (Diagnostic problem : checkRegularFile(traceFile(scenario, *trace))) {
            problem.at = places.at("/workload/trace/file");
            found.add(std::move(problem));
        }
        return found;
    }

    /// Catalogs name each other's GPUs, so they are read as one; complaints know their file.
    void checkCatalogs() {
        if (m_catalogs.empty())
            return;
        std::vector<std::pair<std::string, std::string>> texts;
        for (auto& [index, text] : m_catalogs)
            texts.emplace_back(m_verdicts[index].file, std::move(text));
        const io::CatalogReading reading = io::readCatalogTexts(
            std::move(texts), m_known ? m_known->gpuIds() : std::vector<std::string>{});
        Diagnostics problems = reading.diagnostics;
        problems.append(reading.placed(catalog::check(reading.catalogs)));
        problems.sortByPlace();
        std::vector<bool> taken(problems.size());
        for (const auto& [index, text] : m_catalogs) {
            FileVerdict& verdict = m_verdicts[index];
            for (std::size_t i = 0; i < problems.size(); ++i) {
                // A file given twice: its complaints stand with the first.
                if (taken[i] || problems[i].at.file != verdict.file)
                    continue;
                verdict.problems.add(problems[i]);
                taken[i] = true;
            }
        }
    }

    std::string m_dataFolder;
    std::vector<FileVerdict> m_verdicts;
    std::vector<std::pair<std::size_t, io::JsonReading>> m_scenarios;
    std::vector<std::pair<std::size_t, std::string>> m_catalogs;
    std::optional<catalog::Catalogs> m_known;
    std::optional<FileVerdict> m_folder;
};

} // namespace

std::vector<FileVerdict> validateFiles(const std::vector<std::string>& files,
                                       const std::string& dataFolder) {
    Validator validator(dataFolder);
    for (const std::string& file : files)
        validator.add(file);
    return validator.finish();
}

} // namespace gpuplan::planner
