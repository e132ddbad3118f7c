#include <gpuplan/base/file.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/metrics/waiting.hpp>
#include <gpuplan/planner/replay.hpp>
#include <gpuplan/sim/simulate.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <ostream>
#include <sys/resource.h>

namespace gpuplan::planner {

namespace {

/// Rejections told one by one before the rest is only counted.
constexpr std::size_t mostTold = 10;

sim::World plainCluster(const ReplayRequest& request) {
    sim::World world;
    world.pools.push_back({"cluster", request.gpusPerNode,
                           model::FixedSupply{request.gpus / request.gpusPerNode},
                           Decimal::integer(1)});
    world.queue = request.queue;
    world.placement = request.placement;
    world.estimates = request.estimates;
    model::Activity unknown; // all allocated time counts as compute: no physics is known here
    unknown.shares[static_cast<std::size_t>(model::GpuState::Compute)] = 1'000'000;
    world.activities.push_back(unknown);
    return world;
}

void tellRejections(const workload::JobTable& jobs, const history::History& history,
                    Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < history.rejections.size(); ++i) {
        Diagnostic diagnostic;
        diagnostic.trouble = Trouble::Target;
        const history::Rejection& rejection = history.rejections[i];
        if (i == mostTold) {
            diagnostic.message = {"cli.replay.rejected_more",
                                  {std::to_string(history.rejections.size() - mostTold)}};
            diagnostics.add(diagnostic);
            return;
        }
        const std::string job = inQuotes(jobs.ids.text(rejection.job));
        if (rejection.resource == "gpus")
            diagnostic.message = {"cli.replay.rejected_job",
                                  {job, rejection.asked, rejection.available}};
        else
            diagnostic.message = {"cli.replay.rejected_share", {job, rejection.asked}};
        diagnostics.add(diagnostic);
    }
}

/// `12.5` from microseconds, without a Decimal on the way: a row for each of 10^7 jobs.
void appendSeconds(std::string& line, std::int64_t micros) {
    std::array<char, 24> buffer{};
    if (micros < 0) {
        line += '-';
        micros = -micros;
    }
    const auto whole =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), micros / 1'000'000);
    line.append(buffer.data(), whole.ptr);
    std::int64_t rest = micros % 1'000'000;
    if (rest == 0)
        return;
    line += '.';
    for (std::int64_t unit = 100'000; rest != 0; rest %= unit, unit /= 10)
        line += static_cast<char>('0' + rest / unit);
}

/// \return errors if the file can not be written whole.
Diagnostics writeJobs(const std::string& path, const workload::JobTable& jobs,
                      const history::History& history) {
    return writeWholeFile(path, [&](std::ostream& out) {
        out << "job_id,submit_s,start_s,end_s,gpus\n";
        std::string line;
        for (std::size_t row = 0; row < jobs.size(); ++row) {
            line = jobs.ids.text(row);
            if (line.find_first_of(",\"\r\n") != std::string::npos) {
                std::string plain;
                plain.swap(line);
                line = '"';
                for (const char c : plain)
                    line += c == '"' ? std::string("\"\"") : std::string(1, c);
                line += '"';
            }
            line += ',';
            appendSeconds(line, jobs.submit[row]);
            line += ',';
            // A job that never ran has no times: empty, not 0.
            if (history.firstStart[row] >= 0)
                appendSeconds(line, history.firstStart[row]);
            line += ',';
            if (history.lastEnd[row] >= 0)
                appendSeconds(line, history.lastEnd[row]);
            line += ',';
            if (jobs.gpus[row] % 1000 == 0)
                line += std::to_string(jobs.gpus[row] / 1000);
            else
                line += jobs.gpuCount(row).text();
            line += '\n';
            out << line;
        }
    });
}

ReplayResult summarize(const workload::JobTable& jobs, const history::History& history) {
    ReplayResult result;
    result.jobs = history.jobs;
    result.makespan = Duration(history.end - history.begin);
    result.wait = metrics::waiting(jobs, history);
    result.turnaroundMean = metrics::meanTurnaround(jobs, history);
    for (const history::MeterReading& reading : history.readings) {
        result.capacity += reading.capacity();
        for (const GpuTime& part : reading.allocatedByClass)
            result.allocated += part;
    }
    if (result.capacity.base() != 0)
        result.utilization = toDouble(result.allocated.base()) / toDouble(result.capacity.base());
    result.preemptions = history.preemptions;
    result.eventHash = history.eventHash;
    result.events = history.events;
    return result;
}

} // namespace

ReplayOutcome replay(const ReplayRequest& request) {
    const auto began = std::chrono::steady_clock::now();
    ReplayOutcome outcome;
    Result<workload::ImportOutcome> trace =
        workload::readTrace(request.files, request.import, request.stopRequested);
    outcome.diagnostics = trace.diagnostics();
    if (!trace)
        return outcome;
    const workload::ImportOutcome imported = std::move(trace).value();
    if (imported.stopped) {
        outcome.stopped = true;
        return outcome;
    }
    const workload::ImportReport::Rows& rows = imported.report.rows;
    if (rows.quarantined != 0)
        outcome.diagnostics.warning({request.files.front(), 0, 0, ""}, "planner.quarantined",
                                    {std::to_string(rows.quarantined), std::to_string(rows.read),
                                     request.import.format, request.files.front()});
    for (const workload::RuleCount& rule : imported.report.byRule)
        if (rule.action == workload::RowAction::Warned)
            outcome.diagnostics.note(
                {request.files.front(), 0, 0, ""}, "planner.rows_warned",
                {std::to_string(rule.rows), std::string(workload::ruleName(rule.rule)),
                 fixedText(rule.gpuTime.inHours(), 1), std::to_string(rule.firstLine)});
    if (rows.taken == 0) {
        outcome.diagnostics.error({request.files.front(), 0, 0, ""}, "planner.no_rows",
                                  {std::to_string(rows.read)});
        return outcome;
    }
    const workload::JobTable& jobs = imported.jobs;
    sim::Keep keep;
    keep.attempts = false;
    const sim::World world = plainCluster(request);
    const auto history =
        sim::simulate(world, jobs, {request.progress, request.stopRequested}, keep);
    if (!history) {
        outcome.stopped = true;
        return outcome;
    }
    if (history->jobs.withoutGpus != 0)
        outcome.diagnostics.note({}, "cli.replay.without_gpus",
                                 {std::to_string(history->jobs.withoutGpus)});
    tellRejections(jobs, *history, outcome.diagnostics);
    if (!request.jobsOut.empty()) {
        const Diagnostics written = writeJobs(request.jobsOut, jobs, *history);
        outcome.diagnostics.append(written);
        if (written.hasErrors())
            return outcome;
    }
    outcome.result = summarize(jobs, *history);
    outcome.result->wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    outcome.result->peakRssBytes = std::int64_t{usage.ru_maxrss} * 1024;
    return outcome;
}

std::string replayJson(const ReplayResult& result) {
    io::JsonWriter out;
    out.beginObject();
    out.key("jobs").beginObject(io::JsonLayout::Line);
    out.member("total", result.jobs.total)
        .member("completed", result.jobs.completed)
        .member("rejected", result.jobs.rejected)
        .endObject();
    out.member("makespan_s", inSeconds(result.makespan));
    out.key("wait_s").beginObject(io::JsonLayout::Line);
    const auto wait = [&](const char* name, double metrics::Wait::*part) {
        out.key(name);
        if (result.wait)
            out.number((*result.wait).*part);
        else
            out.null();
    };
    wait("mean", &metrics::Wait::mean);
    wait("p50", &metrics::Wait::p50);
    wait("p95", &metrics::Wait::p95);
    wait("p99", &metrics::Wait::p99);
    wait("max", &metrics::Wait::max);
    out.endObject();
    out.key("turnaround_s").beginObject(io::JsonLayout::Line).key("mean");
    if (result.wait)
        out.number(result.turnaroundMean);
    else
        out.null();
    out.endObject();
    out.key("gpu_hours").beginObject(io::JsonLayout::Line);
    out.member("capacity", result.capacity.inHours())
        .member("allocated", result.allocated.inHours())
        .member("lost", result.lost.inHours())
        .endObject();
    out.key("utilization").beginObject(io::JsonLayout::Line).key("allocated");
    if (result.utilization)
        out.number(*result.utilization);
    else
        out.null();
    out.endObject();
    out.member("preemptions", result.preemptions);
    out.member("event_hash", hex64(result.eventHash));
    out.member("events", result.events);
    out.member("wall_s", result.wallSeconds);
    out.member("peak_rss_bytes", result.peakRssBytes);
    out.endObject();
    return out.take();
}

std::string replayCsv(const ReplayResult& result) {
    std::string out = "key,value\n";
    const auto row = [&](const std::string& key, const std::string& value) {
        out += key + "," + value + "\n";
    };
    row("jobs_total", std::to_string(result.jobs.total));
    row("jobs_completed", std::to_string(result.jobs.completed));
    row("jobs_rejected", std::to_string(result.jobs.rejected));
    row("makespan_s", secondsText(result.makespan));
    const auto wait = [&](const std::string& key, double metrics::Wait::*part) {
        row(key, result.wait ? numberText((*result.wait).*part) : std::string());
    };
    wait("wait_mean_s", &metrics::Wait::mean);
    wait("wait_p50_s", &metrics::Wait::p50);
    wait("wait_p95_s", &metrics::Wait::p95);
    wait("wait_p99_s", &metrics::Wait::p99);
    wait("wait_max_s", &metrics::Wait::max);
    row("turnaround_mean_s", result.wait ? numberText(result.turnaroundMean) : std::string());
    row("gpu_hours_capacity", numberText(result.capacity.inHours()));
    row("gpu_hours_allocated", numberText(result.allocated.inHours()));
    row("gpu_hours_lost", numberText(result.lost.inHours()));
    row("utilization_allocated",
        result.utilization ? numberText(*result.utilization) : std::string());
    row("preemptions", std::to_string(result.preemptions));
    row("event_hash", hex64(result.eventHash));
    return out;
}

} // namespace gpuplan::planner
