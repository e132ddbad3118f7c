#pragma once
/// What helps most: one row a change, dearest gain first.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace gpuplan::gui {

class AdviceModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Title,
        Effort,
        PerMonth, ///< cash and GPU time set free
        Cash,     ///< the part that lowers the bill
        Speedup,
        WaitP95,
        Bottleneck,
        Freed, ///< GPU-hours held less for the same work
        JobClass,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// The advice of `result`'s alternative; null, or one without advice, shows no rows.
    void setResult(std::shared_ptr<const metrics::RunResult> result, std::size_t alternative = 0);
    /// Null where there is none.
    const metrics::AdviceItem* item(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const metrics::AlternativeResult* alternative() const;
    QString text(const metrics::AdviceItem& item, int column) const;
    QVariant number(const metrics::AdviceItem& item, int column) const;
    QString basis(const metrics::AdviceItem& item, int column) const;

    std::shared_ptr<const metrics::RunResult> m_result;
    std::size_t m_alternative = 0;
};

/// The advice as a plan: one row a change, and behind the last change of a step what all steps so
/// far give together.
class AdvicePlanModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { When, What, Together, Speedup, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const metrics::RunResult> result, std::size_t alternative = 0);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const metrics::AlternativeResult* alternative() const;
    void collectRows();

    struct Row {
        std::size_t step = 0;
        QString title;
        bool isLast = false; ///< of its step
    };

    std::shared_ptr<const metrics::RunResult> m_result;
    std::size_t m_alternative = 0;
    std::vector<Row> m_rows;
};

} // namespace gpuplan::gui
