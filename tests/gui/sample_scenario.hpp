#pragma once
/// A small scenario as a file would give it, and an engine that does as a test says.

#include "gui/run/engine.hpp"

#include <gpuplan/model/scenario.hpp>

#include <QSemaphore>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

namespace gpuplan::gui::test {

/// Two owned nodes with a site, or a rented pool; 20 jobs a day; 12 months.
model::Scenario sampleScenario();

/// The same with a step for its class: a data set on `nvme-gen4` that two workers a GPU read, sync
/// points and synchronous checkpoints. `nvme-gen4` and `lustre` are kept by both alternatives.
model::Scenario sampleStepScenario();

/// `read` gives the sample scenario or complains of a path that holds "bad"; `run` asks often
/// whether to stop and ends when the test lets it. Paths with "step" hold the step scenario, whose
/// runs tell of steps, and of advice where asked for.
class FakeEngine final : public Engine {
public:
    Result<model::Scenario> read(const std::string& path) const override;
    Diagnostics save(const model::Scenario& scenario, const std::string& path) const override;
    planner::Planner::Outcome run(const planner::RunRequest& request) const override;

    /// Runs do not end by themselves until this many were let go.
    void holdRuns() { m_held = true; }
    void letGo(int runs = 1) { m_go.release(runs); }
    /// Runs throw this.
    void throwFrom(std::function<void()> thrower) { m_thrower = std::move(thrower); }

    int started() const { return m_started; }
    int stopped() const { return m_stopped; }

private:
    std::atomic<bool> m_held{false};
    std::function<void()> m_thrower;
    mutable QSemaphore m_go;
    mutable std::atomic<int> m_started{0};
    mutable std::atomic<int> m_stopped{0};
};

} // namespace gpuplan::gui::test
