#pragma once
/// One input: label, number with unit or a choice, slider, what is wrong with it, the way back.

#include "gui/document/input_fields.hpp"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace gpuplan::gui {

class InputRow final : public QWidget {
    Q_OBJECT
public:
    explicit InputRow(InputField field, QWidget* parent = nullptr);

    const InputField& field() const { return m_field; }
    /// Shows the value of `now`; a text that is still wrong stays as typed.
    void showValue(const model::Scenario& now, const model::Scenario& base);
    /// What is wrong with the typed text; none clears it.
    void showProblem(const Diagnostics& problem);
    const Diagnostics& problem() const { return m_problem; }
    /// Forgets a wrong text.
    void clearProblem();
    void takeFocus();

signals:
    /// The text was finished (Enter, or the focus left).
    void textCommitted(const QString& text);
    /// The text is being typed.
    void textTyped(const QString& text);
    /// \param drag  the same for all moves of one drag
    void sliderMoved(const QString& text, int drag);
    void resetRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildEdit(const QString& plainLabel);
    void buildChoices(const QString& plainLabel);
    void buildSlider();
    QString shown(const QString& value) const;
    void markChanged(const QString& now, const QString& base);
    void moveSlider(const QString& text);

    InputField m_field;
    QLabel* m_label = nullptr;
    QLineEdit* m_edit = nullptr;    ///< null where the field has choices
    QComboBox* m_choices = nullptr; ///< null where it has none
    QSlider* m_slider = nullptr;    ///< null where the field has none
    QToolButton* m_reset = nullptr;
    QLabel* m_error = nullptr;
    Diagnostics m_problem;
    int m_drag = 0;
};

} // namespace gpuplan::gui
