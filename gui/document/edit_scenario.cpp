#include "edit_scenario.hpp"

#include "scenario_document.hpp"

#include <utility>

namespace gpuplan::gui {

EditScenario::EditScenario(ScenarioDocument& document, const QString& label,
                           std::shared_ptr<const model::Scenario> after, QString mergeKey)
    : QUndoCommand(label), m_document(document), m_before(document.scenario()),
      m_after(std::move(after)), m_mergeKey(std::move(mergeKey)) {}

void EditScenario::undo() {
    m_document.show(m_before);
}

void EditScenario::redo() {
    m_document.show(m_after);
}

int EditScenario::id() const {
    return m_mergeKey.isEmpty() ? -1 : 1;
}

bool EditScenario::mergeWith(const QUndoCommand* other) {
    const auto* const edit = dynamic_cast<const EditScenario*>(other);
    if (edit == nullptr || edit->m_mergeKey != m_mergeKey)
        return false;
    m_after = edit->m_after;
    // Dragged back to where it began: nothing to undo.
    setObsolete(*m_after == *m_before);
    return true;
}

} // namespace gpuplan::gui
