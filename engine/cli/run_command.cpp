#include "command.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/planner/gates.hpp>
#include <gpuplan/planner/planner.hpp>
#include <gpuplan/planner/result_files.hpp>

#include <filesystem>
#include <limits>
#include <ostream>

namespace gpuplan::cli {

namespace {

constexpr std::int64_t mostThreads = 1024;

/// `  owned 45 %` on one line of the terminal, only when the figure changes.
class ProgressLine {
public:
    explicit ProgressLine(Console& console) : m_console(console) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const planner::Progress& progress) {
        const int percent = static_cast<int>(progress.done * 100);
        if (!m_console.progress || percent == m_percent)
            return;
        m_percent = percent;
        m_console.err << "\r\x1b[K" << percent << " %  " << inQuotes(progress.what) << std::flush;
    }
    void clear() {
        if (m_percent >= 0)
            m_console.err << "\r\x1b[K" << std::flush;
        m_percent = -1;
    }

private:
    Console& m_console;
    int m_percent = -1;
};

void print(const metrics::RunResult& result, const std::optional<planner::ResultTexts>& texts,
           Console& console) {
    switch (console.format) {
    case Format::Json:
        console.out << texts.value().result;
        return;
    case Format::Csv:
        console.out << planner::csvText(result);
        return;
    case Format::Table:
        console.out << planner::tableText(result, console.language);
        return;
    }
}

ExitCode write(const std::string& folder, const planner::ResultTexts& texts, Console& console) {
    const Diagnostics problems = planner::writeResultFolder(folder, texts);
    if (problems.hasErrors())
        return console.complain(problems);
    if (!console.quiet)
        console.err << text(Message{texts.jobs.empty() ? "cli.run.written" : "cli.run.written_jobs",
                                    {folder}},
                            console.language)
                    << "\n";
    return ExitCode::Done;
}

ExitCode interrupted(Console& console) {
    console.err << "gpuplan: "
                << text(Message{"cli.interrupted", {text("cli.run.again", console.language)}},
                        console.language)
                << "\n";
    return ExitCode::Interrupted;
}

/// The worse of two: file trouble before a missed target.
ExitCode worse(ExitCode a, ExitCode b) {
    if (a == ExitCode::FileTrouble || b == ExitCode::Done)
        return a;
    return b;
}

/// The folder for the results: made before the work, so that one that can not take them is told at
/// once; what was made for nothing is taken away again.
class OutputFolder {
public:
    explicit OutputFolder(std::string folder) : m_folder(std::move(folder)) {}
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;
    ~OutputFolder() {
        // A folder with results in it is not empty and stays.
        std::error_code stop;
        for (const std::filesystem::path& made : m_made)
            if (!std::filesystem::remove(made, stop))
                return;
    }

    /// \return errors if it can not be made, or if the scenario is one of the files to be written
    Diagnostics open(const std::string& scenario) {
        std::error_code unknown;
        for (std::filesystem::path at = std::filesystem::absolute(m_folder, unknown);
             !unknown && at.has_relative_path() && !std::filesystem::exists(at, unknown);
             at = at.parent_path())
            m_made.push_back(at);
        Diagnostics problems = makeFolder(m_folder);
        for (const char* name :
             {"result.json", "ledger.csv", "report.md", "gpu-time.svg", "jobs.csv"})
            if (sameFile(m_folder + "/" + name, scenario))
                problems.error({scenario, 0, 0, ""}, "cli.output_is_input", {inQuotes(scenario)});
        return problems;
    }

private:
    std::string m_folder;
    std::vector<std::filesystem::path> m_made; ///< innermost first
};

ExitCode runScenario(const planner::Planner& planner, const model::Scenario& scenario,
                     const planner::Gates& gates, const Arguments& arguments,
                     std::optional<std::int64_t> threads, Console& console) {
    planner::RunRequest request;
    request.scenario = std::make_shared<const model::Scenario>(scenario);
    request.threads = static_cast<unsigned>(threads.value_or(0));
    request.advice = !arguments.flag("--no-advice");
    request.stopRequested = [&console] { return console.stopRequested(); };
    ProgressLine progress(console);
    request.progress = [&progress](const planner::Progress& now) { progress.show(now); };
    planner::Planner::Outcome outcome = planner.run(request);
    progress.clear();
    if (outcome.stopped)
        return interrupted(console);
    if (!outcome.result)
        return console.complain(outcome.diagnostics);
    const metrics::RunResult& result = *outcome.result;
    const auto folder = arguments.option("--out");
    std::optional<planner::ResultTexts> texts;
    if (folder || console.format == Format::Json)
        texts = planner::makeTexts(result, console.language);
    print(result, texts, console);
    outcome.diagnostics.append(planner::checkGates(gates, result));
    const ExitCode code = console.complain(outcome.diagnostics);
    return folder ? worse(write(*folder, texts.value(), console), code) : code;
}

ExitCode run(const Arguments& arguments, Console& console) {
    Diagnostics usage;
    const auto seed =
        integerOption(arguments, "--seed", 0, std::numeric_limits<std::int64_t>::max(), usage);
    const auto threads = integerOption(arguments, "--jobs", 1, mostThreads, usage);
    if (usage.hasErrors()) {
        console.complain(usage);
        return ExitCode::WrongUsage;
    }
    const Result<planner::Planner> planner = planner::Planner::load(console.dataFolder);
    if (!planner)
        return console.complain(planner.diagnostics());
    Result<model::Scenario> read = planner->read(arguments.positional("SCENARIO"));
    const ExitCode readable = console.complain(read.diagnostics());
    if (!read)
        return readable;
    model::Scenario scenario = std::move(read).value();
    if (seed)
        scenario.seed = static_cast<std::uint64_t>(*seed);
    const Result<planner::Gates> gates = planner::readGates(
        arguments.option("--max-cost"), arguments.options("--require"), scenario);
    if (!gates) {
        console.complain(gates.diagnostics());
        return ExitCode::WrongUsage;
    }
    std::optional<OutputFolder> folder;
    if (const auto name = arguments.option("--out")) {
        folder.emplace(*name);
        const Diagnostics problems = folder->open(arguments.positional("SCENARIO"));
        if (problems.hasErrors()) {
            const ExitCode code = console.complain(problems);
            return code == ExitCode::FileTrouble ? code : ExitCode::WrongUsage;
        }
    }
    return runScenario(*planner, scenario, *gates, arguments, threads, console);
}

} // namespace

CommandSpec runCommand() {
    return {"run",
            text("cli.run.summary"),
            "gpuplan run scenarios/first.json --out out",
            {{"SCENARIO", text("cli.run.scenario")}},
            {{"--out", "DIR", text("cli.run.out"), {}},
             {"--seed", "N", text("cli.run.seed"), {}},
             {"--jobs", "N", text("cli.run.jobs"), {}},
             {"--no-advice", "", text("cli.run.no_advice"), {}},
             {"--max-cost", "MONEY", text("cli.run.max_cost"), {}},
             {"--require", "A<B", text("cli.run.require"), {}, false, true}},
            run};
}

} // namespace gpuplan::cli
