#pragma once
/// The reference cases of tests/cases/cases.json, run through the table of models.

#include <string>
#include <vector>

struct ReferenceCase {
    std::string id;
    std::string title;
    std::string model;
    bool isTestOnly = false; ///< an engine experiment or property, not a model of `calc`
    std::string json;        ///< the whole case
};

/// All cases of the file, in its order. Empty if the file can not be read.
std::vector<ReferenceCase> referenceCases();

/// Computes the case and compares every expected row. \return what is off, a line each
std::vector<std::string> deviations(const ReferenceCase& one);

/// Whether a computed value meets an expected row, by the rules of the cases' own description.
/// Both as JSON text; for the tests of the comparison itself.
bool meets(const std::string& computed, const std::string& row);

/// Names of inputs and outputs of one model as the public list gives them, or nothing.
struct PublicModel {
    std::string name;
    std::vector<std::string> inputs;  ///< optional ones end with `?`
    std::vector<std::string> outputs; ///< `name unit`
};
std::vector<PublicModel> publicModels(const std::string& file);
