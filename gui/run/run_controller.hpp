#pragma once
/// Runs of the planner away from the window: at most one counts, the newest.

#include "background_thread.hpp"
#include "engine.hpp"

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>

namespace gpuplan::gui {

/// A finished run with the very scenario it was made from.
struct FinishedRun {
    std::shared_ptr<const model::Scenario> scenario;
    bool withAdvice = false;
    std::shared_ptr<const metrics::RunResult> result; ///< null if there were errors
    Diagnostics diagnostics;
};

class RunController final : public QObject {
    Q_OBJECT
public:
    explicit RunController(std::shared_ptr<const Engine> engine, QObject* parent = nullptr);
    /// Stops the run at hand and waits for its thread.
    ~RunController() override;

    bool isRunning() const { return m_current != nullptr; }

public slots:
    /// Stops the run at hand, if any, and begins anew as soon as its thread is free.
    /// \param withAdvice  also say what helps most, which takes many runs more
    void startRun(const std::shared_ptr<const model::Scenario>& scenario, bool withAdvice = false);
    /// From here on the run at hand is over for everyone who listens; its thread follows as soon as
    /// the engine asks whether to stop.
    void cancelRun();

signals:
    void runStarted();
    /// \param done  0..1
    void progressChanged(double done, const QString& what);
    void runFinished(const gpuplan::gui::FinishedRun& run);
    void runCancelled();

private:
    /// Shared with the worker; a run that is no longer the current one is never heard of again.
    struct Run {
        std::shared_ptr<const model::Scenario> scenario;
        bool withAdvice = false;
        std::atomic<bool> stop{false};
        std::atomic<int> shownPercent{-1};
    };

    void work(const std::shared_ptr<Run>& run);
    void finish(const std::shared_ptr<Run>& run, planner::Planner::Outcome outcome);

    std::shared_ptr<const Engine> m_engine;
    std::shared_ptr<Run> m_current;
    BackgroundThread m_thread; ///< last: it ends before what its work uses
};

/// What is reported of an exception that should never have been thrown.
Diagnostics complaint(const std::exception& error);

} // namespace gpuplan::gui
