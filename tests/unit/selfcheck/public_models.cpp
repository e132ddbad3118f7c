#include "public_models.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

using nlohmann::json;

std::vector<PublicModel> publicModels(const std::string& path) {
    std::ifstream file(path);
    const json all = json::parse(file, nullptr, false);
    std::vector<PublicModel> models;
    if (all.is_discarded())
        return models;
    for (const auto& [name, spec] : all.at("models").items()) {
        PublicModel model{name, {}, {}};
        for (const auto& [input, need] : spec.at("inputs").items())
            // The list calls every `model` a label, which may be left out. That of a transformer's
            // step is its architecture: without one there is nothing to compute.
            model.inputs.push_back(
                input + (need == "required" || name == "train.transformer_step" ? "" : "?"));
        for (const auto& [output, unit] : spec.at("outputs").items())
            model.outputs.push_back(output + " " + unit.get<std::string>());
        models.push_back(std::move(model));
    }
    return models;
}
