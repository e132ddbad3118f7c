#include <gpuplan/base/file.hpp>
#include <gpuplan/io/reading.hpp>
#include <gpuplan/io/scenario_check.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/scenario_file.hpp>

#include <charconv>

namespace gpuplan::io {

namespace {

std::string unescaped(std::string_view token) {
    std::string result;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size())
            result += token[++i] == '0' ? '~' : '/';
        else
            result += token[i];
    }
    return result;
}

std::optional<JsonValue> child(const JsonValue& parent, std::string_view token) {
    if (parent.is(JsonKind::Object))
        return parent.find(unescaped(token));
    std::size_t wanted = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), wanted);
    if (error != std::errc() || end != token.data() + token.size())
        return std::nullopt;
    for (const JsonValue item : parent.items())
        if (wanted-- == 0)
            return item;
    return std::nullopt;
}

} // namespace

Location Locator::at(std::string_view pointer) const {
    if (!m_document)
        return {"", 0, 0, std::string(pointer)};
    JsonValue value = m_document->root();
    std::string_view rest = pointer;
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view token = rest.substr(0, rest.find('/'));
        const auto next = child(value, token);
        if (!next)
            break;
        value = *next;
        rest.remove_prefix(token.size());
    }
    Location place = value.location();
    place.pointer = pointer;
    return place;
}

Result<ScenarioFile> readScenarioDocument(JsonReading parsed, const MoreChecks& more) {
    if (!parsed.document)
        return parsed.diagnostics;
    Reading reading;
    reading.append(parsed.diagnostics);
    ScenarioFile file{{}, Locator(*parsed.document)};
    const JsonValue root = parsed.document->root();
    scenarioFields().read(root, file.scenario, reading);
    file.scenario.file = parsed.document->file();
    checkScenario(file.scenario, file.places, reading);
    if (more) {
        Diagnostics further;
        for (const Diagnostic& diagnostic : more(file.scenario, file.places))
            if (reading.wasRead(diagnostic.at.pointer))
                further.add(diagnostic);
        reading.append(further);
    }
    Diagnostics found = reading.take();
    if (found.hasErrors())
        return found;
    return Result<ScenarioFile>(std::move(file), std::move(found));
}

Result<ScenarioFile> readScenarioFile(const std::string& path, const MoreChecks& more) {
    Result<std::string> text = readWholeFile(path, largestJson);
    if (!text)
        return text.diagnostics();
    return readScenarioDocument(
        parseJsonThrough(std::move(text).value(), path == "-" ? "<stdin>" : path), more);
}

Result<model::Scenario> readScenario(const std::string& path) {
    Result<ScenarioFile> file = readScenarioFile(path);
    if (!file)
        return file.diagnostics();
    return Result<model::Scenario>(file->scenario, file.diagnostics());
}

Result<model::Scenario> readScenarioText(std::string text, const std::string& fileName) {
    const Result<ScenarioFile> file =
        readScenarioDocument(parseJsonThrough(std::move(text), fileName));
    if (!file)
        return file.diagnostics();
    return Result<model::Scenario>(file->scenario, file.diagnostics());
}

std::string writeScenario(const model::Scenario& scenario) {
    JsonWriter out;
    scenarioFields().write(out, scenario);
    return out.take();
}

} // namespace gpuplan::io
