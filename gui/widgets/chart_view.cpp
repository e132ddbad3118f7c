#include "chart_view.hpp"

#include "chart_picture.hpp"
#include "gui/format/texts.hpp"
#include "gui/models/chart_table_model.hpp"
#include "image_file.hpp"
#include "table_view.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gpuplan::gui {

namespace {

QToolButton* addButton(QHBoxLayout& bar, const QString& text, const QString& name,
                       const QString& help) {
    auto* const button = new QToolButton;
    button->setText(text);
    button->setObjectName(name);
    button->setToolTip(help);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    bar.addWidget(button);
    return button;
}

} // namespace

ChartView::ChartView(QWidget* parent)
    : QWidget(parent), m_picture(new ChartPicture), m_tableModel(new ChartTableModel(this)),
      m_table(new TableView(*m_tableModel, tr("Figures of the chart"))),
      m_stack(new QStackedWidget) {
    m_table->setObjectName(QStringLiteral("chartTable"));
    m_stack->addWidget(m_picture);
    m_stack->addWidget(m_table);

    auto* const bar = new QHBoxLayout;
    m_notice = new QLabel;
    m_notice->setObjectName(QStringLiteral("stale"));
    m_notice->setWordWrap(true);
    bar->addWidget(m_notice, 1);
    m_asTable = addButton(*bar, tr("As &table"), QStringLiteral("chartAsTable"),
                          tr("Show the figures instead of the picture"));
    m_asTable->setCheckable(true);
    connect(m_asTable, &QToolButton::toggled, this, &ChartView::showTable);
    connect(addButton(*bar, tr("Copy as CS&V"), QStringLiteral("chartCopy"),
                      tr("Copy the figures as comma-separated values")),
            &QToolButton::clicked, this, &ChartView::copyCsv);
    connect(addButton(*bar, tr("E&xport\u2026"), QStringLiteral("chartExport"),
                      tr("Save the picture as PNG or SVG, or its figures as CSV")),
            &QToolButton::clicked, this, &ChartView::exportRequested);

    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_stack, 1);
    column->addLayout(bar);
}

void ChartView::setChart(const report::LineChart& chart) {
    m_picture->setChart(chart);
    m_tableModel->setTable(chart.table);
}

void ChartView::setNotice(const QString& notice) {
    m_notice->setText(notice);
    m_picture->setFaded(!notice.isEmpty());
    m_table->setFaded(!notice.isEmpty());
}

void ChartView::showTable(bool asTable) {
    m_asTable->setChecked(asTable);
    m_stack->setCurrentIndex(asTable ? 1 : 0);
}

QString ChartView::csv() const {
    return toQString(report::csv(m_tableModel->table()));
}

void ChartView::copyCsv() {
    QApplication::clipboard()->setText(csv());
}

QByteArray ChartView::exported(const QString& path) const {
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return QByteArray::fromStdString(report::svg(m_picture->chart(), m_picture->width(),
                                                     m_picture->height(), m_picture->theme()));
    if (path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive))
        return csv().toUtf8();
    return png(m_picture->image(2));
}

} // namespace gpuplan::gui
