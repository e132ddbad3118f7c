#include <gpuplan/selfcheck/calc_table.hpp>

#include <algorithm>
#include <iterator>

namespace gpuplan::selfcheck {

namespace {

std::vector<CalcModel> gathered() {
    std::vector<CalcModel> all;
    for (auto* const part :
         {breakEvenModels, cloudModels, computeModels, failureModels, financeModels, inputModels,
          networkModels, memoryModels, optimizationModels, queueModels, randomModels,
          schedulingModels, servingModels, sharingModels, uncertaintyModels, usageModels}) {
        std::vector<CalcModel> models = part();
        all.insert(all.end(), std::make_move_iterator(models.begin()),
                   std::make_move_iterator(models.end()));
    }
    std::sort(all.begin(), all.end(),
              [](const CalcModel& a, const CalcModel& b) { return a.name < b.name; });
    return all;
}

} // namespace

std::span<const CalcModel> calcModels() {
    static const std::vector<CalcModel> models = gathered();
    return models;
}

const CalcModel* findCalcModel(std::string_view name) {
    const auto models = calcModels();
    const auto found = std::find_if(models.begin(), models.end(),
                                    [name](const CalcModel& model) { return model.name == name; });
    return found == models.end() ? nullptr : &*found;
}

std::vector<std::string> calcModelNames() {
    std::vector<std::string> names;
    for (const CalcModel& model : calcModels())
        names.push_back(model.name);
    return names;
}

} // namespace gpuplan::selfcheck
