#include "step_model.hpp"

#include "gui/format/step_texts.hpp"
#include "gui/format/step_timeline.hpp"
#include "gui/format/texts.hpp"

#include <QFont>

namespace gpuplan::gui {

void StepModel::setStep(const std::optional<perf::StepBreakdown>& step) {
    beginResetModel();
    m_step = step;
    endResetModel();
}

int StepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_step ? 0 : static_cast<int>(perf::stageCount) + 1;
}

int StepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

bool StepModel::isTotal(int row) const {
    return row == static_cast<int>(perf::stageCount);
}

std::optional<double> StepModel::number(int row, int column) const {
    const double step = m_step->step();
    if (isTotal(row)) {
        if (column == Adds)
            return step;
        return column == Share ? std::optional<double>(1) : std::nullopt;
    }
    const auto stage = static_cast<perf::Stage>(row);
    // Without computing there is no step to speak of.
    const double without = m_step->without[static_cast<std::size_t>(row)];
    const bool canGo = stage != perf::Stage::Compute && without > 0;
    switch (column) {
    case Adds:
        return m_step->part(stage);
    case Share:
        return step > 0 ? std::optional<double>(m_step->part(stage) / step) : std::nullopt;
    case Alone:
        return aloneTime(*m_step, stage);
    case Without:
        return canGo ? std::optional<double>(without) : std::nullopt;
    case Speedup:
        return canGo ? std::optional<double>(step / without) : std::nullopt;
    default:
        return std::nullopt;
    }
}

QString StepModel::text(int row, int column) const {
    if (column == StageName)
        return isTotal(row) ? tr("Step") : stageText(static_cast<perf::Stage>(row));
    const std::optional<double> figure = number(row, column);
    if (!figure)
        return isTotal(row) ? QString() : notKnown();
    if (column == Share)
        return percentText(*figure);
    return column == Speedup ? timesText(*figure) : millisText(*figure, m_step->step());
}

QString StepModel::basis(int row, int column) const {
    if (isTotal(row))
        return tr("Sum of the rows above, %1, %2")
            .arg(layerText(m_step->layer), basisText(m_step->basis));
    const auto stage = static_cast<perf::Stage>(row);
    switch (column) {
    case StageName:
        return stageMeaning(stage);
    case Adds:
    case Share:
        return tr("What %1 adds to the step; what hides behind something else adds nothing")
            .arg(stageText(stage));
    case Alone:
        return tr("The stage's own time before anything hides behind anything");
    case Without:
    case Speedup:
        return stage == perf::Stage::Compute
                   ? tr("Computing is the work itself")
                   : tr("The step without this one cause, the others as they are");
    default:
        return {};
    }
}

QVariant StepModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case SortRole: {
        if (column == StageName)
            return row; // in the step's own order
        const std::optional<double> figure = number(row, column);
        return figure ? QVariant(*figure) : QVariant();
    }
    case PinnedRole:
        return isTotal(row);
    case Qt::FontRole:
        if (isTotal(row)) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ToolTipRole:
        return basis(row, column);
    case Qt::AccessibleTextRole:
        if (column == StageName || number(row, column))
            return text(row, column);
        return isTotal(row) ? tr("none") : notKnownSpoken();
    case Qt::TextAlignmentRole:
        return QVariant(column == StageName ? Qt::AlignLeft | Qt::AlignVCenter
                                            : Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == StageName ? Qt::AlignLeft | Qt::AlignVCenter
                                             : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case StageName:
        return tr("Stage");
    case Adds:
        return tr("Adds, ms");
    case Share:
        return tr("Share");
    case Alone:
        return tr("Alone, ms");
    case Without:
        return tr("Without it, ms");
    default:
        return tr("Faster");
    }
}

} // namespace gpuplan::gui
