#include "advice_page.hpp"

#include "gui/document/apply_advice.hpp"
#include "gui/format/texts.hpp"
#include "gui/models/advice_model.hpp"
#include "gui/widgets/choice.hpp"
#include "gui/widgets/table_view.hpp"

#include <QAbstractProxyModel>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace gpuplan::gui {

namespace {

QWidget* captioned(const QString& caption, QWidget* content) {
    auto* const box = new QWidget;
    auto* const column = new QVBoxLayout(box);
    column->setContentsMargins({});
    auto* const label = new QLabel(caption);
    label->setWordWrap(true);
    column->addWidget(label);
    column->addWidget(content, 1);
    return box;
}

} // namespace

AdvicePage::AdvicePage(QWidget* parent)
    : QWidget(parent), m_find(new QPushButton(tr("Find what helps &most"))),
      m_apply(new QPushButton(tr("Apply to a &copy"))), m_state(new QLabel),
      m_items(new AdviceModel(this)), m_plan(new AdvicePlanModel(this)),
      m_itemTable(new TableView(*m_items, tr("Changes by what they are worth"))),
      m_planTable(new TableView(*m_plan, tr("The changes as a plan"))) {
    m_find->setObjectName(QStringLiteral("findAdvice"));
    m_find->setToolTip(tr("Runs each change that could take away a stall again: some ten further "
                          "runs of each alternative"));
    m_apply->setObjectName(QStringLiteral("applyAdvice"));
    m_apply->setToolTip(tr("Adds the alternative with the chosen change in it beside the one there "
                           "is; undo takes it away again"));
    m_itemTable->setObjectName(QStringLiteral("advice"));
    m_itemTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_planTable->setObjectName(QStringLiteral("advicePlan"));
    m_state->setObjectName(QStringLiteral("adviceState"));
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);

    auto* const bar = new QHBoxLayout;
    m_alternative = addChoice(*bar, tr("A&lternative"), QStringLiteral("adviceAlternative"));
    bar->addWidget(m_find);
    bar->addWidget(m_apply);
    bar->addStretch();
    auto* const tables = new QSplitter(Qt::Vertical);
    tables->addWidget(
        captioned(tr("Each change run again, everything else as it is"), m_itemTable));
    tables->addWidget(captioned(tr("Those worth their price, one after the other and run together"),
                                m_planTable));
    tables->setStretchFactor(0, 2);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    auto* const column = new QVBoxLayout(this);
    column->addLayout(bar);
    column->addWidget(m_state);
    column->addWidget(tables, 1);

    connect(m_find, &QPushButton::clicked, this, &AdvicePage::adviceRequested);
    connect(m_alternative, &QComboBox::currentIndexChanged, this, &AdvicePage::showAlternative);
    connect(m_apply, &QPushButton::clicked, this, &AdvicePage::apply);
    connect(m_itemTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AdvicePage::showState);
    setAdvice(nullptr);
}

void AdvicePage::setAdvice(const std::shared_ptr<const metrics::RunResult>& advised) {
    m_advised = advised;
    QStringList names;
    if (advised)
        for (const metrics::AlternativeResult& alternative : advised->alternatives)
            names.append(toQString(alternative.name));
    setChoices(*m_alternative, names);
    m_alternative->setEnabled(!names.isEmpty());
    showAlternative();
}

void AdvicePage::showAlternative() {
    const auto index = static_cast<std::size_t>(m_alternative->currentIndex());
    m_items->setResult(m_advised, index);
    m_plan->setResult(m_advised, index);
    m_itemTable->sortByColumn(AdviceModel::PerMonth, Qt::DescendingOrder);
    showState();
}

const metrics::AdviceItem* AdvicePage::chosenItem() const {
    const QModelIndexList rows = m_itemTable->selectionModel()->selectedRows();
    if (rows.size() != 1)
        return nullptr;
    const auto* const sorted = qobject_cast<const QAbstractProxyModel*>(m_itemTable->model());
    return m_items->item(sorted->mapToSource(rows.first()).row());
}

void AdvicePage::apply() {
    if (const metrics::AdviceItem* const item = chosenItem())
        emit applyRequested(m_alternative->currentText(), *item);
}

void AdvicePage::showState() {
    const metrics::AdviceItem* const item = chosenItem();
    // What was found for other inputs would bring those back.
    m_apply->setEnabled(item != nullptr && canApply(*item) && !m_isStale);
    if (!m_advised)
        m_state->setText(tr("Not asked for yet. Each change that could take away a stall is run "
                            "again: that takes a while, and Esc stops it."));
    else if (m_isStale)
        m_state->setText(tr("\u26a0 This is the advice for the inputs before your last change."));
    else if (m_alternative->count() > 0 && m_items->rowCount() == 0)
        m_state->setText(tr("No change of those tried helps this alternative, or no class of jobs "
                            "has a step model."));
    else
        m_state->setText(tr("Worth counts cash saved, and on machines that are paid used or not "
                            "the GPU time set free."));
}

void AdvicePage::setStale(bool isStale) {
    m_isStale = isStale;
    m_itemTable->setFaded(isStale);
    m_planTable->setFaded(isStale);
    showState();
}

void AdvicePage::setCanAsk(bool canAsk) {
    m_find->setEnabled(canAsk);
}

} // namespace gpuplan::gui
