#include "scenario_document.hpp"

#include "edit_scenario.hpp"
#include "gui/format/texts.hpp"

#include <QFileInfo>

#include <utility>

namespace gpuplan::gui {

ScenarioDocument::ScenarioDocument(QObject* parent) : QObject(parent) {
    connect(&m_undoStack, &QUndoStack::cleanChanged, this,
            [this](bool clean) { emit changedFlagChanged(!clean); });
}

QString ScenarioDocument::displayName() const {
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    return m_scenario ? toQString(m_scenario->name) : QString();
}

void ScenarioDocument::open(std::shared_ptr<const model::Scenario> scenario, const QString& path) {
    m_undoStack.clear();
    m_scenario = std::move(scenario);
    m_base = m_scenario;
    m_path = path;
    emit fileChanged();
    emit scenarioOpened();
}

void ScenarioDocument::edit(const QString& label, std::shared_ptr<const model::Scenario> edited,
                            const QString& mergeKey) {
    if (!m_scenario || *edited == *m_scenario)
        return;
    m_undoStack.push(new EditScenario(*this, label, std::move(edited), mergeKey));
}

void ScenarioDocument::markSaved(const std::shared_ptr<const model::Scenario>& saved,
                                 const QString& path) {
    m_path = path;
    m_base = saved;
    // Edited while the file was written: the window still shows unsaved changes.
    if (saved == m_scenario)
        m_undoStack.setClean();
    emit fileChanged();
}

void ScenarioDocument::show(const std::shared_ptr<const model::Scenario>& scenario) {
    m_scenario = scenario;
    emit scenarioChanged();
}

} // namespace gpuplan::gui
