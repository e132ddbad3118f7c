#include "command.hpp"
#include "trace_options.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/planner/replay.hpp>
#include <gpuplan/units/number_text.hpp>

#include <iomanip>
#include <ostream>

namespace gpuplan::cli {

namespace {

constexpr std::int64_t mostGpus = 1'000'000'000;

const std::vector<std::string>& policies() {
    static const std::vector<std::string> names = {"fifo",         "greedy", "easy",
                                                   "conservative", "sjf",    "srtf"};
    return names;
}

model::QueueRule queueRule(const std::string& name) {
    if (name == "greedy")
        return model::QueueRule::Greedy;
    if (name == "easy")
        return model::QueueRule::Easy;
    if (name == "conservative")
        return model::QueueRule::Conservative;
    if (name == "sjf")
        return model::QueueRule::ShortestFirst;
    if (name == "srtf")
        return model::QueueRule::Srtf;
    return model::QueueRule::Fifo;
}

void printTable(const planner::ReplayResult& result, std::ostream& out) {
    const auto row = [&](std::string_view key, const std::string& value) {
        out << std::left << std::setw(22) << text(key) << std::right << std::setw(18) << value
            << "\n";
    };
    const auto count = [](std::uint64_t value) { return grouped(std::to_string(value)); };
    const auto time = [](double seconds) { return grouped(fixedText(seconds, 0)) + " s"; };
    const auto gpuHours = [](GpuTime span) {
        return grouped(fixedText(span.inHours(), span.inHours() < 100 ? 4 : 1)) + " h";
    };
    row("cli.replay.jobs", count(result.jobs.total));
    row("cli.replay.completed", count(result.jobs.completed));
    row("cli.replay.rejected", count(result.jobs.rejected));
    row("cli.replay.makespan", time(inSeconds(result.makespan)));
    if (result.wait) {
        row("cli.replay.wait_mean", time(result.wait->mean));
        row("cli.replay.wait_p50", time(result.wait->p50));
        row("cli.replay.wait_p95", time(result.wait->p95));
        row("cli.replay.wait_p99", time(result.wait->p99));
        row("cli.replay.wait_max", time(result.wait->max));
        row("cli.replay.turnaround", time(result.turnaroundMean));
    }
    row("cli.replay.capacity", gpuHours(result.capacity));
    row("cli.replay.allocated", gpuHours(result.allocated));
    row("cli.replay.utilization", result.utilization
                                      ? fixedText(*result.utilization * 100, 2) + " %"
                                      : text("cli.not_applicable"));
    row("cli.replay.preemptions", count(result.preemptions));
    row("cli.replay.event_hash", hex64(result.eventHash));
    row("cli.replay.speed",
        grouped(
            fixedText(static_cast<double>(result.events) / std::max(result.wallSeconds, 1e-9), 0)) +
            " /s");
}

ExitCode print(const planner::ReplayResult& result, Console& console) {
    switch (console.format) {
    case Format::Json:
        console.out << planner::replayJson(result);
        break;
    case Format::Csv:
        console.out << planner::replayCsv(result);
        break;
    case Format::Table:
        printTable(result, console.out);
        break;
    }
    return result.jobs.rejected == 0 ? ExitCode::Done : ExitCode::TargetMissed;
}

ExitCode run(const Arguments& arguments, Console& console) {
    Diagnostics diagnostics;
    planner::ReplayRequest request;
    request.files = arguments.positionals("TRACE");
    const auto import = traceOptionsOf(arguments, console, "replay");
    if (!import)
        return ExitCode::WrongUsage;
    request.import = *import;
    request.gpus = integerOption(arguments, "--gpus", 1, mostGpus, diagnostics).value_or(1);
    const auto perNode = integerOption(arguments, "--gpus-per-node", 1, 1024, diagnostics);
    const std::string placement =
        arguments.option("--placement").value_or(perNode ? "pack" : "pool");
    request.placement = placement == "pack"     ? model::PlacementRule::Pack
                        : placement == "spread" ? model::PlacementRule::Spread
                                                : model::PlacementRule::Pool;
    request.queue = queueRule(arguments.option("--policy").value_or("fifo"));
    request.estimates = arguments.option("--estimates").value_or("exact") == "requested"
                            ? model::EstimateRule::Requested
                            : model::EstimateRule::Exact;
    request.gpusPerNode = perNode.value_or(1);
    request.jobsOut = arguments.option("--jobs-out").value_or("");
    if (diagnostics.hasErrors()) {
        console.complain(diagnostics);
        return ExitCode::WrongUsage;
    }
    const auto typed = arguments.option("--gpus").value_or("");
    if (request.placement != model::PlacementRule::Pool && !perNode)
        return console.usage({"cli.replay.per_node_needed", {placement}}, "replay");
    if (request.gpus % request.gpusPerNode != 0)
        return console.usage(
            {"cli.replay.whole_nodes", {typed, std::to_string(request.gpusPerNode)}}, "replay");
    if (request.queue == model::QueueRule::Srtf && request.placement != model::PlacementRule::Pool)
        return console.usage({"cli.replay.srtf_pool", {}}, "replay");
    for (const std::string& file : request.files)
        if (!request.jobsOut.empty() && sameFile(file, request.jobsOut))
            return console.usage({"cli.output_is_input", {inQuotes(file)}}, "replay");
    request.stopRequested = [&] { return console.stopRequested(); };
    if (console.progress)
        request.progress = [&](double done) {
            console.err << "\r" << text("cli.replay.progress") << " " << fixedText(done * 100, 0)
                        << " %" << std::flush;
        };

    const planner::ReplayOutcome outcome = planner::replay(request);
    if (console.progress)
        console.err << "\r" << std::string(40, ' ') << "\r";
    const ExitCode trouble = console.complain(outcome.diagnostics);
    if (outcome.stopped) {
        console.err << text(Message{"cli.interrupted", {text("cli.replay.nothing_kept")}}) << "\n";
        return ExitCode::Interrupted;
    }
    if (!outcome.result)
        return trouble == ExitCode::Done ? ExitCode::InputErrors : trouble;
    const ExitCode code = print(*outcome.result, console);
    return trouble == ExitCode::Done ? code : trouble;
}

} // namespace

CommandSpec replayCommand() {
    std::vector<OptionSpec> options = {
        {"--gpus", "N", text("cli.replay.help.gpus"), {}, true},
        {"--gpus-per-node", "K", text("cli.replay.help.gpus_per_node"), {}},
        {"--placement", "RULE", text("cli.replay.help.placement"), {"pool", "pack", "spread"}},
        {"--policy", "RULE", text("cli.replay.help.policy"), policies()},
        {"--estimates", "RULE", text("cli.replay.help.estimates"), {"exact", "requested"}},
        {"--jobs-out", "FILE", text("cli.replay.help.jobs_out"), {}},
    };
    for (OptionSpec& option : traceOptions())
        options.push_back(std::move(option));
    return {"replay",
            text("cli.replay.summary"),
            "gpuplan replay tests/samples/jobs.csv --gpus 64 --gpus-per-node 8 --policy easy",
            {{"TRACE", text("cli.replay.trace"), true, true}},
            std::move(options),
            run};
}

} // namespace gpuplan::cli
