#include "advice_model.hpp"

#include "gui/format/step_texts.hpp"
#include "gui/format/texts.hpp"

#include <utility>

namespace gpuplan::gui {

namespace {

/// The alternative if it has advice; else null.
const metrics::AlternativeResult* advised(const metrics::RunResult* result, std::size_t index) {
    if (result == nullptr || index >= result->alternatives.size())
        return nullptr;
    const metrics::AlternativeResult& alternative = result->alternatives[index];
    return alternative.advice ? &alternative : nullptr;
}

QVariant side(bool isText) {
    const Qt::Alignment place = (isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
    return place.toInt();
}

bool isText(int column) {
    return column <= AdviceModel::Effort || column == AdviceModel::Bottleneck ||
           column == AdviceModel::JobClass;
}

} // namespace

// ---- items ----------------------------------------------------------------------------------

void AdviceModel::setResult(std::shared_ptr<const metrics::RunResult> result,
                            std::size_t alternative) {
    beginResetModel();
    m_result = std::move(result);
    m_alternative = alternative;
    endResetModel();
}

const metrics::AlternativeResult* AdviceModel::alternative() const {
    return advised(m_result.get(), m_alternative);
}

const metrics::AdviceItem* AdviceModel::item(int row) const {
    return row >= 0 && row < rowCount()
               ? &alternative()->advice->items[static_cast<std::size_t>(row)]
               : nullptr;
}

int AdviceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || alternative() == nullptr
               ? 0
               : static_cast<int>(alternative()->advice->items.size());
}

int AdviceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString AdviceModel::text(const metrics::AdviceItem& item, int column) const {
    switch (column) {
    case Title:
        return toQString(item.title);
    case JobClass:
        return item.jobClass.empty() ? tr("all") : toQString(item.jobClass);
    case Effort:
        return effortText(item.effort);
    case PerMonth:
        return gainText(item.perMonth);
    case Cash:
        return gainText(item.cashPerMonth);
    case Speedup:
        return timesText(item.speedup);
    case Freed:
        return hoursText(item.freed);
    case WaitP95:
        return item.waitP95 ? waitText(*item.waitP95) : notKnown();
    case Bottleneck:
        return bottleneckText(item.bottleneck);
    default:
        return {};
    }
}

QVariant AdviceModel::number(const metrics::AdviceItem& item, int column) const {
    switch (column) {
    case Effort:
        return static_cast<int>(item.effort);
    case PerMonth:
        return item.perMonth.toDouble();
    case Cash:
        return item.cashPerMonth.toDouble();
    case Speedup:
        return item.speedup;
    case Freed:
        return item.freed.inHours();
    case WaitP95:
        return item.waitP95 ? QVariant(*item.waitP95) : QVariant();
    default:
        return text(item, column);
    }
}

QString AdviceModel::basis(const metrics::AdviceItem& item, int column) const {
    switch (column) {
    case PerMonth:
        return item.isEstimated
                   ? tr("Cash saved, and the GPU time set free on machines that are paid used or "
                        "not, at what a paid GPU-hour costs. An estimate: it rests on modelled "
                        "steps.")
                   : tr("Cash saved, and the GPU time set free on machines that are paid used or "
                        "not, at what a paid GPU-hour costs.");
    case Cash:
        return tr("The part that lowers the bill; negative: the bill grows, to %1 a month")
            .arg(moneyWithCurrency(item.costPerMonth));
    case Speedup:
        return tr("Mean run time before / after, of the jobs of the class");
    case Freed:
        return tr("GPU-hours held less than before over the plan, for the same work");
    case WaitP95:
        return tr("95 of 100 jobs wait less than this with the change");
    case Bottleneck:
        return tr("What limits the jobs' step once the change is made");
    case Effort:
        return tr("A setting: today. Code or data: this week. Hardware: this quarter.");
    default:
        return plainToolTip(text(item, column));
    }
}

QVariant AdviceModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const metrics::AdviceItem& shown = *item(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, column);
    case SortRole:
        return number(shown, column);
    case Qt::ToolTipRole:
        return basis(shown, column);
    case Qt::AccessibleTextRole:
        return text(shown, column) == notKnown() ? notKnownSpoken() : text(shown, column);
    case Qt::TextAlignmentRole:
        return side(isText(column));
    default:
        return {};
    }
}

QVariant AdviceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return side(isText(section));
    if (role != Qt::DisplayRole)
        return {};
    const QString currency =
        alternative() == nullptr ? QString() : toQString(alternative()->currency.code());
    switch (section) {
    case Title:
        return tr("Change");
    case JobClass:
        return tr("Jobs");
    case Effort:
        return tr("When");
    case PerMonth:
        return tr("%1/month").arg(currency);
    case Cash:
        return tr("of it cash");
    case Speedup:
        return tr("Faster");
    case Freed:
        return tr("Freed, GPU-h");
    case WaitP95:
        return tr("Wait p95");
    default:
        return tr("Limit then");
    }
}

// ---- plan -----------------------------------------------------------------------------------

void AdvicePlanModel::setResult(std::shared_ptr<const metrics::RunResult> result,
                                std::size_t alternative) {
    beginResetModel();
    m_result = std::move(result);
    m_alternative = alternative;
    collectRows();
    endResetModel();
}

const metrics::AlternativeResult* AdvicePlanModel::alternative() const {
    return advised(m_result.get(), m_alternative);
}

void AdvicePlanModel::collectRows() {
    m_rows.clear();
    if (this->alternative() == nullptr)
        return;
    const metrics::Advice& advice = *this->alternative()->advice;
    for (std::size_t step = 0; step < advice.plan.size(); ++step) {
        const std::vector<std::string>& titles = advice.plan[step].titles;
        for (const std::string& title : titles)
            m_rows.push_back({step, toQString(title), &title == &titles.back()});
    }
}

int AdvicePlanModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AdvicePlanModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AdvicePlanModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const metrics::Advice::PlanStep& step = alternative()->advice->plan[row.step];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        if (column == When)
            return effortText(step.effort);
        if (column == What)
            return row.title;
        if (!row.isLast)
            return QString();
        return column == Together ? gainText(step.perMonth) : timesText(step.speedup);
    case SortRole:
        if (column == When)
            return static_cast<int>(step.effort);
        if (column == What)
            return row.title;
        return column == Together ? step.perMonth.toDouble() : step.speedup;
    case Qt::ToolTipRole:
        return column <= What ? plainToolTip(row.title)
                              : tr("Of this step and all before it, run together");
    case Qt::TextAlignmentRole:
        return side(column <= What);
    default:
        return {};
    }
}

QVariant AdvicePlanModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return side(section <= What);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case When:
        return tr("When");
    case What:
        return tr("What is done");
    case Together:
        return tr("Together, %1/month")
            .arg(alternative() == nullptr ? QString() : toQString(alternative()->currency.code()));
    default:
        return tr("Faster");
    }
}

} // namespace gpuplan::gui
