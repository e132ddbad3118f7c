#pragma once
/// The answer: verdict, chart, and the tables behind them.

#include <gpuplan/metrics/result.hpp>

#include <QWidget>

#include <memory>

class QAbstractItemModel;
class QLabel;
class QTabWidget;

namespace gpuplan::gui {

class AlternativesModel;
class BreakEvenModel;
class BreakdownModel;
class ChartView;
class TableView;

class CompareView final : public QWidget {
    Q_OBJECT
public:
    explicit CompareView(QWidget* parent = nullptr);

    /// Null shows that there is no result yet.
    void setResult(const std::shared_ptr<const metrics::RunResult>& result);
    /// Greys what is shown, with a word why.
    void setStale(bool isStale);
    ChartView& chartView() { return *m_chart; }

private:
    TableView* addTable(QAbstractItemModel& model, const QString& title, const QString& name);

    QLabel* m_question = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_reservations = nullptr; ///< what limits the verdict
    ChartView* m_chart = nullptr;
    QTabWidget* m_tabs = nullptr;
    AlternativesModel* m_alternatives = nullptr;
    BreakdownModel* m_costs = nullptr;
    BreakdownModel* m_waste = nullptr;
    BreakEvenModel* m_breakEven = nullptr;
    QList<TableView*> m_tables;
};

} // namespace gpuplan::gui
