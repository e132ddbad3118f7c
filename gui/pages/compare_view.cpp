#include "compare_view.hpp"

#include "advice_page.hpp"
#include "gpu_time_page.hpp"
#include "gui/format/texts.hpp"
#include "gui/models/alternatives_model.hpp"
#include "gui/models/break_even_model.hpp"
#include "gui/models/breakdown_model.hpp"
#include "gui/widgets/chart_view.hpp"
#include "gui/widgets/table_view.hpp"
#include "step_page.hpp"

#include <gpuplan/report/chart_cost.hpp>
#include <gpuplan/report/verdict.hpp>

#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace gpuplan::gui {

namespace {

/// Lines shown; the chart needs the room. The tool tip has them all.
constexpr int mostReservations = 4;

QLabel* newLabel(const QString& name) {
    auto* const label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText); // names come from a file
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::ClickFocus);
    return label;
}

} // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent), m_question(newLabel(QStringLiteral("question"))),
      m_verdict(newLabel(QStringLiteral("verdict"))),
      m_reservations(newLabel(QStringLiteral("reservations"))), m_chart(new ChartView),
      m_pages(new QTabWidget), m_steps(new StepPage), m_gpuTime(new GpuTimePage),
      m_advice(new AdvicePage), m_tabs(new QTabWidget), m_alternatives(new AlternativesModel(this)),
      m_costs(new BreakdownModel(BreakdownModel::Of::CostByAccount, this)),
      m_waste(new BreakdownModel(BreakdownModel::Of::WasteByCause, this)),
      m_breakEven(new BreakEvenModel(this)) {
    QFont large = m_verdict->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_verdict->setFont(large);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setDocumentMode(true);
    const auto addPage = [this](QWidget* page, const QString& title, const QString& name) {
        page->setObjectName(name + QStringLiteral("Page"));
        m_pages->addTab(page, title);
    };
    addPage(buildCostPage(), tr("Cost"), QStringLiteral("cost"));
    addPage(m_steps, tr("Where time goes"), QStringLiteral("steps"));
    addPage(m_gpuTime, tr("GPU time"), QStringLiteral("gpu-time"));
    addPage(m_advice, tr("What helps most"), QStringLiteral("advice"));

    auto* const column = new QVBoxLayout(this);
    column->addWidget(m_question);
    column->addWidget(m_verdict);
    column->addWidget(m_reservations);
    column->addWidget(m_pages, 1);
    setResult(nullptr);
}

QWidget* CompareView::buildCostPage() {
    m_tabs->setDocumentMode(true);
    addTable(*m_alternatives, tr("Alternatives"), QStringLiteral("alternatives"));
    addTable(*m_costs, tr("Cost by account"), QStringLiteral("costs"));
    addTable(*m_waste, tr("Waste by cause"), QStringLiteral("waste"));
    addTable(*m_breakEven, tr("Break-even"), QStringLiteral("breakEven"));

    auto* const splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 1); // a larger window enlarges the chart
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

TableView* CompareView::addTable(QAbstractItemModel& model, const QString& title,
                                 const QString& name) {
    auto* const table = new TableView(model, title);
    table->setObjectName(name);
    m_tabs->addTab(table, title);
    m_tables.append(table);
    return table;
}

QString CompareView::exportFilter() const {
    const QWidget* const page = m_pages->currentWidget();
    if (page == m_advice)
        return {};
    if (page == m_steps)
        return m_steps->exported().isEmpty() ? QString() : tr("PNG picture (*.png)");
    if (page == m_gpuTime)
        return tr("PNG picture (*.png);;SVG picture (*.svg)");
    return tr("PNG picture (*.png);;SVG picture (*.svg);;Figures (*.csv)");
}

QByteArray CompareView::exported(const QString& path) const {
    const QWidget* const page = m_pages->currentWidget();
    if (page == m_steps)
        return m_steps->exported();
    return page == m_gpuTime ? m_gpuTime->exported(path) : m_chart->exported(path);
}

bool CompareView::showPage(const QString& name) {
    for (int i = 0; i < m_pages->count(); ++i)
        if (m_pages->widget(i)->objectName() == name + QStringLiteral("Page")) {
            m_pages->setCurrentIndex(i);
            return true;
        }
    return false;
}

void CompareView::setResult(const std::shared_ptr<const metrics::RunResult>& result) {
    m_alternatives->setResult(result);
    m_costs->setResult(result);
    m_waste->setResult(result);
    m_breakEven->setResult(result);
    m_steps->setResult(result);
    m_gpuTime->setResult(result);
    const bool hasAnswer = result && !result->alternatives.empty();
    m_chart->setChart(hasAnswer ? report::cumulativeCostChart(*result) : report::LineChart());
    QStringList reservations;
    if (hasAnswer)
        for (const std::string& line : report::reservations(*result, Language::English))
            reservations.append(tr("\u26a0 %1").arg(toQString(line)));
    m_reservations->setToolTip(plainToolTip(reservations.join(QLatin1Char('\n'))));
    if (reservations.size() > mostReservations) {
        const auto more = static_cast<int>(reservations.size()) - mostReservations + 1;
        reservations.resize(mostReservations - 1);
        reservations.append(tr("and %1 more like these").arg(more));
    }
    m_reservations->setText(reservations.join(QLatin1Char('\n')));
    m_reservations->setVisible(!reservations.isEmpty());
    m_question->setText(result ? toQString(result->scenario.question) : QString());
    m_question->setVisible(!m_question->text().isEmpty());
    m_verdict->setText(hasAnswer ? toQString(report::verdict(*result, Language::English))
                                 : tr("No result yet"));
}

void CompareView::setStale(bool isStale) {
    m_chart->setNotice(
        isStale ? tr("\u26a0 These are the results of the inputs before your last change.")
                : QString());
    m_verdict->setEnabled(!isStale);
    for (TableView* const table : m_tables)
        table->setFaded(isStale);
    m_steps->setStale(isStale);
    m_gpuTime->setStale(isStale);
}

} // namespace gpuplan::gui
