#pragma once
/// One edit of the scenario, undone and redone whole.

#include <gpuplan/model/scenario.hpp>

#include <QString>
#include <QUndoCommand>

#include <memory>

namespace gpuplan::gui {

class ScenarioDocument;

/// Keeps the scenario before and after: scenarios are small, shared and never change, so undo gives
/// back the very value that was, and a result of it counts again.
class EditScenario final : public QUndoCommand {
public:
    /// \param mergeKey  edits with the same key that follow each other become one (a slider's
    ///                  drag); empty: never
    EditScenario(ScenarioDocument& document, const QString& label,
                 std::shared_ptr<const model::Scenario> after, QString mergeKey);

    void undo() override;
    void redo() override;
    int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    ScenarioDocument& m_document;
    std::shared_ptr<const model::Scenario> m_before;
    std::shared_ptr<const model::Scenario> m_after;
    QString m_mergeKey;
};

} // namespace gpuplan::gui
