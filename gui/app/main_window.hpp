#pragma once
/// The one window: pages in the middle, inputs and problems in docks around them.

#include "gui/run/session.hpp"
#include "settings.hpp"

#include <QMainWindow>

#include <memory>

class QLabel;
class QMenu;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace gpuplan::gui {

class CompareView;
class InputsPanel;
class ProblemsPanel;
class StartPage;

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Session& session, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    void setExamples(const QStringList& paths);
    /// The scenario format's description; a file that is not there is not linked.
    void setManual(const QString& path);

    /// As CompareView::showPage.
    bool showPage(const QString& name);

public slots:
    void openScenario();
    void openFile(const QString& path);
    void saveScenario();
    void saveScenarioAs();
    void exportChart();
    void resetLayout();

signals:
    void themeChosen(gpuplan::gui::Theme theme);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildDocks();
    void buildStatus();
    void buildFileMenu();
    void buildEditMenu();
    void buildRunMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void followSession();
    void updateTitle();
    void showRunState(bool isRunning);
    void showProblems();
    void fillRecentMenu();
    void restoreWindow();
    /// Does `then` once nothing unsaved is in its way: at once, or after the person chose to
    /// discard or to save, or never.
    void leave(std::function<void()> then);

    Session& m_session;
    Settings& m_settings;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    CompareView* m_compare = nullptr;
    InputsPanel* m_inputs = nullptr;
    ProblemsPanel* m_problems = nullptr;
    QDockWidget* m_inputsDock = nullptr;
    QDockWidget* m_problemsDock = nullptr;
    QMenu* m_recentMenu = nullptr;
    QAction* m_save = nullptr;
    QAction* m_saveAs = nullptr;
    QAction* m_export = nullptr;
    QAction* m_resetInputs = nullptr;
    QAction* m_run = nullptr;
    QAction* m_findAdvice = nullptr;
    QAction* m_cancel = nullptr;
    QLabel* m_state = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_cancelButton = nullptr;
    QByteArray m_defaultState;
    std::function<void()> m_afterSave; ///< what waits for the file to be whole
    bool m_mayClose = false;
};

} // namespace gpuplan::gui
