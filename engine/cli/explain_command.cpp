#include "command.hpp"

#include <gpuplan/planner/explain.hpp>

#include <ostream>

namespace gpuplan::cli {

namespace {

constexpr std::size_t postingsShown = 12;

ExitCode run(const Arguments& arguments, Console& console) {
    const Result<planner::ResultReading> reading =
        planner::readResult(arguments.positional("RESULT"));
    if (!reading)
        return console.complain(reading.diagnostics());
    const Result<planner::Explanation> explanation =
        planner::explain(*reading, arguments.positional("WHAT"));
    if (!explanation)
        return console.complain(explanation.diagnostics());
    switch (console.format) {
    case Format::Json:
        console.out << planner::explanationJson(*explanation);
        break;
    case Format::Csv:
        console.out << planner::explanationCsv(*explanation);
        break;
    case Format::Table:
        console.out << planner::explanationText(*explanation, postingsShown, console.language);
        break;
    }
    return ExitCode::Done;
}

} // namespace

CommandSpec explainCommand() {
    return {"explain",
            text("cli.explain.summary"),
            "gpuplan explain out /alternatives/owned/cost/total",
            {{"RESULT", text("cli.explain.result")}, {"WHAT", text("cli.explain.what")}},
            {},
            run};
}

} // namespace gpuplan::cli
