#pragma once
/// The comparison: one row an alternative, one column a figure.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>

#include <memory>

namespace gpuplan::gui {

class AlternativesModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Kind,
        TotalCost,
        Difference, ///< to the cheapest
        PerUsefulHour,
        PerAllocatedHour,
        Allocated, ///< share of capacity
        UsefulHours,
        PaidHours,
        MeanWait,
        WaitP95,
        JobsCompleted,
        JobsNotDone, ///< rejected, running or queued at the plan's end
        PresentValue,
        Payback,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const metrics::RunResult> result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const metrics::AlternativeResult& alternative, int column) const;
    QVariant number(const metrics::AlternativeResult& alternative, int column) const;
    QString basis(const metrics::AlternativeResult& alternative, int column) const;

    std::shared_ptr<const metrics::RunResult> m_result;
    std::size_t m_cheapest = 0;
};

} // namespace gpuplan::gui
