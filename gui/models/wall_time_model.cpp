#include "wall_time_model.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/report/figures.hpp>

#include <QFont>

namespace gpuplan::gui {

void WallTimeModel::setStep(const metrics::StepResult* step) {
    constexpr double perHour = 3.6e9; // microseconds
    beginResetModel();
    m_rows.clear();
    Int128 total = 0;
    if (step != nullptr) {
        total = step->queued;
        for (const Int128 part : step->wall)
            total += part;
    }
    const auto add = [&](const QString& name, Int128 time) {
        m_rows.push_back({name, toDouble(time) / perHour, toDouble(time) / toDouble(total), false});
    };
    if (total > 0) {
        add(tr("waiting in the queue"), step->queued);
        for (std::size_t i = model::gpuStateCount; i-- > 0;) {
            const auto state = static_cast<model::GpuState>(i);
            if (step->wall[i] == 0)
                continue;
            add(state == model::GpuState::Compute
                    ? tr("computing")
                    : toQString(
                          report::causeName(std::string(model::name(state)), Language::English)),
                step->wall[i]);
        }
        m_rows.push_back({tr("Total"), toDouble(total) / perHour, 1, true});
    }
    endResetModel();
}

int WallTimeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int WallTimeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant WallTimeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == State)
            return row.name;
        return index.column() == Hours ? numberText(row.hours, 1) : percentText(row.share);
    case SortRole:
        if (index.column() == State)
            return index.row();
        return index.column() == Hours ? row.hours : row.share;
    case PinnedRole:
        return row.isTotal;
    case Qt::FontRole:
        if (row.isTotal) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ToolTipRole:
        return tr("Wall time of all jobs of the class, from submission to end");
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == State ? Qt::AlignLeft | Qt::AlignVCenter
                                                : Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant WallTimeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == State ? Qt::AlignLeft | Qt::AlignVCenter
                                         : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == State ? tr("Jobs' time") : section == Hours ? tr("Hours") : tr("Share");
}

} // namespace gpuplan::gui
