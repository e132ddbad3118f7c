#pragma once
/// What the window shows before a scenario is open: recent files and examples.

#include <QStringList>
#include <QWidget>

class QListWidget;

namespace gpuplan::gui {

class StartPage final : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    void setExamples(const QStringList& paths);

signals:
    void openRequested();
    void fileChosen(const QString& path);

private:
    QListWidget* addList(const QString& title, const QString& name);

    QListWidget* m_recent = nullptr;
    QListWidget* m_examples = nullptr;
};

/// Scenario files (`*.json`) of a folder, by name.
QStringList scenarioFiles(const QString& folder);

} // namespace gpuplan::gui
