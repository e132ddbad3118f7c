#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/jobs_csv.hpp>
#include <gpuplan/units/decimal.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

using model::GpuState;

/// States of a job that holds GPUs, as the ladder reads.
constexpr std::array states{GpuState::Compute,    GpuState::Comm,    GpuState::Sync,
                            GpuState::H2d,        GpuState::Prep,    GpuState::Fetch,
                            GpuState::Checkpoint, GpuState::Restart, GpuState::IdleHeld};

std::string seconds(history::Tick ticks) {
    return Decimal::scaled(ticks, 6).text();
}

std::vector<std::string> rowOf(const std::string& alternative, const metrics::JobTimes& job) {
    history::Tick held = 0;
    for (const history::Tick ticks : job.wall)
        held += ticks;
    std::vector<std::string> row{alternative,
                                 job.id,
                                 job.jobClass,
                                 job.pool,
                                 job.gpus.text(),
                                 seconds(job.submit),
                                 job.start ? seconds(*job.start) : "",
                                 job.end ? seconds(*job.end) : "",
                                 job.end ? seconds(*job.end - job.submit - held) : ""};
    for (const GpuState state : states)
        row.push_back(job.start ? seconds(job.wall[static_cast<std::size_t>(state)]) : "");
    return row;
}

} // namespace

std::string jobsCsv(const metrics::RunResult& result) {
    std::string text;
    if (std::all_of(result.alternatives.begin(), result.alternatives.end(),
                    [](const auto& alternative) { return alternative.jobTimes.empty(); }))
        return text;
    std::vector<std::string> head{"alternative", "job_id",  "class", "pool",   "gpus",
                                  "submit_s",    "start_s", "end_s", "queue_s"};
    for (const GpuState state : states)
        head.push_back(std::string(name(state)) + "_s");
    appendCsvRow(text, head);
    for (const metrics::AlternativeResult& alternative : result.alternatives)
        for (const metrics::JobTimes& job : alternative.jobTimes)
            appendCsvRow(text, rowOf(alternative.name, job));
    return text;
}

} // namespace gpuplan::report
