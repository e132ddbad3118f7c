#include "gpu_time_model.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/report/chart_gpu_time.hpp>
#include <gpuplan/report/figures.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace gpuplan::gui {

void GpuTimeModel::setResult(std::shared_ptr<const metrics::RunResult> result) {
    beginResetModel();
    m_result = std::move(result);
    m_chart = m_result && !m_result->alternatives.empty() ? report::gpuTimeChart(*m_result)
                                                          : report::BarChart();
    endResetModel();
}

std::optional<double> GpuTimeModel::share(std::size_t alternative, std::size_t part) const {
    const std::vector<double>& values = m_chart.bars[alternative].values;
    const double whole = std::accumulate(values.begin(), values.end(), 0.0);
    return whole > 0 ? std::optional<double>(values[part] / whole) : std::nullopt;
}

std::optional<Money> GpuTimeModel::cost(std::size_t alternative, std::size_t part) const {
    const std::vector<metrics::Waste>& waste = m_result->alternatives[alternative].waste;
    const auto found = std::find_if(waste.begin(), waste.end(), [&](const metrics::Waste& one) {
        return report::causeName(one.cause, Language::English) == m_chart.parts[part].name;
    });
    return found == waste.end() ? std::nullopt : std::optional<Money>(found->cost);
}

QString GpuTimeModel::partText(std::size_t alternative, std::size_t part) const {
    const std::optional<double> paid = share(alternative, part);
    if (!paid)
        return tr("no GPU time is paid for");
    const metrics::AlternativeResult& of = m_result->alternatives[alternative];
    const QString name = toQString(m_chart.parts[part].name);
    const QString hours = numberText(*paid * of.gpuHours.paid.inHours());
    const std::optional<Money> money = cost(alternative, part);
    return money ? tr("%1, %2: %3 of the paid GPU time\n%4 GPU-hours, %5")
                       .arg(toQString(of.name), name, percentText(*paid), hours,
                            moneyWithCurrency(*money))
                 : tr("%1, %2: %3 of the paid GPU time\n%4 GPU-hours")
                       .arg(toQString(of.name), name, percentText(*paid), hours);
}

int GpuTimeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_chart.parts.size());
}

int GpuTimeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_chart.bars.size()) + 1;
}

QVariant GpuTimeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto part = static_cast<std::size_t>(index.row());
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                            : Qt::AlignRight | Qt::AlignVCenter);
    if (index.column() == 0) {
        if (role == Qt::DisplayRole)
            return toQString(m_chart.parts[part].name);
        return role == SortRole ? QVariant(index.row()) : QVariant(); // in the bars' order
    }
    const auto alternative = static_cast<std::size_t>(index.column() - 1);
    const std::optional<double> figure = share(alternative, part);
    switch (role) {
    case Qt::DisplayRole:
        return figure ? percentText(*figure) : notKnown();
    case SortRole:
        return figure ? QVariant(*figure) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(partText(alternative, part));
    case Qt::AccessibleTextRole:
        return figure ? percentText(*figure) : notKnownSpoken();
    default:
        return {};
    }
}

QVariant GpuTimeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                     : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Paid GPU time for")
                        : toQString(m_chart.bars[static_cast<std::size_t>(section - 1)].name);
}

} // namespace gpuplan::gui
