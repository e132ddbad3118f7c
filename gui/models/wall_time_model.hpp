#pragma once
/// What the jobs of a class spent their time on, from submission to end.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace gpuplan::gui {

/// A row a state the class was ever in, the queue first, the total last.
class WallTimeModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { State, Hours, Share, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null shows no rows.
    void setStep(const metrics::StepResult* step);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString name;
        double hours = 0;
        double share = 0;
        bool isTotal = false;
    };
    std::vector<Row> m_rows;
};

} // namespace gpuplan::gui
