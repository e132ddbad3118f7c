#include "break_even_model.hpp"

#include "gui/format/texts.hpp"

#include <utility>

namespace gpuplan::gui {

void BreakEvenModel::setResult(std::shared_ptr<const metrics::RunResult> result) {
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int BreakEvenModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->breakEven.size());
}

int BreakEvenModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString BreakEvenModel::text(const metrics::BreakEven& breakEven, int column) const {
    switch (column) {
    case First:
        return toQString(breakEven.a);
    case Second:
        return toQString(breakEven.b);
    case Question:
        return questionText(breakEven.by);
    case Answer: {
        QStringList points;
        for (const double at : breakEven.at)
            points.append(crossingText(breakEven.by, at, m_result->scenario.currency));
        return points.isEmpty() ? notKnown() : points.join(tr(", "));
    }
    case Status:
        return statusText(breakEven.status);
    default:
        return {};
    }
}

QVariant BreakEvenModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const metrics::BreakEven& breakEven =
        m_result->breakEven[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(breakEven, index.column());
    case SortRole:
        if (index.column() == Answer)
            return breakEven.at.empty() ? QVariant() : QVariant(breakEven.at.front());
        return text(breakEven, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(toQString(breakEven.explanation));
    case Qt::AccessibleTextRole:
        return index.column() == Answer && breakEven.at.empty() ? tr("no crossing")
                                                                : text(breakEven, index.column());
    default:
        return {};
    }
}

QVariant BreakEvenModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    switch (section) {
    case First:
        return tr("Alternative");
    case Second:
        return tr("Against");
    case Question:
        return tr("By");
    case Answer:
        return tr("Break-even at");
    case Status:
        return tr("How");
    default:
        return {};
    }
}

} // namespace gpuplan::gui
