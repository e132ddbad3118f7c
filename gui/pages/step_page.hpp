#pragma once
/// Where time goes: one step of a class of jobs in a picture and in figures, how far its GPUs are
/// used, and whether it fits their memory.

#include <gpuplan/metrics/result.hpp>

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace gpuplan::gui {

class ShareBar;
class StepModel;
class StepPicture;
class TableView;
class WallTimeModel;

class StepPage final : public QWidget {
    Q_OBJECT
public:
    explicit StepPage(QWidget* parent = nullptr);

    /// Keeps the chosen alternative and class where the new result has them. Null, or a result
    /// without steps, shows what to add.
    void setResult(const std::shared_ptr<const metrics::RunResult>& result);
    void setStale(bool isStale);
    /// As StepPicture::exported; nothing where no step is shown.
    QByteArray exported() const;
    /// The scenario format's description, linked from the empty page; empty: no link.
    void setManual(const QString& path);

private:
    QWidget* buildChoice();
    QWidget* buildFigures();
    void showClasses();
    void showStep();
    const metrics::StepResult* chosen() const;

    std::shared_ptr<const metrics::RunResult> m_result;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_empty = nullptr;
    QComboBox* m_alternative = nullptr;
    QComboBox* m_class = nullptr;
    QComboBox* m_pass = nullptr;
    QLabel* m_summary = nullptr;
    StepPicture* m_picture = nullptr;
    StepModel* m_model = nullptr;
    WallTimeModel* m_wall = nullptr;
    TableView* m_table = nullptr;
    TableView* m_wallTable = nullptr;
    ShareBar* m_allocated = nullptr;
    ShareBar* m_busy = nullptr;
    ShareBar* m_tensor = nullptr;
    ShareBar* m_memory = nullptr;
    QLabel* m_memoryVerdict = nullptr;
};

} // namespace gpuplan::gui
