/// Item models over hand-made results: what they say, and that they keep Qt's promises.

#include "gui/format/step_texts.hpp"
#include "gui/format/step_timeline.hpp"
#include "gui/format/texts.hpp"
#include "gui/models/advice_model.hpp"
#include "gui/models/alternatives_model.hpp"
#include "gui/models/break_even_model.hpp"
#include "gui/models/breakdown_model.hpp"
#include "gui/models/chart_table_model.hpp"
#include "gui/models/gpu_time_model.hpp"
#include "gui/models/problems_model.hpp"
#include "gui/models/step_model.hpp"
#include "gui/models/wall_time_model.hpp"
#include "sample_run.hpp"

#include <gpuplan/report/chart_cost.hpp>

#include <QAbstractItemModelTester>
#include <QLocale>

#include <QtTest>

using namespace gpuplan;
using namespace gpuplan::gui;

namespace {

std::shared_ptr<const metrics::RunResult> sample() {
    return std::make_shared<const metrics::RunResult>(gpuplan::test::sampleRun());
}

std::shared_ptr<const metrics::RunResult> stepSample() {
    return std::make_shared<const metrics::RunResult>(gpuplan::test::sampleStepRun());
}

QString at(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

/// Sets a result, another one, and none, under the tester's eyes.
template <typename Model>
void exercise(Model& model) {
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setResult(sample());
    model.setResult(stepSample());
    model.setResult(std::make_shared<const metrics::RunResult>());
    model.setResult(sample());
    model.setResult(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

} // namespace

class ModelsTest final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void everyModelKeepsQtsPromises() {
        AlternativesModel alternatives;
        exercise(alternatives);
        BreakdownModel costs(BreakdownModel::Of::CostByAccount);
        exercise(costs);
        BreakdownModel waste(BreakdownModel::Of::WasteByCause);
        exercise(waste);
        BreakEvenModel breakEven;
        exercise(breakEven);
        GpuTimeModel gpuTime;
        exercise(gpuTime);
        AdviceModel advice;
        exercise(advice);
        AdvicePlanModel plan;
        exercise(plan);

        StepModel step;
        const QAbstractItemModelTester stepTester(
            &step, QAbstractItemModelTester::FailureReportingMode::QtTest);
        step.setStep(stepSample()->alternatives[0].steps[0].warm);
        QCOMPARE(step.rowCount(), 7); // six stages and the step
        step.setStep(perf::StepBreakdown{});
        step.setStep({});
        QCOMPARE(step.rowCount(), 0);

        WallTimeModel wall;
        const QAbstractItemModelTester wallTester(
            &wall, QAbstractItemModelTester::FailureReportingMode::QtTest);
        wall.setStep(&stepSample()->alternatives[0].steps[0]);
        QCOMPARE(wall.rowCount(), 4); // queue, computing, fetching, total
        wall.setStep(nullptr);
        QCOMPARE(wall.rowCount(), 0);

        ChartTableModel table;
        const QAbstractItemModelTester tableTester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setTable(report::cumulativeCostChart(gpuplan::test::sampleRun()).table);
        QCOMPARE(table.columnCount(), 3);
        table.setTable({});
        QCOMPARE(table.rowCount(), 0);
    }

    void alternativesShowCostAndDifferenceToTheCheapest() {
        AlternativesModel model;
        model.setResult(sample());

        QCOMPARE(at(model, 0, AlternativesModel::Name), QStringLiteral("owned"));
        QCOMPARE(at(model, 0, AlternativesModel::TotalCost), QStringLiteral("4000.00"));
        QCOMPARE(at(model, 0, AlternativesModel::Difference), QStringLiteral("cheapest"));
        QCOMPARE(at(model, 1, AlternativesModel::Difference), QStringLiteral("+1900.00"));
        QCOMPARE(at(model, 0, AlternativesModel::Allocated), QStringLiteral("80.0 %"));
        QCOMPARE(at(model, 0, AlternativesModel::WaitP95), QStringLiteral("1.5 h"));
        QCOMPARE(at(model, 0, AlternativesModel::JobsNotDone), QStringLiteral("2"));
        QCOMPARE(model.headerData(AlternativesModel::TotalCost, Qt::Horizontal).toString(),
                 QStringLiteral("Total cost, USD"));
    }

    void numbersSortAndTextsAreSpoken() {
        AlternativesModel model;
        model.setResult(sample());

        QCOMPARE(model.index(1, AlternativesModel::TotalCost).data(SortRole).toDouble(), 5900.0);
        QCOMPARE(at(model, 0, AlternativesModel::Name, Qt::AccessibleTextRole),
                 QStringLiteral("owned, the cheapest"));
    }

    void whatIsNotKnownIsNotZero() {
        AlternativesModel model;
        model.setResult(sample());

        for (const int column : {AlternativesModel::PerUsefulHour, AlternativesModel::Allocated,
                                 AlternativesModel::MeanWait, AlternativesModel::PresentValue}) {
            QCOMPARE(at(model, 1, column), QStringLiteral("\u2013"));
            QCOMPARE(at(model, 1, column, Qt::AccessibleTextRole), QStringLiteral("not known"));
            QVERIFY(!model.index(1, column).data(SortRole).isValid());
        }
    }

    void everyFigureSaysWhatItRestsOn() {
        AlternativesModel model;
        model.setResult(sample());

        for (int column = 0; column < model.columnCount(); ++column)
            QVERIFY2(!at(model, 0, column, Qt::ToolTipRole).isEmpty(),
                     qPrintable(QString::number(column)));
        // 4,000 USD over 500 useful GPU-hours, which rest on assumed shares.
        const QString basis = at(model, 0, AlternativesModel::PerUsefulHour, Qt::ToolTipRole);
        QVERIFY(basis.contains(QStringLiteral("4000.00 USD / 500 useful GPU-hours")));
        QVERIFY(basis.contains(QStringLiteral("assumed")));
    }

    void breakdownsAddUpAndMissingPartsAreEmpty() {
        BreakdownModel costs(BreakdownModel::Of::CostByAccount);
        costs.setResult(sample());

        QCOMPARE(costs.rowCount(), 3);
        QCOMPARE(at(costs, 0, 0), QStringLiteral("depreciation"));
        QCOMPARE(at(costs, 0, 1), QStringLiteral("4000.00"));
        QCOMPARE(at(costs, 0, 2), QString());
        QCOMPARE(at(costs, 0, 2, Qt::AccessibleTextRole), QStringLiteral("none"));
        QCOMPARE(at(costs, 2, 0), QStringLiteral("Total"));
        QCOMPARE(at(costs, 2, 2), QStringLiteral("5900.00"));

        BreakdownModel waste(BreakdownModel::Of::WasteByCause);
        waste.setResult(sample());
        // 800 + 800 + 400
        QCOMPARE(at(waste, waste.rowCount() - 1, 1), QStringLiteral("2000.00"));
        QVERIFY(at(waste, 0, 1, Qt::ToolTipRole).contains(QStringLiteral("200 GPU-hours")));
    }

    void shownPartsSumToTheShownTotal() {
        // 3 x 33,333.4 = 100,000.2: one of the parts is shown as 33,334.
        const Money part(33'333'400'000, Currency::usd());
        QCOMPARE(moneyColumn({part, part, part}),
                 (QStringList{QStringLiteral("33334"), QStringLiteral("33333"),
                              QStringLiteral("33333"), QStringLiteral("100000")}));
        const Money small(1'005'000, Currency::usd());
        QCOMPARE(
            moneyColumn({small, small}),
            (QStringList{QStringLiteral("1.01"), QStringLiteral("1.00"), QStringLiteral("2.01")}));
        QCOMPARE(moneyColumn({}), QStringList{QStringLiteral("0.00")});
    }

    void namesAreNoMarkup() {
        QCOMPARE(plainToolTip(QStringLiteral("a & b")), QStringLiteral("a & b"));
        const QString tip = plainToolTip(QStringLiteral("<img src='x'>\nnext"));
        QVERIFY(!tip.contains(QStringLiteral("<img")));
        QVERIFY(tip.contains(QStringLiteral("&lt;img")));
    }

    void breakEvenSaysWhereAndHow() {
        auto run = gpuplan::test::sampleRun();
        run.breakEven = {{"owned",
                          "rented",
                          model::BreakEvenBy::Months,
                          metrics::CrossingStatus::Crosses,
                          {14.26},
                          "because"},
                         {"owned",
                          "rented",
                          model::BreakEvenBy::Utilization,
                          metrics::CrossingStatus::Never,
                          {},
                          ""}};
        BreakEvenModel model;
        model.setResult(std::make_shared<const metrics::RunResult>(run));

        QCOMPARE(at(model, 0, BreakEvenModel::Answer), QStringLiteral("month 14.3"));
        QCOMPARE(at(model, 0, BreakEvenModel::Answer, Qt::ToolTipRole), QStringLiteral("because"));
        QCOMPARE(at(model, 1, BreakEvenModel::Status), QStringLiteral("never"));
        QCOMPARE(at(model, 1, BreakEvenModel::Answer, Qt::AccessibleTextRole),
                 QStringLiteral("no crossing"));
    }

    void problemsShowSeverityMessageAndPlace() {
        Diagnostics problems;
        problems.warning({}, "base.file.missing", {inQuotes("a")});
        problems.error({"/some/where/first.json", 41, 18, "/alternatives/1/site"},
                       "base.number.not_a_number", {inQuotes("x")}, {"y", "z"});
        ProblemsModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProblems(problems);

        QCOMPARE(model.errorCount(), 1);
        QCOMPARE(model.warningCount(), 1);
        QCOMPARE(at(model, 1, ProblemsModel::Level), QStringLiteral("error"));
        QVERIFY(at(model, 1, ProblemsModel::Message).contains(QStringLiteral("\"x\"")));
        QVERIFY(at(model, 1, ProblemsModel::Message)
                    .contains(QStringLiteral("did you mean \"y\" or \"z\"?")));
        QCOMPARE(at(model, 1, ProblemsModel::Place),
                 QStringLiteral("first.json:41:18 /alternatives/1/site"));
        QCOMPARE(at(model, 1, 0, ProblemsModel::PointerRole),
                 QStringLiteral("/alternatives/1/site"));
        model.setProblems({});
        QCOMPARE(model.rowCount(), 0);
    }

    void aStepShowsWhatEachStageAddsAndWhatRemovingItGives() {
        StepModel model;
        model.setStep(stepSample()->alternatives[0].steps[0].warm);
        const int fetch = static_cast<int>(perf::Stage::Fetch);

        QCOMPARE(at(model, 0, StepModel::StageName), QStringLiteral("Compute"));
        QCOMPARE(at(model, 0, StepModel::Adds), QStringLiteral("200.0"));
        QCOMPARE(at(model, 0, StepModel::Share), QStringLiteral("50.0 %")); // 200 of 400
        QCOMPARE(at(model, fetch, StepModel::Adds), QStringLiteral("100.0"));
        QCOMPARE(at(model, fetch, StepModel::Alone), QStringLiteral("400.0"));
        QCOMPARE(at(model, fetch, StepModel::Without), QStringLiteral("320.0"));
        QCOMPARE(at(model, fetch, StepModel::Speedup), QStringLiteral("1.25x")); // 400 / 320
        QCOMPARE(at(model, 6, StepModel::Adds), QStringLiteral("400.0"));
        QVERIFY(model.index(6, 0).data(PinnedRole).toBool());
        QVERIFY(at(model, 6, 0, Qt::ToolTipRole).contains(QStringLiteral("estimated")));
        // There is no step without computing.
        QCOMPARE(at(model, 0, StepModel::Without), QStringLiteral("\u2013"));
        QVERIFY(!model.index(0, StepModel::Without).data(SortRole).isValid());
        QCOMPARE(model.index(fetch, StepModel::Adds).data(SortRole).toDouble(), 0.4 - 0.3);
    }

    void jobsTimeIsShownFromSubmissionToEnd() {
        WallTimeModel model;
        model.setStep(&stepSample()->alternatives[0].steps[0]);
        // Half an hour in the queue, 5 h computing, 2.5 h fetching.
        QCOMPARE(at(model, 0, WallTimeModel::Hours), QStringLiteral("0.5"));
        QCOMPARE(at(model, 1, WallTimeModel::State), QStringLiteral("computing"));
        QCOMPARE(at(model, 1, WallTimeModel::Share), QStringLiteral("62.5 %")); // 5 of 8
        QCOMPARE(at(model, 2, WallTimeModel::State), QStringLiteral("waiting for storage"));
        QCOMPARE(at(model, 3, WallTimeModel::Hours), QStringLiteral("8.0"));
        QVERIFY(model.index(3, 0).data(PinnedRole).toBool());
    }

    void hiddenWorkEndsWhereWhatItAddsBegins() {
        const StepTimeline timeline = stepTimeline(stepSample()->alternatives[0].steps[0].warm);

        QCOMPARE(timeline.added.size(), std::size_t{6});
        QCOMPARE(timeline.added.front().from, 0.0);
        for (std::size_t i = 1; i < timeline.added.size(); ++i)
            QCOMPARE(timeline.added[i].from, timeline.added[i - 1].to);
        QCOMPARE(timeline.added.back().to, 0.4);
        // 50 ms of collectives of which 15 are exposed; 300 of preparing adds 40; 400 of fetching
        // adds 100. Copies add all their 30 ms, the sync points have no time of their own.
        QCOMPARE(timeline.hidden.size(), std::size_t{3});
        QCOMPARE(timeline.hidden[0].stage, perf::Stage::Comm);
        QVERIFY(qAbs(timeline.hidden[0].from - 0.165) < 1e-12);
        QCOMPARE(timeline.hidden[0].to, 0.2);
        QCOMPARE(timeline.hidden[1].stage, perf::Stage::Prep);
        QVERIFY(qAbs(timeline.hidden[1].length() - 0.26) < 1e-12);
        QCOMPARE(timeline.hidden[2].stage, perf::Stage::Fetch);
        QVERIFY(qAbs(timeline.hidden[2].length() - 0.3) < 1e-12);

        QCOMPARE(stepTimeline(perf::StepBreakdown{}), StepTimeline{});

        // What the GPU prepares itself is preparing, not computing, and hides behind nothing.
        perf::StepBreakdown onGpu;
        onGpu.ladder = {0.2, 0.2, 0.2, 0.2, 0.25, 0.25};
        onGpu.forwardBackward = 0.2;
        onGpu.gpuPreparation = 0.05;
        QCOMPARE(aloneTime(onGpu, perf::Stage::Compute), 0.2);
        QCOMPARE(aloneTime(onGpu, perf::Stage::Prep), 0.05);
        QVERIFY(stepTimeline(onGpu).hidden.empty());
    }

    void theMemoryVerdictSaysWhatMakesItFit() {
        metrics::StepResult step = stepSample()->alternatives[0].steps[0];
        QCOMPARE(memoryText(step), // 26 of 22 GB
                 QStringLiteral("Does not fit: 26.0 GB needed of 22.0 GB, 4.0 GB too much. Fits "
                                "with micro_batch 32."));
        step.fitsWith = {"micro_batch 32", "8-bit optimizer", "full recomputation"};
        QVERIFY(memoryText(step).contains(
            QStringLiteral("Fits with micro_batch 32, or with 8-bit optimizer")));
        QCOMPARE(remediesText(step).count(QLatin1Char('\n')), 2); // three lines
        step.fitsWith.clear();
        QVERIFY(memoryText(step).contains(QStringLiteral("no change tried")));
        step.memoryNeed = 11e9;
        QCOMPARE(memoryText(step), QStringLiteral("Fits: 11.0 GB needed of 22.0 GB."));
        step.memoryNeed.reset();
        QVERIFY(memoryText(step).contains(QStringLiteral("not known")));
    }

    void gpuTimeIsShownAsSharesOfWhatIsPaid() {
        GpuTimeModel model;
        model.setResult(sample());

        QCOMPARE(model.columnCount(), 3);
        // Of 1,000 paid GPU-hours 500 were useful.
        QCOMPARE(at(model, 0, 1), QStringLiteral("50.0 %"));
        double sum = 0;
        bool hasMoney = false;
        for (int row = 0; row < model.rowCount(); ++row) {
            sum += model.index(row, 1).data(SortRole).toDouble();
            const QString tip = at(model, row, 1, Qt::ToolTipRole);
            // 200 GPU-hours without a job cost 800 USD.
            hasMoney = hasMoney || tip.contains(QStringLiteral("200 GPU-hours, 800.00 USD"));
        }
        QVERIFY(qAbs(sum - 1) < 1e-9);
        QVERIFY(hasMoney);
        // Nothing is paid for by the other one.
        QCOMPARE(at(model, 0, 2), QStringLiteral("\u2013"));
        QVERIFY(!model.index(0, 2).data(SortRole).isValid());
    }

    void adviceIsShownInMoneyAndAsAPlan() {
        AdviceModel model;
        model.setResult(stepSample());

        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(at(model, 0, AdviceModel::PerMonth), QStringLiteral("+41000"));
        QCOMPARE(at(model, 1, AdviceModel::PerMonth), QStringLiteral("-55000"));
        QCOMPARE(model.index(1, AdviceModel::PerMonth).data(SortRole).toDouble(), -55'000.0);
        QCOMPARE(at(model, 0, AdviceModel::Effort), QStringLiteral("today"));
        QCOMPARE(at(model, 0, AdviceModel::Speedup), QStringLiteral("1.25x"));
        QCOMPARE(at(model, 0, AdviceModel::Bottleneck), QStringLiteral("waiting for storage"));
        QCOMPARE(at(model, 1, AdviceModel::WaitP95), QStringLiteral("\u2013"));
        QCOMPARE(at(model, 1, AdviceModel::JobClass), QStringLiteral("all"));
        QCOMPARE(model.item(0)->id, std::string("workers"));
        QVERIFY(model.item(2) == nullptr);
        model.setResult(stepSample(), 1); // no advice was asked for there
        QCOMPARE(model.rowCount(), 0);

        AdvicePlanModel plan;
        plan.setResult(stepSample());
        QCOMPARE(plan.rowCount(), 1);
        QCOMPARE(at(plan, 0, AdvicePlanModel::What),
                 QStringLiteral("raise the loader's workers from 1 to 8"));
        QCOMPARE(at(plan, 0, AdvicePlanModel::Together), QStringLiteral("+41000"));
    }

    void textsFollowTheLocale() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        AlternativesModel model;
        model.setResult(sample());
        const QString shown = at(model, 1, AlternativesModel::TotalCost);
        QLocale::setDefault(QLocale::c());

        QCOMPARE(shown, QStringLiteral("5.900,00"));
    }
};

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
