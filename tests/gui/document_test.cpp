/// The open scenario: edits, undo, fields and what they refuse.

#include "gui/document/apply_advice.hpp"
#include "gui/document/input_fields.hpp"
#include "gui/document/recent_files.hpp"
#include "gui/document/scenario_document.hpp"
#include "gui/format/texts.hpp"
#include "sample_scenario.hpp"

#include <gpuplan/planner/scenario_text.hpp>

#include <QSignalSpy>

#include <QtTest>
#include <algorithm>

using namespace gpuplan;
using namespace gpuplan::gui;
using gpuplan::gui::test::sampleScenario;
using gpuplan::gui::test::sampleStepScenario;

namespace {

std::shared_ptr<const model::Scenario> shared(std::int64_t months) {
    auto scenario = std::make_shared<model::Scenario>(sampleScenario());
    scenario->horizonMonths = months;
    return scenario;
}

InputField field(const QString& pointer) {
    for (InputField& candidate : inputFields(sampleScenario()))
        if (candidate.pointer == pointer)
            return candidate;
    qFatal("no field %s", qPrintable(pointer));
}

const QString horizon = QStringLiteral("/horizon_months");
const QString rate = QStringLiteral("/workload/profile/classes/0/arrivals/jobs_per_day");
const QString nodes = QStringLiteral("/alternatives/0/pools/0/supply/fixed/nodes");
const QString energy = QStringLiteral("/alternatives/0/site/energy_price");
const QString price = QStringLiteral("/alternatives/1/pools/0/price");

} // namespace

class DocumentTest final : public QObject {
    Q_OBJECT
private slots:
    void theSampleIsAGoodScenario() {
        const Diagnostics problems = planner::checkScenario(sampleScenario());
        QVERIFY2(!problems.hasErrors(), describe(problems).c_str());
    }

    void theStepSampleIsAGoodScenario() {
        const Diagnostics problems = planner::checkScenario(sampleStepScenario());
        QVERIFY2(!problems.hasErrors(), describe(problems).c_str());
    }

    void classesWithAStepHaveItsFields() {
        const model::Scenario scenario = sampleStepScenario();
        const QString step = QStringLiteral("/workload/profile/classes/0/step");
        const auto stepOf = [](const model::Scenario& from) {
            return *std::get<model::ProfileWorkload>(from.workload).classes[0].step;
        };
        const auto edited = [&](const char* path, const char* text) {
            for (const InputField& field : inputFields(scenario))
                if (field.pointer == step + QString::fromLatin1(path))
                    return editedField(field, scenario, scenario, QString::fromLatin1(text));
            qFatal("no field %s", path);
        };

        QCOMPARE(stepOf(*edited("/micro_batch", "128")).microBatch, 128);
        QCOMPARE(stepOf(*edited("/precision", "fp8")).precision, model::Precision::Fp8);
        QCOMPARE(stepOf(*edited("/input/workers", "8")).input->workers, 8);
        QCOMPARE(stepOf(*edited("/input/loader", "staged")).input->loader, model::Loader::Staged);
        QCOMPARE(stepOf(*edited("/input/pinned", "true")).input->pinned, true);
        QCOMPARE(stepOf(*edited("/input/data/format", "shards")).input->data.format,
                 model::DataFormat::Shards);
        QCOMPARE(stepOf(*edited("/input/data/tier", "lustre")).input->data.tier,
                 std::string("lustre"));
        QCOMPARE(stepOf(*edited("/sync/every_steps", "100")).sync->everySteps, 100);
        QCOMPARE(stepOf(*edited("/checkpoint/mode", "async")).checkpoint->asynchronous, true);
        // What the reader of files refuses is refused here, in its words and at its place.
        for (const auto& [path, text] : {std::pair{"/micro_batch", "0"},
                                         {"/micro_batch", "many"},
                                         {"/precision", "fp64"},
                                         {"/input/workers", "2000"},
                                         {"/input/data/tier", "tape"}}) {
            const Result<model::Scenario> refused = edited(path, text);
            QVERIFY2(!refused, text);
            QCOMPARE(refused.diagnostics()[0].at.pointer, toUtf8(step + QLatin1String(path)));
        }
        // No worker at all is no loader of workers.
        QVERIFY(!edited("/input/workers", "0"));
    }

    void aFieldOfChoicesOffersItsOwnValue() {
        const model::Scenario scenario = sampleStepScenario();
        int count = 0;
        for (const InputField& field : inputFields(scenario)) {
            if (field.choices.empty())
                continue;
            ++count;
            const QString now = field.text(scenario);
            QVERIFY2(std::any_of(field.choices.begin(), field.choices.end(),
                                 [&](const InputChoice& choice) { return choice.value == now; }),
                     qPrintable(field.pointer));
            for (const InputChoice& choice : field.choices)
                QVERIFY(field.edited(scenario, choice.value)); // each can be chosen
        }
        // Precision, loader, host memory, format, tier, checkpoints.
        QCOMPARE(count, 6);
    }

    void aStepWithoutInputHasNoInputFields() {
        model::Scenario scenario = sampleStepScenario();
        auto& step = *std::get<model::ProfileWorkload>(scenario.workload).classes[0].step;
        step.input.reset();
        step.sync.reset();
        step.checkpoint.reset();
        int count = 0;
        for (const InputField& field : inputFields(scenario))
            count += field.pointer.contains(QStringLiteral("/step/")) ? 1 : 0;
        QCOMPARE(count, 2); // batch and precision
    }

    void anAdviceBecomesAnAlternativeOfItsOwn() {
        const model::Scenario scenario = sampleStepScenario();
        metrics::AdviceItem item;
        QVERIFY(!canApply(item));
        auto changed = std::make_shared<model::Alternative>(scenario.alternatives[0]);
        model::StepChange change;
        change.jobClass = "training";
        change.workers = 8;
        model::addChange(changed->changes, change);
        item.title = "8 workers";
        item.changed = changed;

        const model::Scenario one = withAdvice(scenario, "bought", item);
        QCOMPARE(one.alternatives.size(), std::size_t{3});
        QCOMPARE(one.alternatives[2].name, std::string("bought + 8 workers"));
        QCOMPARE(*one.alternatives[2].changes.at(0).workers, 8);
        QVERIFY(one.alternatives[0] == scenario.alternatives[0]);
        QVERIFY2(!planner::checkScenario(one).hasErrors(),
                 describe(planner::checkScenario(one)).c_str());
        const model::Scenario two = withAdvice(one, "bought", item);
        QCOMPARE(two.alternatives[3].name, std::string("bought + 8 workers (2)"));

        // Longer than a file takes, in letters of two bytes each.
        item.title = std::string();
        for (int i = 0; i < 60; ++i)
            item.title += "\u00e4";
        const model::Scenario longer =
            withAdvice(withAdvice(scenario, "bought", item), "bought", item);
        for (const std::size_t i : {2, 3})
            QVERIFY(longer.alternatives[i].name.size() <= 100);
        QVERIFY(longer.alternatives[3].name.ends_with(" (2)"));
        QVERIFY(!planner::checkScenario(longer).hasErrors());
    }

    void aLaterChangeOfAClassWinsAndKeepsTheRest() {
        std::vector<model::StepChange> changes(1);
        changes[0].jobClass = "training";
        changes[0].workers = 2;
        changes[0].pinned = true;
        model::StepChange change;
        change.jobClass = "training";
        change.workers = 8;
        model::addChange(changes, change);
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(*changes[0].workers, 8);
        QCOMPARE(*changes[0].pinned, true);
        change.jobClass = "other";
        model::addChange(changes, change);
        QCOMPARE(changes.size(), std::size_t{2});
    }

    void addedAlternativesAreHeldAgainstThemselves() {
        const model::Scenario base = sampleScenario();
        model::Scenario now = base;
        now.alternatives[0].pools[0].name = "other rack";
        now.alternatives.push_back(base.alternatives[1]);
        now.alternatives[2].name = "added";
        const model::Scenario comparable = comparableBase(base, now);
        QCOMPARE(comparable.alternatives.size(), std::size_t{3});
        QVERIFY(comparable.alternatives[0] == base.alternatives[0]);
        QVERIFY(comparable.alternatives[2] == now.alternatives[2]);
        now.alternatives.erase(now.alternatives.begin());
        QVERIFY(comparableBase(base, now).alternatives[0] == base.alternatives[1]);
    }

    void editsAreUndoneAndRedoneWhole() {
        ScenarioDocument document;
        const auto first = shared(12);
        document.open(first, QStringLiteral("a.json"));
        QSignalSpy changed(&document, &ScenarioDocument::scenarioChanged);

        document.edit(QStringLiteral("one"), shared(13));
        document.edit(QStringLiteral("two"), shared(14));
        QVERIFY(document.isChanged());
        document.undoStack()->undo();
        QCOMPARE(document.scenario()->horizonMonths, 13);
        document.undoStack()->undo();
        QCOMPARE(document.scenario(), first); // the very value, not a copy
        QVERIFY(!document.isChanged());
        document.undoStack()->redo();
        QCOMPARE(document.scenario()->horizonMonths, 13);
        QCOMPARE(changed.count(), 5);
    }

    void aDragIsOneEditAndADragBackIsNone() {
        ScenarioDocument document;
        document.open(shared(12), QStringLiteral("a.json"));

        for (const int months : {13, 14, 15})
            document.edit(QStringLiteral("drag"), shared(months), QStringLiteral("h#1"));
        document.edit(QStringLiteral("drag"), shared(20), QStringLiteral("h#2"));
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QCOMPARE(document.scenario()->horizonMonths, 15);
        document.undoStack()->undo();
        QCOMPARE(document.scenario()->horizonMonths, 12);

        document.edit(QStringLiteral("drag"), shared(13), QStringLiteral("h#3"));
        document.edit(QStringLiteral("drag"), shared(12), QStringLiteral("h#3"));
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isChanged());
    }

    void anEqualScenarioIsNoEdit() {
        ScenarioDocument document;
        document.open(shared(12), QStringLiteral("a.json"));
        document.edit(QStringLiteral("nothing"), shared(12));
        QCOMPARE(document.undoStack()->count(), 0);
    }

    void savingWhileEditingKeepsTheChangedFlag() {
        ScenarioDocument document;
        document.open(shared(12), QStringLiteral("a.json"));
        document.edit(QStringLiteral("one"), shared(13));
        const auto saved = document.scenario();
        document.edit(QStringLiteral("two"), shared(14));

        document.markSaved(saved, QStringLiteral("b.json"));

        QVERIFY(document.isChanged());
        QCOMPARE(document.base()->horizonMonths, 13);
        QCOMPARE(document.displayName(), QStringLiteral("b.json"));
    }

    void theFieldsOfAScenarioAreFound() {
        const std::vector<InputField> fields = inputFields(sampleScenario());
        QStringList pointers;
        for (const InputField& one : fields) {
            pointers.append(one.pointer);
            QVERIFY(!one.unit.isEmpty());
            QVERIFY(!one.help.isEmpty());
        }
        QCOMPARE(pointers, (QStringList{horizon, rate, nodes, energy, price}));
        QCOMPARE(field(energy).text(sampleScenario()), QStringLiteral("0.086"));
        QCOMPARE(field(energy).unit, QStringLiteral("USD/kWh"));
        QCOMPARE(field(price).text(sampleScenario()), QString());
    }

    void textsBecomeExactValues_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::newRow("whole") << horizon << QStringLiteral(" 36 ") << QStringLiteral("36");
        QTest::newRow("nodes") << nodes << QStringLiteral("7") << QStringLiteral("7");
        QTest::newRow("decimal") << rate << QStringLiteral("0.1") << QStringLiteral("0.1");
        QTest::newRow("price") << energy << QStringLiteral("0.0912345678901")
                               << QStringLiteral("0.0912345678901");
        QTest::newRow("with unit")
            << energy << QStringLiteral("0.1 USD/kWh") << QStringLiteral("0.1");
        QTest::newRow("override") << price << QStringLiteral("98.32") << QStringLiteral("98.32");
    }

    void textsBecomeExactValues() {
        QFETCH(QString, pointer);
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        const model::Scenario before = sampleScenario();

        const auto edited = editedField(field(pointer), before, before, typed);

        QVERIFY2(edited.ok(), describe(edited.diagnostics()).c_str());
        QCOMPARE(field(pointer).text(*edited), shown);
        // Only this value changed: put back, all is as it was.
        QVERIFY(field(pointer).restored(*edited, before) == before);
    }

    void wrongTextsAreRefusedWithTheirPlace_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("typed");
        for (const QString& text :
             {QStringLiteral(""), QStringLiteral("twelve"), QStringLiteral("0"),
              QStringLiteral("-3"), QStringLiteral("1.5"), QStringLiteral("99999999999999999999"),
              QStringLiteral("1e9")})
            QTest::newRow(qPrintable(QStringLiteral("months '%1'").arg(text))) << horizon << text;
        for (const QString& text :
             {QStringLiteral("0"), QStringLiteral("-1"), QStringLiteral("nan"),
              QStringLiteral("inf"), QStringLiteral("1,5"), QStringLiteral("1e30")})
            QTest::newRow(qPrintable(QStringLiteral("rate '%1'").arg(text))) << rate << text;
        for (const QString& text :
             {QStringLiteral("-0.1"), QStringLiteral("0.1 USD/MWh"), QStringLiteral("0.1 EUR/kWh"),
              QStringLiteral("kWh"), QString()})
            QTest::newRow(qPrintable(QStringLiteral("energy '%1'").arg(text))) << energy << text;
        QTest::newRow("nodes") << nodes << QStringLiteral("1000000000");
        QTest::newRow("override per month") << price << QStringLiteral("98 USD/month");
    }

    void wrongTextsAreRefusedWithTheirPlace() {
        QFETCH(QString, pointer);
        QFETCH(QString, typed);
        const model::Scenario before = sampleScenario();

        const auto edited = editedField(field(pointer), before, before, typed);

        QVERIFY(!edited.ok());
        QVERIFY(QString::fromStdString(edited.diagnostics()[0].at.pointer).startsWith(pointer));
        QCOMPARE(edited.diagnostics()[0].at.line, std::size_t{0});
    }

    void theFilesOwnValueKeepsItsSource() {
        const model::Scenario base = sampleScenario();
        const auto changed = editedField(field(energy), base, base, QStringLiteral("0.2"));
        QVERIFY(changed->alternatives[0].site->energyPrice->provenance.source != "a tariff");

        const auto back = editedField(field(energy), *changed, base, QStringLiteral("0.0860"));

        QVERIFY(*back == base);
    }

    void anOverrideIsTakenAwayByAnEmptyText() {
        const model::Scenario base = sampleScenario();
        const auto given = editedField(field(price), base, base, QStringLiteral("50"));
        QVERIFY(given->alternatives[1].pools[0].price.has_value());

        const auto gone = editedField(field(price), *given, base, QString());

        QVERIFY(*gone == base);
    }

    void slidersReachRoundFiguresOnBothSides() {
        const SliderRange around = *field(rate).slider; // 20 jobs a day
        QCOMPARE(around.step.text(), std::string("1"));
        QCOMPARE(around.least, 1);
        QCOMPARE(around.most, 60);
    }

    void recentFilesAreUniqueAndFew() {
        QStringList list;
        for (int i = 0; i < 15; ++i)
            list = withRecent(list, QStringLiteral("/f/%1.json").arg(i));
        list = withRecent(list, QStringLiteral("/f/12.json"));

        QCOMPARE(list.size(), 10);
        QCOMPARE(list[0], QStringLiteral("/f/12.json"));
        QCOMPARE(list[1], QStringLiteral("/f/14.json"));
        QCOMPARE(list.count(QStringLiteral("/f/12.json")), 1);
    }
};

QTEST_MAIN(DocumentTest)
#include "document_test.moc"
