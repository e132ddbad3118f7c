#include "inputs_panel.hpp"

#include "gui/format/texts.hpp"
#include "gui/widgets/input_row.hpp"

#include <QGroupBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace gpuplan::gui {

InputsPanel::InputsPanel(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_scroll(new QScrollArea) {
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_scroll);
    connect(&document, &ScenarioDocument::scenarioOpened, this, &InputsPanel::rebuild);
    connect(&document, &ScenarioDocument::scenarioChanged, this, &InputsPanel::follow);
    connect(&document, &ScenarioDocument::fileChanged, this, &InputsPanel::refresh);
    rebuild();
}

QSize InputsPanel::sizeHint() const {
    return {fontMetrics().height() * 18, fontMetrics().height() * 30};
}

void InputsPanel::follow() {
    const std::vector<InputField> fields = inputFields(*m_document.scenario());
    // An alternative was added or taken away: its fields come and go.
    if (std::equal(fields.begin(), fields.end(), m_rows.begin(), m_rows.end(),
                   [](const InputField& field, const InputRow* row) {
                       return field.pointer == row->field().pointer &&
                              field.group == row->field().group;
                   })) {
        refresh();
    } else {
        const int place = m_scroll->verticalScrollBar()->value();
        rebuild();
        m_scroll->verticalScrollBar()->setValue(place);
    }
}

void InputsPanel::rebuild() {
    m_rows.clear();
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    if (!m_document.isOpen()) {
        column->addWidget(new QLabel(tr("Open a scenario to see its inputs.")));
    } else {
        QGroupBox* group = nullptr;
        for (InputField& field : inputFields(*m_document.scenario())) {
            if (group == nullptr || group->title() != field.group) {
                group = new QGroupBox(field.group);
                new QVBoxLayout(group);
                column->addWidget(group);
            }
            auto* const row = new InputRow(std::move(field));
            group->layout()->addWidget(row);
            m_rows.push_back(row);
            connectRow(row);
        }
    }
    column->addStretch();
    m_scroll->setWidget(content);
    // Wide enough for its rows: there is no scrolling sideways.
    m_scroll->setMinimumWidth(content->minimumSizeHint().width() +
                              style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_scroll) +
                              2 * m_scroll->frameWidth());
    refresh();
    reportProblems();
}

void InputsPanel::connectRow(InputRow* row) {
    connect(row, &InputRow::textCommitted, this,
            [this, row](const QString& text) { apply(*row, text, {}); });
    // While typing only what is wrong is shown; a half-typed number must not start a run.
    connect(row, &InputRow::textTyped, this, [this, row](const QString& text) {
        row->showProblem(
            editedField(row->field(), *m_document.scenario(), *m_base, text).diagnostics());
        reportProblems();
    });
    connect(row, &InputRow::sliderMoved, this, [this, row](const QString& text, int drag) {
        row->clearProblem();
        apply(*row, text, QStringLiteral("%1#%2").arg(row->field().pointer).arg(drag));
    });
    connect(row, &InputRow::resetRequested, this, [this, row] {
        row->clearProblem();
        apply(*row, row->field().text(*m_base), {});
        refresh();
    });
}

void InputsPanel::apply(InputRow& row, const QString& text, const QString& mergeKey) {
    const InputField& field = row.field();
    const auto now = m_document.scenario();
    const Result<model::Scenario> edited = editedField(field, *now, *m_base, text);
    row.showProblem(edited.diagnostics());
    reportProblems();
    if (!edited)
        return;
    if (*edited == *now) {
        row.showValue(*now, *m_base); // `8.0` becomes `8` again
        return;
    }
    QString label = field.label;
    label.remove(QLatin1Char('&'));
    m_document.edit(tr("change of %1").arg(label), std::make_shared<const model::Scenario>(*edited),
                    mergeKey);
}

void InputsPanel::resetAll() {
    if (!m_document.isOpen())
        return;
    model::Scenario restored = *m_document.scenario();
    for (InputRow* const row : m_rows) {
        row->clearProblem();
        restored = row->field().restored(restored, *m_base);
    }
    m_document.edit(tr("reset of all inputs"), std::make_shared<const model::Scenario>(restored));
    refresh();
    reportProblems();
}

void InputsPanel::refresh() {
    if (m_document.isOpen())
        m_base = std::make_shared<const model::Scenario>(
            comparableBase(*m_document.base(), *m_document.scenario()));
    for (InputRow* const row : m_rows)
        row->showValue(*m_document.scenario(), *m_base);
}

void InputsPanel::reportProblems() {
    Diagnostics all;
    for (const InputRow* const row : m_rows)
        all.append(row->problem());
    emit fieldProblemsChanged(all);
}

bool InputsPanel::showField(const QString& pointer) {
    for (InputRow* const row : m_rows) {
        const QString& own = row->field().pointer;
        const bool same = own == pointer;
        if (!same && !own.startsWith(pointer + QLatin1Char('/')) &&
            !pointer.startsWith(own + QLatin1Char('/')))
            continue;
        m_scroll->ensureWidgetVisible(row);
        row->takeFocus();
        return true;
    }
    return false;
}

} // namespace gpuplan::gui
