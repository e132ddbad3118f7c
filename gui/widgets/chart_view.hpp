#pragma once
/// A chart with its table twin, to read, copy and take away.

#include <gpuplan/report/chart.hpp>

#include <QByteArray>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace gpuplan::gui {

class ChartPicture;
class ChartTableModel;
class TableView;

class ChartView final : public QWidget {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);

    void setChart(const report::LineChart& chart);
    /// Greys the figures and says why in `notice`; an empty one shows them fresh.
    void setNotice(const QString& notice);
    /// The chart's figures, for the clipboard and files; the same bytes in every locale.
    QString csv() const;
    /// The picture as a file: by the ending of `path` SVG, CSV, or PNG at twice the size.
    QByteArray exported(const QString& path) const;

public slots:
    void showTable(bool asTable);
    void copyCsv();

signals:
    /// The person asked for a file; who owns the disk writes it.
    void exportRequested();

private:
    ChartPicture* m_picture = nullptr;
    ChartTableModel* m_tableModel = nullptr;
    TableView* m_table = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_notice = nullptr;
    QToolButton* m_asTable = nullptr;
};

} // namespace gpuplan::gui
