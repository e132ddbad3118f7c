#pragma once
/// The open document, its results, and how they follow each other. No widgets: the window shows
/// what this says.

#include "gui/document/scenario_document.hpp"
#include "run_controller.hpp"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <memory>

namespace gpuplan::gui {

class Session final : public QObject {
    Q_OBJECT
public:
    explicit Session(std::shared_ptr<const Engine> engine, QObject* parent = nullptr);
    ~Session() override;

    ScenarioDocument& document() { return m_document; }
    const ScenarioDocument& document() const { return m_document; }
    /// The last finished result; null before the first.
    std::shared_ptr<const metrics::RunResult> result() const { return m_result; }
    /// The result is of other inputs than those shown.
    bool isStale() const { return m_result && m_resultOf != m_document.scenario(); }
    /// The last result with advice: what helps most. Null before it was asked for.
    std::shared_ptr<const metrics::RunResult> advice() const { return m_advice; }
    /// The advice is for other inputs than those shown.
    bool isAdviceStale() const { return m_advice && m_adviceOf != m_document.scenario(); }
    bool isRunning() const { return m_runs.isRunning(); }
    bool runsAfterEdits() const { return m_runsAfterEdits; }
    /// What is wrong with the file, the fields, the last run and the last writing, in this order.
    Diagnostics problems() const;

public slots:
    /// Reads the file in the background; the open scenario stays until a good one is read.
    void openFile(const QString& path);
    /// Writes the scenario in the background, whole or not at all.
    void saveFile(const QString& path);
    /// Writes any bytes likewise: an exported picture or table.
    void writeFile(const QString& path, const QByteArray& content);
    void startRun();
    /// As startRun, and says what helps most: many runs, hence only when asked for.
    void startAdvice();
    void cancelRun();
    void setRunsAfterEdits(bool runs);
    /// What the input fields complain of now.
    void setFieldProblems(const gpuplan::Diagnostics& problems);

signals:
    void resultChanged();
    void staleChanged(bool isStale);
    /// The advice is another one, or there is none any more.
    void adviceChanged();
    void adviceStaleChanged(bool isStale);
    void runStateChanged(bool isRunning);
    void progressChanged(double done, const QString& what);
    void problemsChanged();
    void fileOpened(const QString& path);
    /// The file could not be read; why stands among the problems.
    void openFailed(const QString& path);
    void fileWritten(const QString& path);
    void writeFailed(const QString& path);

private:
    void takeRead(quint64 serial, const QString& path, const Result<model::Scenario>& read);
    void takeRun(const FinishedRun& run);
    void followEdit();
    void updateStale();
    void write(const QString& path, const std::function<Diagnostics()>& work,
               const std::function<void()>& done);

    std::shared_ptr<const Engine> m_engine;
    ScenarioDocument m_document;
    std::shared_ptr<const metrics::RunResult> m_result;
    std::shared_ptr<const model::Scenario> m_resultOf; ///< the value m_result was made from
    std::shared_ptr<const metrics::RunResult> m_advice;
    std::shared_ptr<const model::Scenario> m_adviceOf; ///< likewise
    Diagnostics m_readProblems;
    Diagnostics m_fieldProblems;
    Diagnostics m_runProblems;
    Diagnostics m_writeProblems;
    QTimer m_editPause; ///< a slider's drag is one run, not a hundred
    bool m_runsAfterEdits = true;
    bool m_wasStale = false;
    bool m_wasAdviceStale = false;
    quint64 m_readSerial = 0;
    RunController m_runs;
    BackgroundThread m_files; ///< last: it ends before what its work uses
};

} // namespace gpuplan::gui
