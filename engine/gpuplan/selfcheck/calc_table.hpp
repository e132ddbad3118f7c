#pragma once
/// The one table of the models of `gpuplan calc`, gathered from the files `*_models.cpp`.

#include <gpuplan/selfcheck/calc_model.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::selfcheck {

/// All models, by name.
std::span<const CalcModel> calcModels();
/// The model of that name, or null.
const CalcModel* findCalcModel(std::string_view name);
std::vector<std::string> calcModelNames();

// One file a field.
std::vector<CalcModel> breakEvenModels();
std::vector<CalcModel> cloudModels();
std::vector<CalcModel> computeModels();
std::vector<CalcModel> failureModels();
std::vector<CalcModel> financeModels();
std::vector<CalcModel> inputModels();
std::vector<CalcModel> networkModels();
std::vector<CalcModel> memoryModels();
std::vector<CalcModel> optimizationModels();
std::vector<CalcModel> queueModels();
std::vector<CalcModel> randomModels();
std::vector<CalcModel> schedulingModels();
std::vector<CalcModel> servingModels();
std::vector<CalcModel> sharingModels();
std::vector<CalcModel> uncertaintyModels();
std::vector<CalcModel> usageModels();

} // namespace gpuplan::selfcheck
