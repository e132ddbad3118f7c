#include "problems_panel.hpp"

#include "gui/models/problems_model.hpp"
#include "gui/widgets/table_view.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace gpuplan::gui {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent), m_model(new ProblemsModel(this)), m_none(new QLabel(tr("No problems."))),
      m_table(new TableView(*m_model, tr("Problems"))) {
    m_table->setObjectName(QStringLiteral("problems"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    // What is wrong gets the room that is left; its tool tip has all of it.
    QHeaderView* const header = m_table->horizontalHeader();
    header->setSectionResizeMode(ProblemsModel::Level, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ProblemsModel::Message, QHeaderView::Stretch);
    header->setSectionResizeMode(ProblemsModel::Place, QHeaderView::ResizeToContents);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_none);
    column->addWidget(m_table);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        emit problemActivated(index.data(ProblemsModel::PointerRole).toString());
    });
    setProblems({});
}

void ProblemsPanel::setProblems(const Diagnostics& problems) {
    m_model->setProblems(problems);
    m_none->setVisible(problems.empty());
    m_table->setVisible(!problems.empty());
    // Nothing to say takes one line of the window.
    setMaximumHeight(problems.empty() ? m_none->sizeHint().height() : QWIDGETSIZE_MAX);
}

QString ProblemsPanel::summary() const {
    if (m_model->rowCount() == 0)
        return {};
    return tr("errors: %1, warnings: %2").arg(m_model->errorCount()).arg(m_model->warningCount());
}

QSize ProblemsPanel::sizeHint() const {
    return {fontMetrics().height() * 40, fontMetrics().height() * 6};
}

} // namespace gpuplan::gui
