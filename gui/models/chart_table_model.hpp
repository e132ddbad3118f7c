#pragma once
/// The figures behind a chart: its table twin.

#include "roles.hpp"

#include <gpuplan/report/chart.hpp>

#include <QAbstractTableModel>

namespace gpuplan::gui {

class ChartTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(report::ChartTable table);
    const report::ChartTable& table() const { return m_table; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    report::ChartTable m_table;
};

} // namespace gpuplan::gui
