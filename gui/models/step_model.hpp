#pragma once
/// One step in figures: the table twin of its picture.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>

#include <optional>

namespace gpuplan::gui {

/// A row a stage, the whole step last.
class StepModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        StageName,
        Adds,    ///< ms it adds to the step
        Share,   ///< of the step
        Alone,   ///< ms before anything hides behind anything
        Without, ///< ms of the step if this cause were gone
        Speedup, ///< of the step then
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Nothing shows no rows. \param step  warm or cold, with the stages' times
    void setStep(const std::optional<perf::StepBreakdown>& step);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    bool isTotal(int row) const;
    /// Seconds, a share or a factor; nothing where a row has no such figure.
    std::optional<double> number(int row, int column) const;
    QString text(int row, int column) const;
    QString basis(int row, int column) const;

    std::optional<perf::StepBreakdown> m_step;
};

} // namespace gpuplan::gui
