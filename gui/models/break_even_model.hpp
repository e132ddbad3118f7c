#pragma once
/// Where one alternative becomes cheaper than another: one row a question.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>

#include <memory>

namespace gpuplan::gui {

class BreakEvenModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { First, Second, Question, Answer, Status, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const metrics::RunResult> result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const metrics::BreakEven& breakEven, int column) const;

    std::shared_ptr<const metrics::RunResult> m_result;
};

} // namespace gpuplan::gui
