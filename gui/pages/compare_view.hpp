#pragma once
/// The answer: the verdict, and below it pages: cost with its chart and tables, where the time of a
/// step goes, what GPU time was spent on, and what helps most.

#include <gpuplan/metrics/result.hpp>

#include <QWidget>

#include <memory>

class QAbstractItemModel;
class QLabel;
class QTabWidget;

namespace gpuplan::gui {

class AdvicePage;
class AlternativesModel;
class BreakEvenModel;
class BreakdownModel;
class ChartView;
class GpuTimePage;
class StepPage;
class TableView;

class CompareView final : public QWidget {
    Q_OBJECT
public:
    explicit CompareView(QWidget* parent = nullptr);

    /// Null shows that there is no result yet.
    void setResult(const std::shared_ptr<const metrics::RunResult>& result);
    /// Greys what is shown, with a word why.
    void setStale(bool isStale);
    /// Turns to the page: `cost`, `steps`, `gpu-time`, `advice`. \return false: there is none
    bool showPage(const QString& name);
    /// What the picture of the page shown can be saved as, for a file dialog; empty: it has none.
    QString exportFilter() const;
    /// That picture as a file, by the ending of `path`.
    QByteArray exported(const QString& path) const;
    ChartView& chartView() { return *m_chart; }
    StepPage& stepPage() { return *m_steps; }
    AdvicePage& advicePage() { return *m_advice; }

private:
    QWidget* buildCostPage();
    TableView* addTable(QAbstractItemModel& model, const QString& title, const QString& name);

    QLabel* m_question = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_reservations = nullptr; ///< what limits the verdict
    ChartView* m_chart = nullptr;
    QTabWidget* m_pages = nullptr;
    StepPage* m_steps = nullptr;
    GpuTimePage* m_gpuTime = nullptr;
    AdvicePage* m_advice = nullptr;
    QTabWidget* m_tabs = nullptr;
    AlternativesModel* m_alternatives = nullptr;
    BreakdownModel* m_costs = nullptr;
    BreakdownModel* m_waste = nullptr;
    BreakEvenModel* m_breakEven = nullptr;
    QList<TableView*> m_tables;
};

} // namespace gpuplan::gui
