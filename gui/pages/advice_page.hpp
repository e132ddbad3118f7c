#pragma once
/// What helps most: changes that were run again, ordered by money, and the same as a plan.

#include <gpuplan/metrics/result.hpp>

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;

namespace gpuplan::gui {

class AdviceModel;
class AdvicePlanModel;
class TableView;

class AdvicePage final : public QWidget {
    Q_OBJECT
public:
    explicit AdvicePage(QWidget* parent = nullptr);

    /// \param advised  a result with advice; null: none was asked for yet
    void setAdvice(const std::shared_ptr<const metrics::RunResult>& advised);
    /// The advice is of other inputs than those shown.
    void setStale(bool isStale);
    /// \param canAsk  a scenario is open and nothing runs
    void setCanAsk(bool canAsk);

signals:
    void adviceRequested();
    /// The chosen change is wanted as an alternative of its own.
    void applyRequested(const QString& alternative, const gpuplan::metrics::AdviceItem& item);

private:
    void showAlternative();
    void showState();
    void apply();
    /// Null where none is chosen.
    const metrics::AdviceItem* chosenItem() const;

    std::shared_ptr<const metrics::RunResult> m_advised;
    bool m_isStale = false;
    QComboBox* m_alternative = nullptr;
    QPushButton* m_find = nullptr;
    QPushButton* m_apply = nullptr;
    QLabel* m_state = nullptr;
    AdviceModel* m_items = nullptr;
    AdvicePlanModel* m_plan = nullptr;
    TableView* m_itemTable = nullptr;
    TableView* m_planTable = nullptr;
};

} // namespace gpuplan::gui
