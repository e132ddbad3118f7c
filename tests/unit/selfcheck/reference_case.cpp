#include "reference_case.hpp"

#include <gpuplan/io/json_document.hpp>
#include <gpuplan/selfcheck/calc.hpp>
#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using nlohmann::json;
namespace selfcheck = gpuplan::selfcheck;

namespace {

bool isSame(const json& got, const json& want, double relative, double absolute) {
    if (want.is_number()) {
        if (!got.is_number())
            return false;
        const double expected = want.get<double>();
        const double difference = std::fabs(got.get<double>() - expected);
        // Without a tolerance equal, but for the last digits of printing.
        const double limit =
            std::max({relative * std::fabs(expected), absolute, 1e-15 * std::fabs(expected)});
        return difference <= limit;
    }
    if (want.is_array()) {
        if (!got.is_array() || got.size() != want.size())
            return false;
        for (std::size_t i = 0; i < want.size(); ++i)
            if (!isSame(got[i], want[i], relative, absolute))
                return false;
        return true;
    }
    if (want.is_object()) {
        for (const auto& [key, value] : want.items())
            if (!got.is_object() || !got.contains(key) ||
                !isSame(got[key], value, relative, absolute))
                return false;
        return true;
    }
    return got == want;
}

bool meetsRow(const json& got, const json& row) {
    if (row.contains("min") || row.contains("max"))
        return got.is_number() && got.get<double>() >= row.value("min", -1e300) &&
               got.get<double>() <= row.value("max", 1e300);
    return isSame(got, row.at("value"), row.value("rel_tol", 0.0), row.value("abs_tol", 0.0));
}

} // namespace

std::vector<ReferenceCase> referenceCases() {
    std::ifstream file(GPUPLAN_SOURCE_DIR "/tests/cases/cases.json");
    const json all = json::parse(file, nullptr, false);
    std::vector<ReferenceCase> cases;
    if (all.is_discarded())
        return cases;
    for (const json& one : all.at("cases"))
        cases.push_back(
            {one.at("id"), one.at("title"), one.at("model"), one.contains("via"), one.dump()});
    return cases;
}

std::vector<std::string> deviations(const ReferenceCase& one) {
    const json given = json::parse(one.json);
    const selfcheck::CalcModel* const model = selfcheck::findCalcModel(one.model);
    if (model == nullptr)
        return {"no model " + one.model};
    const auto document = gpuplan::io::parseJson(given.at("inputs").dump(), one.id);
    if (!document)
        return {describe(document.diagnostics())};
    const auto calculation = selfcheck::calculate(*model, document->root());
    if (!calculation)
        return {describe(calculation.diagnostics())};
    const json got = json::parse(selfcheck::calculationAsJson(*model, *calculation));
    std::vector<std::string> off;
    for (const json& row : given.at("expected")) {
        const std::string name = row.at("name");
        const std::string output = row.value("of", name);
        if (!got.contains(output))
            off.push_back(name + " is missing");
        else if (!meetsRow(got[output], row))
            off.push_back(name + " is " + got[output].dump() + ", expected " + row.dump());
    }
    return off;
}

bool meets(const std::string& computed, const std::string& row) {
    return meetsRow(json::parse(computed), json::parse(row));
}

std::vector<PublicModel> publicModels(const std::string& path) {
    std::ifstream file(path);
    const json all = json::parse(file, nullptr, false);
    std::vector<PublicModel> models;
    if (all.is_discarded())
        return models;
    for (const auto& [name, spec] : all.at("models").items()) {
        PublicModel model{name, {}, {}};
        for (const auto& [input, need] : spec.at("inputs").items())
            model.inputs.push_back(input + (need == "required" ? "" : "?"));
        for (const auto& [output, unit] : spec.at("outputs").items())
            model.outputs.push_back(output + " " + unit.get<std::string>());
        models.push_back(std::move(model));
    }
    return models;
}
