#include "main_window.hpp"

#include "gui/document/apply_advice.hpp"
#include "gui/document/recent_files.hpp"
#include "gui/format/texts.hpp"
#include "gui/pages/advice_page.hpp"
#include "gui/pages/compare_view.hpp"
#include "gui/pages/inputs_panel.hpp"
#include "gui/pages/problems_panel.hpp"
#include "gui/pages/start_page.hpp"
#include "gui/pages/step_page.hpp"
#include "gui/widgets/chart_view.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace gpuplan::gui {

MainWindow::MainWindow(Session& session, Settings& settings, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_settings(settings), m_pages(new QStackedWidget),
      m_start(new StartPage), m_compare(new CompareView) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_compare);
    setCentralWidget(m_pages);
    buildDocks();
    buildStatus();
    buildFileMenu();
    buildEditMenu();
    buildRunMenu();
    buildViewMenu();
    buildHelpMenu();
    followSession();
    updateTitle();
    showRunState(false);
    showProblems();
    m_session.setRunsAfterEdits(m_settings.runsAfterEdits());
    m_start->setRecentFiles(m_settings.recentFiles());
    restoreWindow();
}

MainWindow::~MainWindow() = default;

void MainWindow::setExamples(const QStringList& paths) {
    m_start->setExamples(paths);
}

void MainWindow::setManual(const QString& path) {
    m_compare->stepPage().setManual(QFileInfo::exists(path) ? path : QString());
}

bool MainWindow::showPage(const QString& name) {
    return m_compare->showPage(name);
}

void MainWindow::buildDocks() {
    const auto add = [this](QWidget* content, const QString& title, const QString& name,
                            Qt::DockWidgetArea area) {
        auto* const dock = new QDockWidget(title, this);
        dock->setObjectName(name);
        dock->setWidget(content);
        addDockWidget(area, dock);
        return dock;
    };
    m_inputs = new InputsPanel(m_session.document());
    m_problems = new ProblemsPanel;
    m_inputsDock =
        add(m_inputs, tr("Inputs"), QStringLiteral("inputsDock"), Qt::LeftDockWidgetArea);
    m_problemsDock =
        add(m_problems, tr("Problems"), QStringLiteral("problemsDock"), Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    connect(m_inputs, &InputsPanel::fieldProblemsChanged, &m_session, &Session::setFieldProblems);
    connect(m_problems, &ProblemsPanel::problemActivated, this, [this](const QString& pointer) {
        m_inputsDock->show();
        if (!m_inputs->showField(pointer))
            statusBar()->showMessage(tr("This value has no field here; it stands in the file."),
                                     5000);
    });
}

void MainWindow::buildStatus() {
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("runState"));
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("progress"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setRange(0, 100);
    m_progress->setMaximumWidth(fontMetrics().height() * 14);
    m_cancelButton = new QToolButton;
    m_cancelButton->setObjectName(QStringLiteral("cancelButton"));
    m_cancelButton->setFocusPolicy(Qt::StrongFocus);
    statusBar()->addPermanentWidget(m_state);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_cancelButton);
}

void MainWindow::buildFileMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&File"));
    QToolBar* const bar = addToolBar(tr("Main"));
    bar->setObjectName(QStringLiteral("mainBar"));
    bar->addAction(
        menu->addAction(tr("&Open\u2026"), QKeySequence::Open, this, &MainWindow::openScenario));
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    m_save = menu->addAction(tr("&Save"), QKeySequence::Save, this, &MainWindow::saveScenario);
    bar->addAction(m_save);
    m_saveAs = menu->addAction(tr("Save &as\u2026"), QKeySequence::SaveAs, this,
                               &MainWindow::saveScenarioAs);
    menu->addSeparator();
    m_export = menu->addAction(tr("&Export chart\u2026"), QKeySequence(Qt::CTRL | Qt::Key_E), this,
                               &MainWindow::exportChart);
    menu->addSeparator();
    QAction* const quit =
        menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &MainWindow::close);
    quit->setMenuRole(QAction::QuitRole);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openScenario);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(&m_compare->chartView(), &ChartView::exportRequested, this, &MainWindow::exportChart);
}

void MainWindow::buildEditMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Edit"));
    auto* const bar = findChild<QToolBar*>(QStringLiteral("mainBar"));
    QUndoStack* const stack = m_session.document().undoStack();
    QAction* const undo = stack->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = stack->createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addAction(undo);
    menu->addAction(redo);
    bar->addSeparator();
    // On the bar the bare words: the names of edits would make it jump.
    for (const auto& [action, word] : {std::pair{undo, tr("Undo")}, {redo, tr("Redo")}}) {
        auto* const button = new QToolButton;
        button->setText(word);
        button->setAutoRaise(true);
        button->setEnabled(action->isEnabled());
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button, [button, action = action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->text().remove(QLatin1Char('&')));
        });
        bar->addWidget(button);
    }
    menu->addSeparator();
    m_resetInputs =
        menu->addAction(tr("Reset &inputs to the file's"), m_inputs, &InputsPanel::resetAll);
}

void MainWindow::buildRunMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Run"));
    auto* const bar = findChild<QToolBar*>(QStringLiteral("mainBar"));
    bar->addSeparator();
    m_run = menu->addAction(tr("&Run"), QKeySequence(Qt::Key_F5), &m_session, &Session::startRun);
    m_run->setObjectName(QStringLiteral("runAction"));
    m_findAdvice =
        menu->addAction(tr("Find what helps &most"), QKeySequence(Qt::SHIFT | Qt::Key_F5),
                        &m_session, &Session::startAdvice);
    m_findAdvice->setObjectName(QStringLiteral("adviceAction"));
    connect(&m_compare->advicePage(), &AdvicePage::adviceRequested, &m_session,
            &Session::startAdvice);
    connect(&m_compare->advicePage(), &AdvicePage::applyRequested, this,
            [this](const QString& alternative, const metrics::AdviceItem& item) {
                ScenarioDocument& document = m_session.document();
                document.edit(tr("adding of \u201c%1\u201d").arg(toQString(item.title)),
                              std::make_shared<const model::Scenario>(
                                  withAdvice(*document.scenario(), toUtf8(alternative), item)));
            });
    m_cancel = menu->addAction(tr("&Cancel"), QKeySequence(Qt::Key_Escape), &m_session,
                               &Session::cancelRun);
    m_cancel->setObjectName(QStringLiteral("cancelAction"));
    m_cancelButton->setDefaultAction(m_cancel);
    bar->addAction(m_run);
    bar->addAction(m_cancel);
    menu->addSeparator();
    QAction* const automatic = menu->addAction(tr("Run after each &edit"));
    automatic->setCheckable(true);
    automatic->setChecked(m_settings.runsAfterEdits());
    connect(automatic, &QAction::toggled, this, [this](bool runs) {
        m_settings.setRunsAfterEdits(runs);
        m_session.setRunsAfterEdits(runs);
    });
}

void MainWindow::buildViewMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&View"));
    menu->addAction(m_inputsDock->toggleViewAction());
    menu->addAction(m_problemsDock->toggleViewAction());
    menu->addSeparator();
    QMenu* const themes = menu->addMenu(tr("&Theme"));
    auto* const group = new QActionGroup(this);
    for (const auto& [theme, name] : {std::pair{Theme::System, tr("As the &system")},
                                      {Theme::Light, tr("&Light")},
                                      {Theme::Dark, tr("&Dark")}}) {
        QAction* const action = themes->addAction(name);
        action->setCheckable(true);
        action->setChecked(theme == m_settings.theme());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, theme = theme] {
            m_settings.setTheme(theme);
            emit themeChosen(theme);
        });
    }
    menu->addSeparator();
    menu->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
}

void MainWindow::buildHelpMenu() {
    QMenu* const menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&About gpuplan"), QKeySequence::HelpContents, this, [this] {
        QMessageBox::about(
            this, tr("About gpuplan"),
            tr("gpuplan %1\n\nRent, reserve, buy or mix GPUs: how many, and what is wasted.\n\n"
               "Left are the inputs of the open scenario. Each change runs it anew; F5 runs it on "
               "demand, Esc stops. Hold the pointer over a figure to see what it rests on.")
                .arg(QCoreApplication::applicationVersion()));
    });
}

void MainWindow::followSession() {
    connect(&m_session, &Session::resultChanged, this, [this] {
        m_compare->setResult(m_session.result());
        m_export->setEnabled(m_session.result() != nullptr);
    });
    connect(&m_session, &Session::staleChanged, m_compare, &CompareView::setStale);
    connect(&m_session, &Session::adviceChanged, this,
            [this] { m_compare->advicePage().setAdvice(m_session.advice()); });
    connect(&m_session, &Session::adviceStaleChanged, &m_compare->advicePage(),
            &AdvicePage::setStale);
    connect(&m_session, &Session::runStateChanged, this, &MainWindow::showRunState);
    connect(&m_session, &Session::progressChanged, this, [this](double done, const QString& what) {
        m_progress->setValue(static_cast<int>(done * 100));
        m_state->setText(tr("Running: %1").arg(what));
    });
    connect(&m_session, &Session::problemsChanged, this, &MainWindow::showProblems);
    connect(&m_session, &Session::fileOpened, this, [this](const QString& path) {
        m_settings.setRecentFiles(withRecent(m_settings.recentFiles(), path));
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        m_start->setRecentFiles(m_settings.recentFiles());
        m_pages->setCurrentWidget(m_compare);
    });
    connect(&m_session, &Session::openFailed, this, [this](const QString& path) {
        statusBar()->showMessage(
            tr("%1 could not be opened; the problems are listed.").arg(QFileInfo(path).fileName()));
    });
    connect(&m_session, &Session::fileWritten, this, [this](const QString& path) {
        statusBar()->showMessage(tr("%1 is saved.").arg(QFileInfo(path).fileName()), 5000);
        const auto then = std::exchange(m_afterSave, nullptr);
        if (then && !m_session.document().isChanged())
            then();
    });
    connect(&m_session, &Session::writeFailed, this, [this](const QString& path) {
        m_afterSave = nullptr;
        statusBar()->showMessage(tr("%1 could not be written; the problems are listed.")
                                     .arg(QFileInfo(path).fileName()));
    });
    ScenarioDocument& document = m_session.document();
    connect(&document, &ScenarioDocument::fileChanged, this, &MainWindow::updateTitle);
    connect(&document, &ScenarioDocument::scenarioOpened, this, [this] { showRunState(false); });
    connect(&document, &ScenarioDocument::changedFlagChanged, this, &MainWindow::setWindowModified);
}

void MainWindow::updateTitle() {
    const QString name = m_session.document().displayName();
    setWindowTitle(name.isEmpty() ? tr("gpuplan") : tr("%1[*] \u2013 gpuplan").arg(name));
    setWindowModified(m_session.document().isChanged());
}

void MainWindow::showRunState(bool isRunning) {
    const bool isOpen = m_session.document().isOpen();
    m_save->setEnabled(isOpen);
    m_saveAs->setEnabled(isOpen);
    m_resetInputs->setEnabled(isOpen);
    m_run->setEnabled(isOpen);
    m_findAdvice->setEnabled(isOpen && !isRunning);
    m_compare->advicePage().setCanAsk(isOpen && !isRunning);
    m_export->setEnabled(m_session.result() != nullptr);
    m_cancel->setEnabled(isRunning);
    m_progress->setVisible(isRunning);
    m_cancelButton->setVisible(isRunning);
    m_progress->setValue(0);
    if (isRunning)
        m_state->setText(tr("Running"));
    else if (!isOpen)
        m_state->clear();
    else if (m_session.isStale() || !m_session.result())
        m_state->setText(tr("Not run"));
    else
        m_state->setText(tr("Done"));
}

void MainWindow::showProblems() {
    m_problems->setProblems(m_session.problems());
    const QString summary = m_problems->summary();
    m_problemsDock->setWindowTitle(summary.isEmpty() ? tr("Problems")
                                                     : tr("Problems: %1").arg(summary));
}

void MainWindow::fillRecentMenu() {
    m_recentMenu->clear();
    for (const QString& path : m_settings.recentFiles())
        m_recentMenu->addAction(path, this, [this, path] { openFile(path); });
    if (m_recentMenu->isEmpty())
        m_recentMenu->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::openScenario() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a scenario"), m_settings.lastFolder(), tr("Scenarios (*.json);;All (*)"));
    if (!path.isEmpty())
        openFile(path);
}

void MainWindow::openFile(const QString& path) {
    leave([this, path] {
        statusBar()->showMessage(tr("Reading %1").arg(QFileInfo(path).fileName()), 2000);
        m_session.openFile(path);
    });
}

void MainWindow::saveScenario() {
    if (m_session.document().path().isEmpty())
        saveScenarioAs();
    else
        m_session.saveFile(m_session.document().path());
}

void MainWindow::saveScenarioAs() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the scenario"), m_session.document().path(), tr("Scenarios (*.json)"));
    if (!path.isEmpty())
        m_session.saveFile(path);
}

void MainWindow::exportChart() {
    const QString filter = m_compare->exportFilter();
    if (filter.isEmpty()) {
        statusBar()->showMessage(tr("This page has no picture to export."), 5000);
        return;
    }
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export the chart"), m_settings.lastFolder(), filter);
    if (!path.isEmpty())
        m_session.writeFile(path, m_compare->exported(path));
}

void MainWindow::restoreWindow() {
    const int em = fontMetrics().height();
    setMinimumSize(em * 48, em * 40);
    resize(em * 82, em * 56);
    // The default is taken before anything is restored, so that "Reset layout" always works.
    m_defaultState = saveState();
    restoreGeometry(m_settings.windowGeometry());
    restoreState(m_settings.windowState());
}

void MainWindow::resetLayout() {
    restoreState(m_defaultState);
}

void MainWindow::leave(std::function<void()> then) {
    if (!m_session.document().isChanged()) {
        then();
        return;
    }
    const auto answer = QMessageBox::warning(
        this, tr("Unsaved changes"),
        tr("The inputs were changed and not saved. Leave them behind?"),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Discard) {
        then();
    } else if (answer == QMessageBox::Save) {
        // Saved in the background; what comes next waits until the file is whole.
        m_afterSave = std::move(then);
        saveScenario();
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_mayClose && m_session.document().isChanged()) {
        event->ignore();
        leave([this] {
            m_mayClose = true;
            // Later: Qt takes no close while one is being answered.
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
        return;
    }
    m_settings.setWindowGeometry(saveGeometry());
    m_settings.setWindowState(saveState());
    m_session.cancelRun();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        openFile(urls.first().toLocalFile());
}

} // namespace gpuplan::gui
