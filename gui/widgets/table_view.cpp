#include "table_view.hpp"

#include "gui/models/roles.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>

namespace gpuplan::gui {

namespace {

/// Sorts by the numbers; a total stays below whatever it sums.
class SortedModel final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const bool leftLast = left.data(PinnedRole).toBool();
        if (leftLast != right.data(PinnedRole).toBool())
            return leftLast == (sortOrder() == Qt::DescendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

} // namespace

TableView::TableView(QAbstractItemModel& source, const QString& name, QWidget* parent)
    : QTableView(parent), m_sorted(new SortedModel(this)) {
    m_sorted->setSourceModel(&source);
    m_sorted->setSortRole(SortRole);
    setModel(m_sorted);
    setAccessibleName(name);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(false);
    connect(m_sorted, &QAbstractItemModel::modelReset, this, &TableView::fitColumns);

    auto* const copy = new QAction(tr("&Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(selectedText()); });
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void TableView::fitColumns() {
    resizeColumnsToContents();
    // A long text must not push the figures out of sight; its tool tip has it whole.
    const int widest = fontMetrics().height() * 24;
    for (int column = 0; column < m_sorted->columnCount(); ++column)
        setColumnWidth(column, qMin(columnWidth(column), widest));
}

void TableView::setFaded(bool isFaded) {
    m_isFaded = isFaded;
    applyFading();
}

void TableView::applyFading() {
    m_isApplying = true;
    // From the application's palette each time, so that a change of theme is followed.
    QPalette colors = QApplication::palette(this);
    if (m_isFaded)
        colors.setColor(QPalette::Text, colors.color(QPalette::Disabled, QPalette::Text));
    setPalette(m_isFaded ? colors : QPalette());
    m_isApplying = false;
}

void TableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && !m_isApplying)
        applyFading();
}

QString TableView::selectedText() const {
    const QModelIndexList selected = selectionModel()->selectedIndexes();
    const bool all = selected.size() < 2;
    QString text;
    const auto appendRow = [&](const QStringList& cells) {
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    QStringList headers;
    for (int column = 0; column < m_sorted->columnCount(); ++column)
        headers.append(m_sorted->headerData(column, Qt::Horizontal).toString());
    if (all)
        appendRow(headers);
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            const QModelIndex index = m_sorted->index(row, column);
            if (all || selected.contains(index))
                cells.append(index.data().toString());
        }
        if (!cells.isEmpty())
            appendRow(cells);
    }
    return text;
}

QSize TableView::minimumSizeHint() const {
    return {fontMetrics().height() * 12, fontMetrics().height() * 5};
}

QSize TableView::sizeHint() const {
    // Header, four rows, a scroll bar: what comparing takes.
    return {fontMetrics().height() * 40, fontMetrics().height() * 10};
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(selectedText());
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace gpuplan::gui
