#include "session.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/base/file.hpp>

#include <QMetaObject>

#include <chrono>
#include <utility>

namespace gpuplan::gui {

namespace {

constexpr std::chrono::milliseconds editPause{150};

/// Does engine work; what it should never have thrown becomes a problem.
template <typename Work>
auto guarded(const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::exception& error) {
        return complaint(error);
    }
}

} // namespace

Session::Session(std::shared_ptr<const Engine> engine, QObject* parent)
    : QObject(parent), m_engine(std::move(engine)), m_runs(m_engine),
      m_files(QStringLiteral("files")) {
    m_editPause.setSingleShot(true);
    m_editPause.setInterval(editPause);
    connect(&m_editPause, &QTimer::timeout, this, &Session::startRun);
    connect(&m_document, &ScenarioDocument::scenarioChanged, this, &Session::followEdit);
    connect(&m_runs, &RunController::runStarted, this, [this] { emit runStateChanged(true); });
    connect(&m_runs, &RunController::progressChanged, this, &Session::progressChanged);
    connect(&m_runs, &RunController::runFinished, this, &Session::takeRun);
    connect(&m_runs, &RunController::runCancelled, this, [this] { emit runStateChanged(false); });
}

Session::~Session() = default;

Diagnostics Session::problems() const {
    Diagnostics all = m_readProblems;
    all.append(m_fieldProblems);
    all.append(m_runProblems);
    all.append(m_writeProblems);
    return all;
}

void Session::openFile(const QString& path) {
    const quint64 serial = ++m_readSerial;
    m_files.post([this, serial, path, engine = m_engine] {
        const auto read = guarded([&] { return engine->read(toUtf8(path)); });
        QMetaObject::invokeMethod(
            this, [this, serial, path, read] { takeRead(serial, path, read); },
            Qt::QueuedConnection);
    });
}

void Session::takeRead(quint64 serial, const QString& path, const Result<model::Scenario>& read) {
    if (serial != m_readSerial)
        return;
    m_readProblems = read.diagnostics();
    m_writeProblems = {};
    if (!read) {
        emit problemsChanged();
        emit openFailed(path);
        return;
    }
    m_runs.cancelRun();
    m_fieldProblems = {};
    m_runProblems = {};
    m_result.reset();
    m_resultOf.reset();
    m_advice.reset();
    m_adviceOf.reset();
    m_document.open(std::make_shared<const model::Scenario>(*read), path);
    emit problemsChanged();
    emit resultChanged();
    emit adviceChanged();
    updateStale();
    emit fileOpened(path);
    startRun();
}

void Session::write(const QString& path, const std::function<Diagnostics()>& work,
                    const std::function<void()>& done) {
    m_files.post([this, path, work, done] {
        const Diagnostics problems = guarded(work);
        QMetaObject::invokeMethod(
            this,
            [this, path, done, problems] {
                m_writeProblems = problems;
                emit problemsChanged();
                if (problems.hasErrors()) {
                    emit writeFailed(path);
                    return;
                }
                done();
                emit fileWritten(path);
            },
            Qt::QueuedConnection);
    });
}

void Session::saveFile(const QString& path) {
    if (!m_document.isOpen())
        return;
    const auto scenario = m_document.scenario();
    write(
        path, [engine = m_engine, scenario, path] { return engine->save(*scenario, toUtf8(path)); },
        [this, scenario, path] { m_document.markSaved(scenario, path); });
}

void Session::writeFile(const QString& path, const QByteArray& content) {
    write(
        path, [path, content] { return writeWholeFile(toUtf8(path), content.toStdString()); },
        [] {});
}

void Session::startRun() {
    m_editPause.stop();
    if (m_document.isOpen())
        m_runs.startRun(m_document.scenario());
}

void Session::startAdvice() {
    m_editPause.stop();
    if (m_document.isOpen())
        m_runs.startRun(m_document.scenario(), true);
}

void Session::cancelRun() {
    m_editPause.stop();
    m_runs.cancelRun();
}

void Session::setRunsAfterEdits(bool runs) {
    m_runsAfterEdits = runs;
    if (runs && isStale())
        startRun();
}

void Session::setFieldProblems(const Diagnostics& problems) {
    if (problems == m_fieldProblems)
        return;
    m_fieldProblems = problems;
    emit problemsChanged();
}

void Session::followEdit() {
    // The run at hand is of other inputs now; so is its result, unless undo brought them back.
    cancelRun();
    updateStale();
    if (m_runsAfterEdits && m_document.scenario() != m_resultOf)
        m_editPause.start();
}

void Session::takeRun(const FinishedRun& run) {
    m_runProblems = run.diagnostics;
    if (run.result) {
        m_runProblems.append(run.result->diagnostics);
        m_result = run.result;
        m_resultOf = run.scenario;
        emit resultChanged();
        if (run.withAdvice) {
            m_advice = run.result;
            m_adviceOf = run.scenario;
            emit adviceChanged();
        }
    }
    updateStale();
    emit problemsChanged();
    emit runStateChanged(false);
}

void Session::updateStale() {
    if (m_wasStale != isStale()) {
        m_wasStale = isStale();
        emit staleChanged(m_wasStale);
    }
    if (m_wasAdviceStale != isAdviceStale()) {
        m_wasAdviceStale = isAdviceStale();
        emit adviceStaleChanged(m_wasAdviceStale);
    }
}

} // namespace gpuplan::gui
