#pragma once
/// The front door: read, run, explain. What CLI and GUI call; everything behind it can change.

#include <gpuplan/base/result.hpp>
#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/model/scenario.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace gpuplan::planner {

/// Progress of a run: called from worker threads, one call at a time.
struct Progress {
    double done = 0;  ///< 0..1 over all alternatives
    std::string what; ///< name of the alternative at work
};

struct RunRequest {
    std::shared_ptr<const model::Scenario> scenario;
    std::optional<std::uint64_t> seed; ///< absent: the scenario's
    unsigned threads = 0;              ///< 0: all cores; results do not depend on it
    /// Also say what helps most, where a job class has a step model: some ten further runs of each
    /// alternative.
    bool advice = false;
    std::function<void(const Progress&)> progress;
    std::function<bool()> stopRequested;
};

class Planner {
public:
    explicit Planner(std::shared_ptr<const catalog::Catalogs> catalogs);
    /// Loads the catalogs of a folder.
    static Result<Planner> load(const std::string& dataFolder);

    const catalog::Catalogs& catalogs() const { return *m_catalogs; }

    /// Reads and checks a scenario: JSON, ranges, ids against the catalogs. Every problem at once.
    Result<model::Scenario> read(const std::string& path) const;

    /// Simulates and prices every alternative. Nothing with no errors in the diagnostics: stopped.
    /// The result is immutable and shared.
    struct Outcome {
        std::shared_ptr<const metrics::RunResult> result; ///< null if stopped or in error
        Diagnostics diagnostics;
        bool stopped = false;
    };
    Outcome run(const RunRequest& request) const;

private:
    std::shared_ptr<const catalog::Catalogs> m_catalogs;
};

} // namespace gpuplan::planner
