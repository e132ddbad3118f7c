#include "chart_table_model.hpp"

#include "gui/format/texts.hpp"

#include <utility>

namespace gpuplan::gui {

void ChartTableModel::setTable(report::ChartTable table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::optional<Decimal>& figure =
        m_table
            .rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return figure ? numberText(figure->toDouble(), index.column() == 0 ? 0 : 2) : notKnown();
    case SortRole:
        return figure ? QVariant(figure->toDouble()) : QVariant();
    case Qt::ToolTipRole:
        return figure ? toQString(figure->text()) : notKnownSpoken();
    case Qt::AccessibleTextRole:
        return figure ? QVariant() : QVariant(notKnownSpoken());
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole)
        return toQString(m_table.columns[static_cast<std::size_t>(section)]);
    return {};
}

} // namespace gpuplan::gui
