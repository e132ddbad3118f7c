#pragma once
/// The list of problems; a double click or Enter goes to the field.

#include <gpuplan/base/diagnostic.hpp>

#include <QWidget>

class QLabel;

namespace gpuplan::gui {

class ProblemsModel;
class TableView;

class ProblemsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setProblems(const Diagnostics& problems);
    /// `errors: 2, warnings: 1`; empty if there is nothing to say.
    QString summary() const;

    QSize sizeHint() const override;

signals:
    void problemActivated(const QString& pointer);

private:
    ProblemsModel* m_model = nullptr;
    QLabel* m_none = nullptr;
    TableView* m_table = nullptr;
};

} // namespace gpuplan::gui
