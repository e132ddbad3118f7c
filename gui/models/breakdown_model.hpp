#pragma once
/// A whole taken apart: one row a part, one column an alternative, the total last.

#include "roles.hpp"

#include <gpuplan/metrics/result.hpp>

#include <QAbstractTableModel>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace gpuplan::gui {

/// Parts in money: cost by account, or the cost of waste by cause. Cells of alternatives that do
/// not have the part are empty, not 0.
class BreakdownModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Of { CostByAccount, WasteByCause };

    explicit BreakdownModel(Of of, QObject* parent = nullptr);

    void setResult(std::shared_ptr<const metrics::RunResult> result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Cell {
        Money amount;
        QString basis;
        QString text; ///< the amount as shown: a column's parts sum to its total
    };
    struct Row {
        QString name;
        std::vector<std::optional<Cell>> cells; ///< by alternative
        bool isTotal = false;
    };
    void collectAccounts();
    void collectWaste();
    void addTotal();
    /// The row of a part, made at its first mention; parts keep that order.
    Row& row(const QString& name);

    Of m_of;
    std::shared_ptr<const metrics::RunResult> m_result;
    std::vector<Row> m_rows;
};

} // namespace gpuplan::gui
