#pragma once
/// An advice as an edit: the changed alternative beside the one it was found for.

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::gui {

/// Whether the item says what it changes; hand-made ones may not.
bool canApply(const metrics::AdviceItem& item);

/// The scenario with one alternative more, last: the item's, named `<alternative> + <title>`, with
/// a number behind it where that name is taken. \param item  canApply
model::Scenario withAdvice(const model::Scenario& scenario, const std::string& alternative,
                           const metrics::AdviceItem& item);

} // namespace gpuplan::gui
