#pragma once
/// The inputs of the open scenario, grouped, each with its own complaint beside it.

#include "gui/document/scenario_document.hpp"

#include <gpuplan/base/diagnostic.hpp>

#include <QWidget>

#include <memory>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace gpuplan::gui {

class InputRow;

/// Edits go to the document as undoable commands; a text that is wrong goes nowhere but stays to be
/// mended.
class InputsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit InputsPanel(ScenarioDocument& document, QWidget* parent = nullptr);

    /// Brings the field at or nearest below the JSON pointer into view. \return false: none is
    bool showField(const QString& pointer);

    QSize sizeHint() const override;

public slots:
    /// Sets every field back to the file's value, as one edit.
    void resetAll();

signals:
    void fieldProblemsChanged(const gpuplan::Diagnostics& problems);

private:
    void rebuild();
    /// Shows the edited scenario, with other rows where it has other fields.
    void follow();
    void refresh();
    void connectRow(InputRow* row);
    /// \param mergeKey  as ScenarioDocument::edit
    void apply(InputRow& row, const QString& text, const QString& mergeKey);
    void reportProblems();

    ScenarioDocument& m_document;
    std::shared_ptr<const model::Scenario> m_base; ///< comparableBase; null before the first file
    QScrollArea* m_scroll = nullptr;
    std::vector<InputRow*> m_rows;
};

} // namespace gpuplan::gui
