#pragma once
/// The public list of models, against which names and units of the table of models are held.

#include <string>
#include <vector>

/// Names of inputs and outputs of one model as the public list gives them.
struct PublicModel {
    std::string name;
    std::vector<std::string> inputs;  ///< optional ones end with `?`
    std::vector<std::string> outputs; ///< `name unit`
};

/// All models of the file; empty if it can not be read.
std::vector<PublicModel> publicModels(const std::string& file);
