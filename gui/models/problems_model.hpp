#pragma once
/// What is wrong, as a list: nothing is shown in a log alone.

#include "roles.hpp"

#include <gpuplan/base/diagnostic.hpp>

#include <QAbstractTableModel>
#include <QString>

namespace gpuplan::gui {

class ProblemsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Level, Message, Place, ColumnCount };
    /// JSON pointer of the value that is wrong; empty if there is none.
    static constexpr int PointerRole = PinnedRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setProblems(Diagnostics problems);
    int errorCount() const;
    int warningCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    int count(Severity severity) const;

    Diagnostics m_problems;
};

} // namespace gpuplan::gui
