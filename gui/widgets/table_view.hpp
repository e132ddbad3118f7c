#pragma once
/// A table that sorts by its numbers and copies as tab-separated text.

#include <QTableView>

class QSortFilterProxyModel;

namespace gpuplan::gui {

class TableView final : public QTableView {
    Q_OBJECT
public:
    /// \param name  accessible name: what the table is of
    TableView(QAbstractItemModel& source, const QString& name, QWidget* parent = nullptr);

    /// Greyed, for figures that are no longer those of the inputs.
    void setFaded(bool isFaded);
    /// The selected cells, or all of them with their headers where none or one is selected.
    QString selectedText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    void applyFading();

    QSortFilterProxyModel* m_sorted = nullptr;
    bool m_isFaded = false;
    bool m_isApplying = false;
};

} // namespace gpuplan::gui
