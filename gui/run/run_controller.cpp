#include "run_controller.hpp"

#include "gui/format/texts.hpp"

#include <gpuplan/units/int128.hpp>

#include <QMetaObject>

#include <cmath>
#include <utility>

namespace gpuplan::gui {

Diagnostics complaint(const std::exception& error) {
    Diagnostics diagnostics;
    if (dynamic_cast<const ArithmeticOverflow*>(&error) != nullptr)
        diagnostics.error({}, "base.amount.overflow");
    else if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        diagnostics.outside({}, "gui.run.memory");
    else
        diagnostics.error({}, "gui.run.bug", {error.what()});
    return diagnostics;
}

RunController::RunController(std::shared_ptr<const Engine> engine, QObject* parent)
    : QObject(parent), m_engine(std::move(engine)), m_thread(QStringLiteral("run")) {}

RunController::~RunController() {
    if (m_current)
        m_current->stop = true;
}

void RunController::startRun(const std::shared_ptr<const model::Scenario>& scenario,
                             bool withAdvice) {
    if (m_current)
        m_current->stop = true;
    m_current = std::make_shared<Run>();
    m_current->scenario = scenario;
    m_current->withAdvice = withAdvice;
    emit runStarted();
    m_thread.post([this, run = m_current] { work(run); });
}

void RunController::cancelRun() {
    if (!m_current)
        return;
    m_current->stop = true;
    m_current.reset();
    emit runCancelled();
}

void RunController::work(const std::shared_ptr<Run>& run) {
    planner::RunRequest request;
    request.scenario = run->scenario;
    request.advice = run->withAdvice;
    request.stopRequested = [run] { return run->stop.load(std::memory_order_relaxed); };
    request.progress = [this, run](const planner::Progress& progress) {
        // One signal a percent: a fast run would else flood the window's event queue.
        const int percent = static_cast<int>(std::lround(progress.done * 100));
        if (run->shownPercent.exchange(percent) == percent || run->stop)
            return;
        QMetaObject::invokeMethod(
            this,
            [this, run, done = progress.done, what = toQString(progress.what)] {
                if (run == m_current)
                    emit progressChanged(done, what);
            },
            Qt::QueuedConnection);
    };
    planner::Planner::Outcome outcome;
    if (run->stop) {
        outcome.stopped = true;
    } else {
        try {
            outcome = m_engine->run(request);
        } catch (const std::exception& error) {
            outcome = {nullptr, complaint(error), false};
        }
    }
    QMetaObject::invokeMethod(
        this, [this, run, moved = std::move(outcome)]() mutable { finish(run, std::move(moved)); },
        Qt::QueuedConnection);
}

void RunController::finish(const std::shared_ptr<Run>& run, planner::Planner::Outcome outcome) {
    if (run != m_current)
        return;
    m_current.reset();
    if (outcome.stopped)
        emit runCancelled();
    else
        emit runFinished({run->scenario, run->withAdvice, std::move(outcome.result),
                          std::move(outcome.diagnostics)});
}

} // namespace gpuplan::gui
