#include "apply_advice.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/base/contract.hpp>

#include <algorithm>

namespace gpuplan::gui {

namespace {

constexpr std::size_t longestName = 100; // bytes of an alternative's, in a file

/// As much of `text` as fits before `ending`.
std::string fitted(QString text, const QString& ending) {
    while (toUtf8(text + ending).size() > longestName)
        text.chop(text.back().isLowSurrogate() ? 2 : 1);
    return toUtf8(text.trimmed() + ending);
}

} // namespace

bool canApply(const metrics::AdviceItem& item) {
    return item.changed != nullptr;
}

model::Scenario withAdvice(const model::Scenario& scenario, const std::string& alternative,
                           const metrics::AdviceItem& item) {
    GPUPLAN_EXPECTS(canApply(item), "the advice says what it changes");
    model::Scenario edited = scenario;
    model::Alternative added = *item.changed;
    const QString whole = toQString(alternative) + QStringLiteral(" + ") + toQString(item.title);
    for (int number = 1;; ++number) {
        const QString ending = number == 1 ? QString() : QStringLiteral(" (%1)").arg(number);
        added.name = fitted(whole, ending);
        if (std::none_of(edited.alternatives.begin(), edited.alternatives.end(),
                         [&](const model::Alternative& other) { return other.name == added.name; }))
            break;
    }
    edited.alternatives.push_back(std::move(added));
    return edited;
}

} // namespace gpuplan::gui
