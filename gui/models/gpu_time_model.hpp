#pragma once
/// Paid GPU time by what it was spent on: the table twin of its chart.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/bar_chart.hpp>

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace gpuplan::gui {

/// A row a part of the chart, a column an alternative, each figure a share of the paid GPU-hours.
class GpuTimeModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const metrics::RunResult> result);
    const report::BarChart& chart() const { return m_chart; }
    /// What a part of an alternative's bar is: share, GPU-hours and what they cost.
    QString partText(std::size_t alternative, std::size_t part) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    /// Nothing for an alternative that pays for no GPU time.
    std::optional<double> share(std::size_t alternative, std::size_t part) const;
    /// Of a part; nothing where its cost is not known.
    std::optional<Money> cost(std::size_t alternative, std::size_t part) const;

    std::shared_ptr<const metrics::RunResult> m_result;
    report::BarChart m_chart;
};

} // namespace gpuplan::gui
