#include "input_row.hpp"

#include "gui/format/texts.hpp"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>
#include <utility>

namespace gpuplan::gui {

InputRow::InputRow(InputField field, QWidget* parent)
    : QWidget(parent), m_field(std::move(field)), m_label(new QLabel), m_reset(new QToolButton),
      m_error(new QLabel) {
    QString plainLabel = m_field.label;
    plainLabel.remove(QLatin1Char('&'));

    m_label->setText(m_field.label);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    if (m_field.choices.empty())
        buildEdit(plainLabel);
    else
        buildChoices(plainLabel);
    QWidget* const input = m_edit != nullptr ? static_cast<QWidget*>(m_edit) : m_choices;
    m_label->setBuddy(input);
    input->setObjectName(m_field.pointer);
    input->setAccessibleDescription(m_field.help);
    input->setToolTip(m_field.help);
    m_reset->setText(tr("Reset"));
    m_reset->setObjectName(m_field.pointer + QStringLiteral("#reset"));
    m_reset->setAccessibleName(tr("Reset %1").arg(plainLabel));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::StrongFocus);
    // Its room stays when it is hidden: rows must not jump while a slider is dragged.
    QSizePolicy keepsRoom = m_reset->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsRoom);
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText); // it quotes what was typed
    m_error->setObjectName(m_field.pointer + QStringLiteral("#error"));
    m_error->hide();
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(2);
    grid->addWidget(m_label, 0, 0, 1, 3);
    grid->addWidget(input, 1, 0, 1, m_field.unit.isEmpty() ? 2 : 1);
    if (!m_field.unit.isEmpty())
        grid->addWidget(new QLabel(m_field.unit), 1, 1);
    grid->addWidget(m_reset, 1, 2);
    grid->setColumnStretch(0, 1);
    if (m_field.slider) {
        buildSlider();
        m_slider->setAccessibleName(tr("%1, slider").arg(plainLabel));
        grid->addWidget(m_slider, 2, 0, 1, 3);
    }
    grid->addWidget(m_error, 3, 0, 1, 3);

    connect(m_reset, &QToolButton::clicked, this, &InputRow::resetRequested);
}

void InputRow::buildEdit(const QString& plainLabel) {
    m_edit = new QLineEdit;
    m_edit->setAccessibleName(tr("%1, %2").arg(plainLabel, m_field.unit));
    m_edit->setPlaceholderText(m_field.absent);
    m_edit->setAlignment(Qt::AlignRight);
    connect(m_edit, &QLineEdit::textEdited, this, &InputRow::textTyped);
    connect(m_edit, &QLineEdit::editingFinished, this,
            [this] { emit textCommitted(m_edit->text()); });
}

void InputRow::buildChoices(const QString& plainLabel) {
    m_choices = new QComboBox;
    m_choices->setAccessibleName(plainLabel);
    // Long ids must not widen the panel, and a wheel that scrolls past must not change a value.
    m_choices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choices->setMinimumContentsLength(8);
    m_choices->setFocusPolicy(Qt::StrongFocus);
    m_choices->installEventFilter(this);
    for (const InputChoice& choice : m_field.choices)
        m_choices->addItem(choice.label, choice.value);
    connect(m_choices, &QComboBox::activated, this,
            [this] { emit textCommitted(m_choices->currentData().toString()); });
}

bool InputRow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_choices && event->type() == QEvent::Wheel && !m_choices->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

QString InputRow::shown(const QString& value) const {
    for (const InputChoice& choice : m_field.choices)
        if (choice.value == value)
            return choice.label;
    return value.isEmpty() ? m_field.absent : value;
}

void InputRow::buildSlider() {
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(m_field.pointer + QStringLiteral("#slider"));
    m_slider->setRange(m_field.slider->least, m_field.slider->most);
    m_slider->setPageStep(std::max(1, (m_field.slider->most - m_field.slider->least) / 10));
    // A drag ends when the handle is let go; steps by keys count as one drag while they follow on.
    connect(m_slider, &QSlider::sliderReleased, this, [this] { ++m_drag; });
    connect(m_slider, &QSlider::valueChanged, this, [this](int stop) {
        const Decimal value = m_field.slider->step * Decimal::integer(stop);
        emit sliderMoved(toQString(value.text()), m_drag);
    });
}

void InputRow::showValue(const model::Scenario& now, const model::Scenario& base) {
    const QString value = m_field.text(now);
    markChanged(value, m_field.text(base));
    moveSlider(value);
    if (m_problem.hasErrors())
        return;
    if (m_choices != nullptr)
        m_choices->setCurrentIndex(m_choices->findData(value));
    else if (m_edit->text() != value)
        m_edit->setText(value);
}

void InputRow::moveSlider(const QString& text) {
    if (m_slider == nullptr)
        return;
    const double stop = text.toDouble() / m_field.slider->step.toDouble();
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(std::round(
        std::min<double>(std::max<double>(stop, m_slider->minimum()), m_slider->maximum()))));
}

void InputRow::markChanged(const QString& now, const QString& base) {
    const bool isChanged = now != base;
    QFont font = m_label->font();
    font.setBold(isChanged);
    m_label->setFont(font);
    m_label->setText(isChanged ? tr("%1 (changed)").arg(m_field.label) : m_field.label);
    const QString was = m_field.unit.isEmpty()
                            ? tr("In the file: %1").arg(shown(base))
                            : tr("In the file: %1 %2").arg(shown(base), m_field.unit);
    m_label->setToolTip(isChanged ? was : m_field.help);
    m_reset->setToolTip(was);
    m_reset->setVisible(isChanged || m_problem.hasErrors());
}

void InputRow::showProblem(const Diagnostics& problem) {
    m_problem = problem;
    QStringList lines;
    for (const Diagnostic& one : problem)
        lines.append(tr("\u26a0 %1").arg(toQString(text(one.message))));
    m_error->setText(lines.join(QLatin1Char('\n')));
    m_error->setVisible(!lines.isEmpty());
    QWidget* const input = m_edit != nullptr ? static_cast<QWidget*>(m_edit) : m_choices;
    input->setAccessibleDescription(lines.isEmpty() ? m_field.help : lines.join(QLatin1Char('\n')));
    if (problem.hasErrors())
        m_reset->setVisible(true);
}

void InputRow::clearProblem() {
    showProblem({});
}

void InputRow::takeFocus() {
    if (m_choices != nullptr) {
        m_choices->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_edit->setFocus(Qt::OtherFocusReason);
    m_edit->selectAll();
}

} // namespace gpuplan::gui
