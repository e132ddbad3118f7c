/// The whole window without a display: what a person does, and what they see.

#include "gui/app/main_window.hpp"
#include "gui/app/theme.hpp"
#include "gui/pages/compare_view.hpp"
#include "gui/pages/inputs_panel.hpp"
#include "gui/pages/step_page.hpp"
#include "gui/widgets/bar_picture.hpp"
#include "gui/widgets/chart_picture.hpp"
#include "gui/widgets/chart_view.hpp"
#include "gui/widgets/share_bar.hpp"
#include "gui/widgets/step_picture.hpp"
#include "gui/widgets/table_view.hpp"
#include "sample_run.hpp"
#include "sample_scenario.hpp"

#include <gpuplan/report/chart_cost.hpp>

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <QtTest>

using namespace gpuplan;
using namespace gpuplan::gui;
using gpuplan::gui::test::FakeEngine;

namespace {

const QString horizon = QStringLiteral("/horizon_months");

/// A window over the fake engine, with settings of its own.
struct World {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    std::shared_ptr<FakeEngine> engine = std::make_shared<FakeEngine>();
    Session session{engine};
    MainWindow window{session, settings};

    void open(const char* file = "sample.json") {
        window.show();
        window.openFile(QString::fromLatin1(file));
        QTRY_VERIFY(session.result());
    }
    template <typename Widget>
    Widget* find(const QString& name) {
        auto* const widget = window.findChild<Widget*>(name);
        if (widget == nullptr)
            qFatal("no widget %s", qPrintable(name));
        return widget;
    }
    QString label(const char* name) { return find<QLabel>(QString::fromLatin1(name))->text(); }
    /// 0 cost, 1 where time goes, 2 GPU time, 3 what helps most.
    void turnTo(int page) { find<QTabWidget>(QStringLiteral("pages"))->setCurrentIndex(page); }
    QAction* action(const QString& text) {
        for (QAction* const action : window.findChildren<QAction*>())
            if (action->menu() == nullptr &&
                action->text().remove(QLatin1Char('&')).startsWith(text))
                return action;
        qFatal("no action %s", qPrintable(text));
    }
    void type(const QString& pointer, const QString& text) {
        auto* const edit = find<QLineEdit>(pointer);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
};

} // namespace

class WindowTest final : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale::c()); }

    void openingShowsTheAnswer() {
        World world;
        world.open();

        QVERIFY(world.label("verdict").startsWith(QStringLiteral("owned is cheapest")));
        QCOMPARE(world.label("question"), QStringLiteral("buy or rent?"));
        QVERIFY(world.label("stale").isEmpty());
        QCOMPARE(world.find<TableView>(QStringLiteral("alternatives"))->model()->rowCount(), 2);
        QVERIFY(world.window.windowTitle().startsWith(QStringLiteral("sample.json")));
        QCOMPARE(world.settings.recentFiles().size(), 1);
        QVERIFY(
            !world.find<ChartPicture>(QStringLiteral("chartPicture"))->accessibleName().isEmpty());
    }

    void aBadFileIsListedAndItsFieldNamed() {
        World world;
        world.window.show();
        QSignalSpy failed(&world.session, &Session::openFailed);
        world.window.openFile(QStringLiteral("bad.json"));
        QVERIFY(failed.wait());

        auto* const problems = world.find<TableView>(QStringLiteral("problems"));
        QCOMPARE(problems->model()->rowCount(), 1);
        QVERIFY(problems->model()->index(0, 2).data().toString().contains(
            QStringLiteral("bad.json:41:18")));
        QVERIFY(world.find<QDockWidget>(QStringLiteral("problemsDock"))
                    ->windowTitle()
                    .contains(QStringLiteral("errors: 1")));
    }

    void anEditGreysTheResultAndRunsAnew() {
        World world;
        world.open();
        world.engine->holdRuns();

        world.type(horizon, QStringLiteral("24"));
        QCOMPARE(world.session.document().scenario()->horizonMonths, 24);
        QVERIFY(!world.label("stale").isEmpty());
        QVERIFY(world.window.isWindowModified());
        QTRY_VERIFY(world.session.isRunning());
        QVERIFY(world.find<QWidget>(QStringLiteral("progress"))->isVisible());
        world.engine->letGo();

        QTRY_VERIFY(!world.session.isStale());
        QVERIFY(world.label("stale").isEmpty());
        QVERIFY(!world.find<QWidget>(QStringLiteral("progress"))->isVisible());
    }

    void escapeCancelsARun() {
        World world;
        world.open();
        world.engine->holdRuns();
        QTest::keyClick(&world.window, Qt::Key_F5);
        QTRY_COMPARE(world.engine->started(), 2);

        QTest::keyClick(&world.window, Qt::Key_Escape);

        QVERIFY(!world.session.isRunning());
        QTRY_COMPARE(world.engine->stopped(), 1);
        QVERIFY(world.session.result()); // the last answer stays
    }

    void aWrongTextIsShownBesideItsFieldAndInTheList() {
        World world;
        world.open();

        world.type(horizon, QStringLiteral("0"));

        auto* const error = world.find<QLabel>(horizon + QStringLiteral("#error"));
        QVERIFY(error->isVisible());
        QVERIFY(error->text().contains(QStringLiteral("0")));
        QCOMPARE(world.find<TableView>(QStringLiteral("problems"))->model()->rowCount(), 1);
        QCOMPARE(world.session.document().scenario()->horizonMonths, 12); // not taken
        QVERIFY(!world.session.document().isChanged());

        world.type(horizon, QStringLiteral("18"));
        QVERIFY(!error->isVisible());
        QCOMPARE(world.find<TableView>(QStringLiteral("problems"))->model()->rowCount(), 0);
        QCOMPARE(world.session.document().scenario()->horizonMonths, 18);
    }

    void aDoubleClickOnAProblemGoesToTheField() {
        World world;
        world.open();
        world.window.activateWindow();
        world.type(horizon, QStringLiteral("x"));
        auto* const problems = world.find<TableView>(QStringLiteral("problems"));
        problems->setFocus();

        emit problems->activated(problems->model()->index(0, 0));

        QCOMPARE(world.window.focusWidget()->objectName(), horizon);
    }

    void aChangedFieldIsMarkedAndGoesBack() {
        World world;
        world.open();
        auto* const reset = world.find<QAbstractButton>(horizon + QStringLiteral("#reset"));
        QVERIFY(!reset->isVisible());

        world.type(horizon, QStringLiteral("24"));
        QVERIFY(reset->isVisible());
        QVERIFY(reset->toolTip().contains(QStringLiteral("12 months")));

        reset->click();
        QCOMPARE(*world.session.document().scenario(), *world.session.document().base());
        QVERIFY(!reset->isVisible());
        QCOMPARE(world.find<QLineEdit>(horizon)->text(), QStringLiteral("12"));
    }

    void aSliderDragIsOneUndo() {
        World world;
        world.open();
        auto* const slider = world.find<QSlider>(horizon + QStringLiteral("#slider"));

        slider->setSliderDown(true);
        for (int months = 13; months <= 30; ++months)
            slider->setSliderPosition(months);
        slider->setSliderDown(false);
        QCOMPARE(world.session.document().scenario()->horizonMonths, 30);
        QCOMPARE(world.session.document().undoStack()->count(), 1);

        world.action(QStringLiteral("Undo"))->trigger();
        QCOMPARE(world.session.document().scenario()->horizonMonths, 12);
        QCOMPARE(slider->value(), 12);
        QCOMPARE(world.find<QLineEdit>(horizon)->text(), QStringLiteral("12"));
        world.action(QStringLiteral("Redo"))->trigger();
        QCOMPARE(slider->value(), 30);
    }

    void theChartHasATableTwinThatCopiesAndExports() {
        World world;
        world.open();
        auto* const view = world.window.findChild<ChartView*>();
        const report::LineChart chart = report::cumulativeCostChart(*world.session.result());

        view->copyCsv();
        QCOMPARE(QApplication::clipboard()->text().toStdString(), report::csv(chart.table));
        view->showTable(true);
        QVERIFY(world.find<TableView>(QStringLiteral("chartTable"))->isVisible());
        view->showTable(false);
        QCOMPARE(view->exported(QStringLiteral("a.csv")).toStdString(), report::csv(chart.table));
        QVERIFY(view->exported(QStringLiteral("a.SVG")).startsWith("<svg "));
        const QImage picture = QImage::fromData(view->exported(QStringLiteral("a.png")), "PNG");
        const auto* const shown = world.find<ChartPicture>(QStringLiteral("chartPicture"));
        QCOMPARE(picture.size(), shown->size() * 2);
    }

    void eachPageExportsItsOwnPicture() {
        World world;
        world.open("step.json");
        auto* const view = world.window.findChild<CompareView*>();
        const QString svg = QStringLiteral("a.svg");
        const QString png = QStringLiteral("a.png");
        const QByteArray cost = view->exported(svg);
        QVERIFY(view->exportFilter().contains(QStringLiteral("csv")));

        world.turnTo(1);
        QTest::qWait(10); // laid out
        const auto* const step = world.find<StepPicture>(QStringLiteral("stepPicture"));
        QCOMPARE(QImage::fromData(view->exported(png), "PNG").size(), step->size() * 2);
        QVERIFY(!view->exportFilter().contains(QStringLiteral("svg")));
        world.turnTo(2);
        QVERIFY(view->exported(svg).startsWith("<svg "));
        QVERIFY(view->exported(svg) != cost);
        const auto* const bars = world.find<BarPicture>(QStringLiteral("barPicture"));
        QCOMPARE(QImage::fromData(view->exported(png), "PNG").size(), bars->size() * 2);
        world.turnTo(3);
        QVERIFY(view->exportFilter().isEmpty());
    }

    void tablesCopyAsTabSeparatedText() {
        World world;
        world.open();
        const auto* const table = world.find<TableView>(QStringLiteral("costs"));

        const QStringList lines = table->selectedText().split(QLatin1Char('\n'));
        QVERIFY(lines[0].startsWith(QStringLiteral("Account\towned, USD")));
        QCOMPARE(lines[1], QStringLiteral("depreciation\t4000.00\t"));
    }

    void aTotalStaysLastHoweverATableIsSorted() {
        World world;
        world.open();
        auto* const table = world.find<TableView>(QStringLiteral("waste"));
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            table->sortByColumn(1, order);
            const int last = table->model()->rowCount() - 1;
            QCOMPARE(table->model()->index(last, 0).data().toString(), QStringLiteral("Total"));
        }
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("800.00"));
    }

    void closingAsksAboutUnsavedChanges() {
        World world;
        world.open();
        world.type(horizon, QStringLiteral("24"));
        const auto answer = [](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, qApp, [button] {
                auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box);
                box->button(button)->click();
            });
        };
        answer(QMessageBox::Cancel);
        QVERIFY(!world.window.close());
        QVERIFY(world.window.isVisible());

        answer(QMessageBox::Save);
        world.window.close();
        QTRY_VERIFY(!world.window.isVisible()); // when the file is whole
        QVERIFY(!world.session.document().isChanged());
    }

    void discardingChangesCloses() {
        World world;
        world.open();
        world.type(horizon, QStringLiteral("24"));
        QTimer::singleShot(0, qApp, [] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            box->button(QMessageBox::Discard)->click();
        });
        world.window.close();
        QTRY_VERIFY(!world.window.isVisible());
    }

    void everyControlHasANameForScreenReaders() {
        World world;
        world.open();
        for (const QWidget* const widget : world.window.findChildren<QWidget*>()) {
            const bool isControl =
                qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QSlider*>(widget) ||
                qobject_cast<const TableView*>(widget) || qobject_cast<const QComboBox*>(widget);
            if (isControl)
                QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
            const auto* const button = qobject_cast<const QAbstractButton*>(widget);
            // Qt's own parts (dock buttons, the table's corner) name themselves or have no focus.
            if (button != nullptr && button->focusPolicy() != Qt::NoFocus && button->isVisible())
                QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty() ||
                             button->objectName().startsWith(QStringLiteral("qt_")),
                         qPrintable(button->objectName()));
        }
    }

    void standardKeysDoWhatTheyDoElsewhere() {
        World world;
        world.open();
        QCOMPARE(world.action(QStringLiteral("Open"))->shortcut(),
                 QKeySequence(QKeySequence::Open));
        QCOMPARE(world.action(QStringLiteral("Save"))->shortcut(),
                 QKeySequence(QKeySequence::Save));
        QCOMPARE(world.action(QStringLiteral("Undo"))->shortcut(),
                 QKeySequence(QKeySequence::Undo));
        QCOMPARE(world.action(QStringLiteral("Redo"))->shortcut(),
                 QKeySequence(QKeySequence::Redo));
        QCOMPARE(world.action(QStringLiteral("Run"))->shortcut(), QKeySequence(Qt::Key_F5));
        QCOMPARE(world.action(QStringLiteral("Quit"))->shortcut(),
                 QKeySequence(QKeySequence::Quit));
    }

    void theLayoutCanAlwaysBeReset() {
        World world;
        world.open();
        auto* const dock = world.find<QDockWidget>(QStringLiteral("inputsDock"));
        dock->setFloating(true);
        world.find<QDockWidget>(QStringLiteral("problemsDock"))->hide();

        world.action(QStringLiteral("Reset layout"))->trigger();

        QVERIFY(!dock->isFloating());
        QVERIFY(world.find<QDockWidget>(QStringLiteral("problemsDock"))->isVisible());
    }

    void aBrokenSavedLayoutDoesNoHarm() {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        settings.setWindowGeometry(QByteArray("nonsense"));
        settings.setWindowState(QByteArray(500, 'x'));
        Session session(std::make_shared<FakeEngine>());
        MainWindow window(session, settings);
        window.show();
        QVERIFY(window.width() > 100);
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("inputsDock"))->isVisible());
    }

    void settingsAreRemembered() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        {
            Settings settings(file);
            settings.setTheme(Theme::Dark);
            settings.setRunsAfterEdits(false);
            settings.setRecentFiles({QStringLiteral("/a/\u00fc.json")});
        }
        const Settings settings(file);
        QCOMPARE(settings.theme(), Theme::Dark);
        QVERIFY(!settings.runsAfterEdits());
        QCOMPARE(settings.recentFiles(), QStringList{QStringLiteral("/a/\u00fc.json")});
    }

    void theChartFollowsTheTheme() {
        World world;
        world.open();
        const auto* const picture = world.find<ChartPicture>(QStringLiteral("chartPicture"));
        const QPalette before = QApplication::palette();

        applyTheme(*qApp, Theme::Dark, before);
        QTRY_COMPARE(picture->theme().ground, report::ChartTheme::dark().ground);
        applyTheme(*qApp, Theme::Light, before);
        QTRY_COMPARE(picture->theme().ground, report::ChartTheme::light().ground);
        applyTheme(*qApp, Theme::System, darkPalette());
        QTRY_COMPARE(picture->theme().ground, report::ChartTheme::dark().ground);
        applyTheme(*qApp, Theme::System, lightPalette());
        QTRY_COMPARE(picture->theme().ground, report::ChartTheme::light().ground);
    }

    void aStepIsShownInPictureAndFigures() {
        World world;
        world.open("step.json");
        world.turnTo(1);

        const auto* const picture = world.find<StepPicture>(QStringLiteral("stepPicture"));
        QVERIFY(picture->isVisible());
        QCOMPARE(picture->timeline().step, 0.4);
        QVERIFY(picture->accessibleName().contains(QStringLiteral("vision")));
        QVERIFY(picture->accessibleDescription().contains(QStringLiteral("Fetch: 100.0 ms")));
        const QString summary = world.label("stepSummary");
        QVERIFY(summary.contains(QStringLiteral("8 x V100")));
        QVERIFY(summary.contains(QStringLiteral("400.0 ms")));
        QVERIFY(summary.contains(QStringLiteral("estimated figures")));
        QCOMPARE(world.find<ShareBar>(QStringLiteral("shareBusy"))->figure(),
                 QStringLiteral("60.0 %"));
        QVERIFY(world.find<ShareBar>(QStringLiteral("shareBusy"))
                    ->toolTip()
                    .contains(QStringLiteral("DCGM_FI_DEV_GPU_UTIL")));
        QVERIFY(world.find<ShareBar>(QStringLiteral("shareTensor"))
                    ->toolTip()
                    .contains(QStringLiteral("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")));
        QCOMPARE(world.find<ShareBar>(QStringLiteral("shareMemory"))->figure(),
                 QStringLiteral("118.2 %")); // 26 of 22 GB
        QVERIFY(world.label("memoryVerdict").contains(QStringLiteral("Fits with")));
        const auto* const table = world.find<TableView>(QStringLiteral("steps"));
        QVERIFY(table->selectedText().startsWith(QStringLiteral("Stage\tAdds, ms")));

        // The first pass over the data takes 1,600 ms.
        world.find<QComboBox>(QStringLiteral("stepPass"))->setCurrentIndex(1);
        QCOMPARE(picture->timeline().step, 1.6);
        // The other alternative has no step.
        world.find<QComboBox>(QStringLiteral("stepAlternative"))->setCurrentIndex(1);
        QCOMPARE(table->model()->rowCount(), 0);
        QCOMPARE(picture->timeline(), StepTimeline{});
    }

    void aJobThatCanNotRunHasNoStep() {
        auto run = gpuplan::test::sampleStepRun();
        run.alternatives[0].steps[0].pool.clear();
        run.alternatives[0].steps[0].warm = {};
        StepPage page;
        page.setResult(std::make_shared<const metrics::RunResult>(run));

        QVERIFY(page.findChild<QLabel*>(QStringLiteral("stepSummary"))
                    ->text()
                    .contains(QStringLiteral("can not run there")));
        QCOMPARE(page.findChild<TableView*>(QStringLiteral("steps"))->model()->rowCount(), 0);
    }

    void arrowKeysWalkAlongAStep() {
        World world;
        world.open("step.json");
        world.turnTo(1);
        auto* const picture = world.find<StepPicture>(QStringLiteral("stepPicture"));
        picture->setFocus();

        QTest::keyClick(picture, Qt::Key_Right);
        QVERIFY(picture->accessibleDescription().startsWith(QStringLiteral("Compute: 200.0 ms")));
        QTest::keyClick(picture, Qt::Key_Right);
        QVERIFY(picture->accessibleDescription().startsWith(QStringLiteral("Communicate: 20.0")));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(picture, Qt::Key_Right);
        QVERIFY(
            picture->accessibleDescription().startsWith(QStringLiteral("Fetch: 300.0 ms hidden")));
    }

    void withoutStepsThePageSaysWhatToAdd() {
        World world;
        world.window.setManual(QStringLiteral(GPUPLAN_SOURCE_DIR "/docs/scenario-format.md"));
        world.open();
        world.turnTo(1);

        const auto* const empty = world.find<QLabel>(QStringLiteral("noSteps"));
        QVERIFY(empty->isVisible());
        QVERIFY(empty->text().contains(QStringLiteral("<b>step</b>")));
        QVERIFY(empty->text().contains(QStringLiteral("scenario-format.md")));
        world.window.setManual(QStringLiteral("nowhere.md"));
        QVERIFY(!empty->text().contains(QStringLiteral("href")));
    }

    void gpuTimeIsExploredByKeys() {
        World world;
        world.open();
        world.turnTo(2);
        auto* const picture = world.find<BarPicture>(QStringLiteral("barPicture"));
        QVERIFY(picture->isVisible());
        QVERIFY(!picture->accessibleName().isEmpty());
        picture->setFocus();

        QTest::keyClick(picture, Qt::Key_Right);
        // The first part is the useful half of 1,000 GPU-hours.
        QVERIFY(picture->accessibleDescription().contains(QStringLiteral("500 GPU-hours")));
        QTest::keyClick(picture, Qt::Key_Right);
        // 100 GPU-hours in communication cost 400 USD.
        QVERIFY(
            picture->accessibleDescription().contains(QStringLiteral("100 GPU-hours, 400.00 USD")));
    }

    void adviceIsFoundWhenAskedForAndMarkedWhenStale() {
        World world;
        world.open("step.json");
        world.turnTo(3);
        const auto* const table = world.find<TableView>(QStringLiteral("advice"));
        QCOMPARE(table->model()->rowCount(), 0);
        QVERIFY(world.label("adviceState").startsWith(QStringLiteral("Not asked for yet")));

        auto* const find = world.find<QPushButton>(QStringLiteral("findAdvice"));
        world.engine->holdRuns();
        find->click();
        QTRY_COMPARE(world.engine->started(), 2);
        QVERIFY(!find->isEnabled());
        QVERIFY(world.find<QWidget>(QStringLiteral("progress"))->isVisible());
        world.engine->letGo();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(find->isEnabled());
        QCOMPARE(world.find<TableView>(QStringLiteral("advicePlan"))->model()->rowCount(), 1);

        world.type(horizon, QStringLiteral("24"));
        QVERIFY(world.label("adviceState").contains(QStringLiteral("before your last change")));
        QCOMPARE(table->model()->rowCount(), 2);
        world.engine->letGo();
        QTRY_VERIFY(!world.session.isStale());
        QVERIFY(world.label("adviceState").contains(QStringLiteral("before your last change")));
        world.action(QStringLiteral("Undo"))->trigger();
        QVERIFY(!world.label("adviceState").contains(QStringLiteral("before your last change")));
    }

    void anAdviceIsAppliedToACopyAndUndone() {
        World world;
        world.open("step.json");
        world.turnTo(3);
        auto* const apply = world.find<QPushButton>(QStringLiteral("applyAdvice"));
        QVERIFY(!apply->isEnabled());
        world.find<QPushButton>(QStringLiteral("findAdvice"))->click();
        auto* const table = world.find<TableView>(QStringLiteral("advice"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(!apply->isEnabled()); // nothing is chosen
        table->selectRow(1);
        QVERIFY(!apply->isEnabled()); // that item does not say what it changes
        table->selectRow(0);
        QVERIFY(apply->isEnabled());

        apply->click();
        const auto& document = world.session.document();
        QCOMPARE(document.scenario()->alternatives.size(), std::size_t{3});
        QCOMPARE(document.scenario()->alternatives[2].name,
                 std::string("owned + raise the loader's workers from 1 to 8"));
        QVERIFY(!apply->isEnabled()); // the advice is of other inputs now
        // The copy has fields of its own, which begin unchanged and are edited like any other.
        const QString nodes = QStringLiteral("/alternatives/2/pools/0/supply/fixed/nodes");
        const auto* const reset = world.find<QAbstractButton>(nodes + QStringLiteral("#reset"));
        QVERIFY(!reset->isVisible());
        world.type(nodes, QStringLiteral("5"));
        QCOMPARE(std::get<model::FixedSupply>(document.scenario()->alternatives[2].pools[0].supply)
                     .nodes,
                 5);

        world.action(QStringLiteral("Undo"))->trigger();
        world.action(QStringLiteral("Undo"))->trigger();
        QVERIFY(!world.window.findChild<QLineEdit*>(nodes));
        QCOMPARE(*document.scenario(), *document.base());
        table->selectRow(0);
        QVERIFY(apply->isEnabled());
    }

    void aChoiceIsAnUndoableEdit() {
        World world;
        world.open("step.json");
        const QString pointer = QStringLiteral("/workload/profile/classes/0/step/input/loader");
        auto* const box = world.find<QComboBox>(pointer);
        const auto loader = [&] {
            return std::get<model::ProfileWorkload>(world.session.document().scenario()->workload)
                .classes[0]
                .step->input->loader;
        };
        QCOMPARE(box->currentData().toString(), QStringLiteral("workers"));

        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(loader(), model::Loader::Staged);
        auto* const reset = world.find<QAbstractButton>(pointer + QStringLiteral("#reset"));
        QVERIFY(reset->isVisible());
        QVERIFY(reset->toolTip().contains(QStringLiteral("worker processes")));

        world.action(QStringLiteral("Undo"))->trigger();
        QCOMPARE(loader(), model::Loader::Workers);
        QCOMPARE(box->currentData().toString(), QStringLiteral("workers"));
    }

    void aSmallWindowHoldsEverything() {
        World world;
        world.open("step.json");
        world.window.resize(world.window.minimumSize());
        QTest::qWait(10);
        const auto* const picture = world.find<ChartPicture>(QStringLiteral("chartPicture"));
        QVERIFY(picture->width() > 50 && picture->height() > 50);
        // A laptop's screen is enough, in logical pixels.
        QVERIFY(world.window.width() <= 1000 && world.window.height() <= 720);
        // The inputs are read without scrolling sideways.
        const auto* const edit = world.find<QLineEdit>(horizon);
        QVERIFY(edit->visibleRegion().boundingRect().width() >= edit->width());
    }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
