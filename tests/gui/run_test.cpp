/// Runs away from the window: progress, cancel, the newest counts, results never mix.

#include "gui/document/apply_advice.hpp"
#include "gui/run/run_controller.hpp"
#include "gui/run/session.hpp"
#include "sample_scenario.hpp"

#include <gpuplan/planner/scenario_text.hpp>
#include <gpuplan/units/int128.hpp>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <QtTest>

using namespace gpuplan;
using namespace gpuplan::gui;
using gpuplan::gui::test::FakeEngine;
using gpuplan::gui::test::sampleScenario;

namespace {

std::shared_ptr<const model::Scenario> shared(std::int64_t months) {
    auto scenario = std::make_shared<model::Scenario>(sampleScenario());
    scenario->horizonMonths = months;
    return scenario;
}

} // namespace

class RunTest final : public QObject {
    Q_OBJECT
private slots:
    void aRunReportsProgressAndItsResult() {
        auto engine = std::make_shared<FakeEngine>();
        RunController runs(engine);
        QSignalSpy progress(&runs, &RunController::progressChanged);
        QSignalSpy finished(&runs, &RunController::runFinished);
        FinishedRun last;
        connect(&runs, &RunController::runFinished, this,
                [&](const FinishedRun& run) { last = run; });

        const auto scenario = shared(24);
        runs.startRun(scenario);
        QVERIFY(runs.isRunning());
        QVERIFY(finished.wait());

        QVERIFY(!runs.isRunning());
        QCOMPARE(last.scenario, scenario);
        QCOMPARE(last.result->scenario.horizonMonths, 24);
        QCOMPARE(progress.count(), 100); // one a percent
    }

    void cancelIsHeardAtOnceAndFreesTheThread() {
        auto engine = std::make_shared<FakeEngine>();
        engine->holdRuns();
        RunController runs(engine);
        QSignalSpy cancelled(&runs, &RunController::runCancelled);
        QSignalSpy finished(&runs, &RunController::runFinished);
        runs.startRun(shared(12));
        QTRY_COMPARE(engine->started(), 1);

        QElapsedTimer clock;
        clock.start();
        runs.cancelRun();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!runs.isRunning());
        while (engine->stopped() == 0 && clock.elapsed() < 5000)
            QThread::msleep(1);

        QCOMPARE(engine->stopped(), 1);
        QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
        QTest::qWait(20);
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(finished.count(), 0);
        runs.cancelRun(); // nothing to cancel
        QCOMPARE(cancelled.count(), 1);
    }

    void theRealPlannerStopsInTime() {
        // Tells when the planner came back.
        class TimedEngine final : public Engine {
        public:
            Result<model::Scenario> read(const std::string& path) const override {
                return m_planner.read(path);
            }
            Diagnostics save(const model::Scenario&, const std::string&) const override {
                return {};
            }
            planner::Planner::Outcome run(const planner::RunRequest& request) const override {
                auto outcome = m_planner.run(request);
                m_wasStopped = outcome.stopped;
                m_returned = true;
                return outcome;
            }
            mutable std::atomic<bool> m_returned{false};
            mutable std::atomic<bool> m_wasStopped{false};

        private:
            PlannerEngine m_planner{GPUPLAN_SOURCE_DIR "/data"};
        };
        auto engine = std::make_shared<TimedEngine>();
        auto scenario = std::make_shared<model::Scenario>(
            engine->read(GPUPLAN_SOURCE_DIR "/scenarios/first.json").value());
        scenario->horizonMonths = 240; // too long to be over by itself
        RunController runs(engine);
        QSignalSpy progress(&runs, &RunController::progressChanged);
        runs.startRun(scenario);
        QVERIFY(progress.wait());

        QElapsedTimer clock;
        clock.start();
        runs.cancelRun();
        while (!engine->m_returned && clock.elapsed() < 10000)
            QThread::msleep(1);

        QVERIFY(engine->m_wasStopped);
        QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
    }

    void aNewerRunEndsTheOlderOne() {
        auto engine = std::make_shared<FakeEngine>();
        engine->holdRuns();
        RunController runs(engine);
        QList<std::int64_t> months;
        connect(&runs, &RunController::runFinished, this,
                [&](const FinishedRun& run) { months.append(run.result->scenario.horizonMonths); });
        runs.startRun(shared(1));
        QTRY_COMPARE(engine->started(), 1);
        runs.startRun(shared(2));
        runs.startRun(shared(3));
        QTRY_COMPARE(engine->started(), 2); // the second never began
        engine->letGo();

        QTRY_COMPARE(months, QList<std::int64_t>{3});
        QTest::qWait(20);
        QCOMPARE(months, QList<std::int64_t>{3});
        QCOMPARE(engine->stopped(), 1);
    }

    void aControllerEndsWhileItsRunGoesOn() {
        auto engine = std::make_shared<FakeEngine>();
        engine->holdRuns();
        {
            RunController runs(engine);
            runs.startRun(shared(1));
            QTRY_COMPARE(engine->started(), 1);
        }
        QCOMPARE(engine->stopped(), 1);
    }

    void whatTheEngineThrowsBecomesAProblem() {
        auto engine = std::make_shared<FakeEngine>();
        RunController runs(engine);
        FinishedRun last;
        connect(&runs, &RunController::runFinished, this,
                [&](const FinishedRun& run) { last = run; });
        QSignalSpy finished(&runs, &RunController::runFinished);

        engine->throwFrom([] { throw ContractViolation("two and two is five"); });
        runs.startRun(shared(1));
        QVERIFY(finished.wait());
        QVERIFY(!last.result);
        QCOMPARE(text(last.diagnostics[0].message),
                 std::string("the program made a mistake of its own: two and two is five"));

        engine->throwFrom([] { throw ArithmeticOverflow("too large"); });
        runs.startRun(shared(1));
        QVERIFY(finished.wait());
        QCOMPARE(last.diagnostics[0].message.key, std::string("base.amount.overflow"));

        engine->throwFrom([] { throw std::bad_alloc(); });
        runs.startRun(shared(1));
        QVERIFY(finished.wait());
        QCOMPARE(last.diagnostics[0].message.key, std::string("gui.run.memory"));
    }

    void openingAFileRunsItAndABadOneLeavesAllAsItWas() {
        Session session(std::make_shared<FakeEngine>());
        QSignalSpy opened(&session, &Session::fileOpened);
        QSignalSpy failed(&session, &Session::openFailed);

        session.openFile(QStringLiteral("good.json"));
        QVERIFY(opened.wait());
        QTRY_VERIFY(session.result());
        QVERIFY(!session.isStale());
        QVERIFY(session.problems().empty());

        const auto before = session.document().scenario();
        session.openFile(QStringLiteral("bad.json"));
        QVERIFY(failed.wait());
        QCOMPARE(session.document().scenario(), before);
        QVERIFY(session.result());
        QCOMPARE(session.problems().size(), std::size_t{1});
        QCOMPARE(session.problems()[0].at.line, std::size_t{41});
    }

    void anEditMakesTheResultStaleUntilItsOwnRunIsDone() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("good.json"));
        QTRY_VERIFY(session.result());
        engine->holdRuns();
        QSignalSpy stale(&session, &Session::staleChanged);

        session.document().edit(QStringLiteral("longer"), shared(24));
        QVERIFY(session.isStale());
        QCOMPARE(session.result()->scenario.horizonMonths, 12);
        QTRY_COMPARE(engine->started(), 2);
        engine->letGo();

        QTRY_VERIFY(!session.isStale());
        QCOMPARE(session.result()->scenario.horizonMonths, 24);
        QCOMPARE(stale.count(), 2);
    }

    void undoBringsBackAResultThatStillCounts() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("good.json"));
        QTRY_VERIFY(session.result());
        engine->holdRuns();

        session.document().edit(QStringLiteral("longer"), shared(24));
        QTRY_COMPARE(engine->started(), 2);
        session.document().undoStack()->undo();

        QVERIFY(!session.isStale());
        QTRY_COMPARE(engine->stopped(), 1); // the run of the undone edit
        QVERIFY(!session.isRunning());
    }

    void manyEditsInARowMakeOneRun() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("good.json"));
        QTRY_VERIFY(session.result());

        for (int months = 13; months < 60; ++months)
            session.document().edit(QStringLiteral("drag"), shared(months),
                                    QStringLiteral("slider"));

        QTRY_VERIFY(!session.isStale());
        QCOMPARE(session.result()->scenario.horizonMonths, 59);
        QCOMPARE(engine->started(), 2);
    }

    void withoutRunsAfterEditsTheResultStaysStale() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("good.json"));
        QTRY_VERIFY(session.result());
        session.setRunsAfterEdits(false);

        session.document().edit(QStringLiteral("longer"), shared(24));
        QTest::qWait(250);
        QCOMPARE(engine->started(), 1);
        QVERIFY(session.isStale());

        session.startRun();
        QTRY_VERIFY(!session.isStale());
    }

    void adviceStaysUntilItIsAskedForAgain() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("step.json"));
        QTRY_VERIFY(session.result());
        QVERIFY(!session.advice());
        QSignalSpy stale(&session, &Session::adviceStaleChanged);

        session.startAdvice();
        QTRY_VERIFY(session.advice());
        QVERIFY(session.advice()->alternatives[0].advice);
        QVERIFY(!session.isAdviceStale());
        QCOMPARE(session.result(), session.advice()); // it is the result of these inputs too

        auto edited = std::make_shared<model::Scenario>(*session.document().scenario());
        edited->horizonMonths = 24;
        session.document().edit(QStringLiteral("longer"), edited);
        QVERIFY(session.isAdviceStale());
        QTRY_VERIFY(!session.isStale()); // an edit runs the plan, not the advice
        QVERIFY(!session.result()->alternatives[0].advice);
        QVERIFY(session.advice()->alternatives[0].advice);
        QCOMPARE(stale.count(), 1);

        session.document().undoStack()->undo();
        QVERIFY(!session.isAdviceStale());
        session.openFile(QStringLiteral("other.json"));
        QTRY_VERIFY(!session.advice());
    }

    void anAdviceRunIsCancelledLikeAnyOther() {
        auto engine = std::make_shared<FakeEngine>();
        Session session(engine);
        session.openFile(QStringLiteral("step.json"));
        QTRY_VERIFY(session.result());
        engine->holdRuns();
        session.startAdvice();
        QTRY_COMPARE(engine->started(), 2);

        session.cancelRun();

        QTRY_COMPARE(engine->stopped(), 1);
        QVERIFY(!session.advice());
        QVERIFY(session.result());
    }

    void theRealPlannerTellsOfStepsAndAdvice() {
        auto engine = std::make_shared<PlannerEngine>(GPUPLAN_SOURCE_DIR "/data");
        auto scenario = std::make_shared<model::Scenario>(
            engine->read(GPUPLAN_SOURCE_DIR "/scenarios/cv-small-files.json").value());
        scenario->horizonMonths = 1;
        RunController runs(engine);
        FinishedRun last;
        connect(&runs, &RunController::runFinished, this,
                [&](const FinishedRun& run) { last = run; });
        runs.startRun(scenario, true);
        QTRY_VERIFY_WITH_TIMEOUT(!runs.isRunning(), 60'000);

        QVERIFY(last.withAdvice);
        QVERIFY2(last.result != nullptr, describe(last.diagnostics).c_str());
        for (const metrics::AlternativeResult& alternative : last.result->alternatives) {
            QVERIFY(!alternative.steps.empty());
            QVERIFY(alternative.steps[0].warm.step() > 0);
            QVERIFY(alternative.advice);
            // Every change can be added as an alternative that a file could hold.
            for (const metrics::AdviceItem& item : alternative.advice->items) {
                const model::Scenario applied = withAdvice(*scenario, alternative.name, item);
                const Diagnostics problems = planner::checkScenario(applied);
                QVERIFY2(!problems.hasErrors(), describe(problems).c_str());
            }
        }
    }

    void anAppliedAdviceCostsWhatTheAdviceSaid() {
        const PlannerEngine engine(GPUPLAN_SOURCE_DIR "/data");
        model::Scenario scenario =
            engine.read(GPUPLAN_SOURCE_DIR "/scenarios/untuned-cluster.json").value();
        scenario.horizonMonths = 1;
        scenario.alternatives.resize(1);
        scenario.breakEven.clear();
        scenario.finding = {};
        planner::RunRequest request;
        request.scenario = std::make_shared<const model::Scenario>(scenario);
        request.advice = true;
        const auto advised = engine.run(request).result;
        QVERIFY(advised);
        const auto& items = advised->alternatives[0].advice->items;
        QVERIFY(!items.empty());

        for (const metrics::AdviceItem& item : items)
            scenario = withAdvice(scenario, scenario.alternatives[0].name, item);
        request.scenario = std::make_shared<const model::Scenario>(scenario);
        request.advice = false;
        const auto applied = engine.run(request);

        QVERIFY2(applied.result != nullptr, describe(applied.diagnostics).c_str());
        for (std::size_t i = 0; i < items.size(); ++i)
            QCOMPARE(applied.result->alternatives[i + 1].cost.total.micros(),
                     items[i].costPerMonth.micros());
    }

    void savingClearsTheChangedFlagAndTroubleIsListed() {
        Session session(std::make_shared<FakeEngine>());
        session.openFile(QStringLiteral("good.json"));
        QTRY_VERIFY(session.result());
        session.document().edit(QStringLiteral("longer"), shared(24));
        QSignalSpy written(&session, &Session::fileWritten);
        QSignalSpy failed(&session, &Session::writeFailed);

        session.saveFile(QStringLiteral("bad/place.json"));
        QVERIFY(failed.wait());
        QVERIFY(session.document().isChanged());
        QVERIFY(session.problems().hasErrors());

        session.saveFile(QStringLiteral("good2.json"));
        QVERIFY(written.wait());
        QVERIFY(!session.document().isChanged());
        QCOMPARE(session.document().path(), QStringLiteral("good2.json"));
        QCOMPARE(session.document().base(), session.document().scenario());
        QVERIFY(session.problems().empty());
    }

    void filesAreWrittenWholeUnderAnyName() {
        const QTemporaryDir folder;
        Session session(std::make_shared<FakeEngine>());
        QSignalSpy written(&session, &Session::fileWritten);
        const QString path =
            folder.filePath(QStringLiteral("\u0434\u0430\u043d\u043d\u044b\u0435 \u00fc.csv"));

        session.writeFile(path, QByteArray("a,b\n"));
        QVERIFY(written.wait());

        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a,b\n"));
    }
};

QTEST_MAIN(RunTest)
#include "run_test.moc"
