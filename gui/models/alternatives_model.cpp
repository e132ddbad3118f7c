#include "alternatives_model.hpp"

#include "gui/format/texts.hpp"

#include <QFont>

#include <algorithm>
#include <utility>

namespace gpuplan::gui {

namespace {

using metrics::AlternativeResult;

std::uint64_t notDone(const history::JobCounts& jobs) {
    return jobs.rejected + jobs.running + jobs.queued;
}

/// Text of a value that may not be known.
template <typename T, typename Format>
QString orNotKnown(const std::optional<T>& value, Format format) {
    return value ? format(*value) : notKnown();
}

QVariant optionalNumber(const std::optional<double>& value) {
    return value ? QVariant(*value) : QVariant();
}

QVariant optionalNumber(const std::optional<Decimal>& value) {
    return value ? QVariant(value->toDouble()) : QVariant();
}

/// True if a figure rests on an assumed share: `/gpu_hours/busy` and all below it.
bool isEstimated(const AlternativeResult& alternative, const std::string& pointer) {
    return std::any_of(alternative.estimated.begin(), alternative.estimated.end(),
                       [&](const std::string& estimated) { return estimated == pointer; });
}

} // namespace

void AlternativesModel::setResult(std::shared_ptr<const metrics::RunResult> result) {
    beginResetModel();
    m_result = std::move(result);
    m_cheapest = m_result && !m_result->alternatives.empty() ? m_result->cheapest() : 0;
    endResetModel();
}

int AlternativesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->alternatives.size());
}

int AlternativesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AlternativesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const AlternativeResult& alternative = m_result->alternatives[row];
    switch (role) {
    case Qt::DisplayRole:
        return text(alternative, index.column());
    case SortRole: {
        const QVariant value = number(alternative, index.column());
        return value.isValid() || index.column() > Kind ? value : text(alternative, index.column());
    }
    case Qt::ToolTipRole:
        return plainToolTip(basis(alternative, index.column()));
    case Qt::AccessibleTextRole:
        if (index.column() == Name && row == m_cheapest)
            return tr("%1, the cheapest").arg(toQString(alternative.name));
        return text(alternative, index.column()) == notKnown() ? notKnownSpoken()
                                                               : text(alternative, index.column());
    case Qt::TextAlignmentRole:
        return QVariant(index.column() <= Kind ? Qt::AlignLeft | Qt::AlignVCenter
                                               : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole:
        if (row == m_cheapest && index.column() <= TotalCost) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QString AlternativesModel::text(const AlternativeResult& alternative, int column) const {
    const Money least = m_result->alternatives[m_cheapest].cost.total;
    switch (column) {
    case Name:
        return toQString(alternative.name);
    case Kind:
        return kindText(alternative.kind);
    case TotalCost:
        return moneyText(alternative.cost.total);
    case Difference:
        return &alternative == &m_result->alternatives[m_cheapest]
                   ? tr("cheapest")
                   : tr("+%1").arg(moneyText(alternative.cost.total - least));
    case PerUsefulHour:
        return orNotKnown(alternative.perUseful, rateText);
    case PerAllocatedHour:
        return orNotKnown(alternative.perAllocated, rateText);
    case Allocated:
        return orNotKnown(alternative.allocatedShare, percentText);
    case UsefulHours:
        return orNotKnown(alternative.gpuHours.useful, hoursText);
    case PaidHours:
        return hoursText(alternative.gpuHours.paid);
    case MeanWait:
        return alternative.wait ? waitText(alternative.wait->mean) : notKnown();
    case WaitP95:
        return alternative.wait ? waitText(alternative.wait->p95) : notKnown();
    case JobsCompleted:
        return numberText(static_cast<double>(alternative.jobs.completed));
    case JobsNotDone:
        return numberText(static_cast<double>(notDone(alternative.jobs)));
    case PresentValue:
        return orNotKnown(alternative.npv, amountText);
    case Payback:
        return orNotKnown(alternative.paybackSimple,
                          [](double months) { return tr("month %1").arg(numberText(months, 1)); });
    default:
        return {};
    }
}

QVariant AlternativesModel::number(const AlternativeResult& alternative, int column) const {
    switch (column) {
    case TotalCost:
    case Difference:
        return alternative.cost.total.toDouble();
    case PerUsefulHour:
        return optionalNumber(alternative.perUseful);
    case PerAllocatedHour:
        return optionalNumber(alternative.perAllocated);
    case Allocated:
        return optionalNumber(alternative.allocatedShare);
    case UsefulHours:
        return alternative.gpuHours.useful ? QVariant(alternative.gpuHours.useful->inHours())
                                           : QVariant();
    case PaidHours:
        return alternative.gpuHours.paid.inHours();
    case MeanWait:
        return alternative.wait ? QVariant(alternative.wait->mean) : QVariant();
    case WaitP95:
        return alternative.wait ? QVariant(alternative.wait->p95) : QVariant();
    case JobsCompleted:
        return static_cast<double>(alternative.jobs.completed);
    case JobsNotDone:
        return static_cast<double>(notDone(alternative.jobs));
    case PresentValue:
        return optionalNumber(alternative.npv);
    case Payback:
        return optionalNumber(alternative.paybackSimple);
    default:
        return {};
    }
}

QString AlternativesModel::basis(const AlternativeResult& alternative, int column) const {
    const QString total = moneyWithCurrency(alternative.cost.total);
    QString text;
    switch (column) {
    case Name:
    case Kind: {
        QStringList lines;
        for (const std::string& assumption : alternative.assumptions)
            lines.append(toQString(assumption));
        return lines.isEmpty() ? toQString(alternative.name) : lines.join(QLatin1Char('\n'));
    }
    case TotalCost:
        return tr("%1 over %2 months: what was used, purchases spread over their life.\n"
                  "The accounts it is the sum of stand under \"Cost by account\".")
            .arg(total, numberText(static_cast<double>(m_result->scenario.horizonMonths)));
    case Difference:
        return tr("%1 less %2 of %3")
            .arg(total, moneyWithCurrency(m_result->alternatives[m_cheapest].cost.total),
                 toQString(m_result->alternatives[m_cheapest].name));
    case PerUsefulHour:
        if (!alternative.gpuHours.useful)
            return tr("not known: nothing says which part of their GPU time these jobs use");
        text = tr("%1 / %2 useful GPU-hours").arg(total, hoursText(*alternative.gpuHours.useful));
        break;
    case PerAllocatedHour:
        return tr("%1 / %2 GPU-hours held by jobs")
            .arg(total, hoursText(alternative.gpuHours.allocated));
    case Allocated:
        return tr("%1 GPU-hours held by jobs / %2 GPU-hours of capacity")
            .arg(hoursText(alternative.gpuHours.allocated),
                 hoursText(alternative.gpuHours.capacity));
    case UsefulHours:
        text = tr("GPU-hours in which jobs computed and made progress that lasts");
        break;
    case PaidHours:
        return tr("GPU-hours on the bill: leased, reserved or owned");
    case MeanWait:
    case WaitP95:
        return tr("Time from submit to start, over the jobs that started; the 95th percentile is "
                  "by nearest rank");
    case JobsCompleted:
        return tr("%1 of %2 jobs were done within the plan")
            .arg(numberText(static_cast<double>(alternative.jobs.completed)),
                 numberText(static_cast<double>(alternative.jobs.total)));
    case JobsNotDone:
        return tr("%1 can never fit, %2 still ran and %3 still waited at the plan's end")
            .arg(numberText(static_cast<double>(alternative.jobs.rejected)),
                 numberText(static_cast<double>(alternative.jobs.running)),
                 numberText(static_cast<double>(alternative.jobs.queued)));
    case PresentValue:
        return tr("Payments discounted at %1 a year, costs positive")
            .arg(percentText(m_result->scenario.discountRate.value.toDouble()));
    case Payback:
        return tr("When the purchase has paid for itself against the cheapest alternative that "
                  "buys nothing, not discounted");
    default:
        return {};
    }
    if (isEstimated(alternative, "/gpu_hours/useful"))
        text += QLatin1Char('\n') + tr("Rests on assumed shares of what jobs do with their GPUs");
    return text;
}

QVariant AlternativesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || section < 0 || section >= ColumnCount)
        return role == Qt::DisplayRole && section >= 0 ? QVariant(section + 1) : QVariant();
    const QString currency =
        m_result ? toQString(m_result->scenario.currency.code()) : tr("currency");
    if (role == Qt::TextAlignmentRole)
        return QVariant(section <= Kind ? Qt::AlignLeft | Qt::AlignVCenter
                                        : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Alternative");
    case Kind:
        return tr("Kind");
    case TotalCost:
        return tr("Total cost, %1").arg(currency);
    case Difference:
        return tr("Difference, %1").arg(currency);
    case PerUsefulHour:
        return tr("%1 per useful GPU-h").arg(currency);
    case PerAllocatedHour:
        return tr("%1 per held GPU-h").arg(currency);
    case Allocated:
        return tr("Allocated");
    case UsefulHours:
        return tr("Useful GPU-h");
    case PaidHours:
        return tr("Paid GPU-h");
    case MeanWait:
        return tr("Mean wait");
    case WaitP95:
        return tr("Wait, 95 %");
    case JobsCompleted:
        return tr("Jobs done");
    case JobsNotDone:
        return tr("Not done");
    case PresentValue:
        return tr("NPV, %1").arg(currency);
    case Payback:
        return tr("Payback");
    default:
        return {};
    }
}

} // namespace gpuplan::gui
