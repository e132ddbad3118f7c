#pragma once
/// The open scenario: its value, its file, and what was done to it.

#include <gpuplan/model/scenario.hpp>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>

namespace gpuplan::gui {

class ScenarioDocument final : public QObject {
    Q_OBJECT
public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    bool isOpen() const { return m_scenario != nullptr; }
    /// The scenario as it stands; null if none is open. The same pointer means the same value.
    std::shared_ptr<const model::Scenario> scenario() const { return m_scenario; }
    /// The scenario as its file has it: what "reset" goes back to.
    std::shared_ptr<const model::Scenario> base() const { return m_base; }
    const QString& path() const { return m_path; }
    /// File name, or the scenario's name, for the window's title.
    QString displayName() const;
    bool isChanged() const { return !m_undoStack.isClean(); }
    QUndoStack* undoStack() { return &m_undoStack; }

    /// Takes a scenario that was read from `path`; the undo stack begins anew.
    void open(std::shared_ptr<const model::Scenario> scenario, const QString& path);
    /// One undoable edit; an equal scenario is no edit.
    void edit(const QString& label, std::shared_ptr<const model::Scenario> edited,
              const QString& mergeKey = {});
    /// `saved` now stands in the file `path`.
    void markSaved(const std::shared_ptr<const model::Scenario>& saved, const QString& path);

signals:
    void scenarioOpened();
    /// An edit, an undo or a redo happened.
    void scenarioChanged();
    /// The file's name or content is another one.
    void fileChanged();
    void changedFlagChanged(bool isChanged);

private:
    friend class EditScenario;
    void show(const std::shared_ptr<const model::Scenario>& scenario);

    QUndoStack m_undoStack;
    std::shared_ptr<const model::Scenario> m_scenario;
    std::shared_ptr<const model::Scenario> m_base;
    QString m_path;
};

} // namespace gpuplan::gui
