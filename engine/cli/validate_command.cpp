#include "command.hpp"

#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/planner/validation.hpp>
#include <gpuplan/report/csv.hpp>

#include <algorithm>
#include <ostream>

namespace gpuplan::cli {

namespace {

using planner::FileVerdict;

std::size_t countOf(const Diagnostics& problems, Severity severity) {
    return static_cast<std::size_t>(
        std::count_if(problems.begin(), problems.end(),
                      [&](const Diagnostic& problem) { return problem.severity == severity; }));
}

std::string severityName(Severity severity) {
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string verdictWords(const FileVerdict& verdict, Language language) {
    const std::size_t errors = countOf(verdict.problems, Severity::Error);
    const std::size_t warnings = countOf(verdict.problems, Severity::Warning);
    if (errors != 0)
        return text(Message{"io.validate.errors", {std::to_string(errors)}}, language);
    if (warnings != 0)
        return text(Message{"io.validate.warnings", {std::to_string(warnings)}}, language);
    return text("io.validate.ok", language);
}

void printTable(const std::vector<FileVerdict>& verdicts, Console& console) {
    std::size_t width = 0;
    for (const FileVerdict& verdict : verdicts)
        width = std::max(width, verdict.file.size());
    for (const FileVerdict& verdict : verdicts) {
        std::string line = verdict.file;
        line.resize(width + 2, ' ');
        line += verdict.format.empty() ? "-" : verdict.format;
        line.resize(width + 12, ' ');
        console.out << line << verdictWords(verdict, console.language) << "\n";
    }
}

void writeProblem(io::JsonWriter& out, const Diagnostic& problem, Language language) {
    out.beginObject();
    out.member("severity", severityName(problem.severity));
    out.member("message", text(problem.message, language));
    out.key("line");
    problem.at.line == 0 ? out.null() : out.integer(std::uint64_t{problem.at.line});
    out.key("column");
    problem.at.column == 0 ? out.null() : out.integer(std::uint64_t{problem.at.column});
    out.member("pointer", problem.at.pointer);
    out.key("candidates").beginArray(io::JsonLayout::Line);
    for (const std::string& candidate : problem.candidates)
        out.text(candidate);
    out.endArray().endObject();
}

void printJson(const std::vector<FileVerdict>& verdicts, Console& console) {
    io::JsonWriter out;
    bool allOk = true;
    out.beginObject().key("files").beginArray();
    for (const FileVerdict& verdict : verdicts) {
        const std::size_t errors = countOf(verdict.problems, Severity::Error);
        allOk = allOk && errors == 0;
        out.beginObject().member("file", verdict.file).key("format");
        verdict.format.empty() ? out.null() : out.text(verdict.format);
        out.member("ok", errors == 0).member("errors", std::uint64_t{errors});
        out.member("warnings", std::uint64_t{countOf(verdict.problems, Severity::Warning)});
        out.key("problems").beginArray();
        for (const Diagnostic& problem : verdict.problems)
            writeProblem(out, problem, console.language);
        out.endArray().endObject();
    }
    out.endArray().member("ok", allOk).endObject();
    console.out << out.take();
}

void printCsv(const std::vector<FileVerdict>& verdicts, Console& console) {
    const auto number = [](std::size_t value) {
        return value == 0 ? std::string() : std::to_string(value);
    };
    std::string rows;
    report::appendCsvRow(rows, {"file", "line", "column", "severity", "pointer", "message"});
    for (const FileVerdict& verdict : verdicts)
        for (const Diagnostic& problem : verdict.problems)
            report::appendCsvRow(rows,
                                 {verdict.file, number(problem.at.line), number(problem.at.column),
                                  severityName(problem.severity), problem.at.pointer,
                                  text(problem.message, console.language)});
    console.out << rows;
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::vector<FileVerdict> verdicts =
        planner::validateFiles(arguments.positionals("FILE"), console.dataFolder);
    Diagnostics all;
    for (const FileVerdict& verdict : verdicts)
        all.append(verdict.problems);
    const ExitCode code = console.complain(all);
    switch (console.format) {
    case Format::Json:
        printJson(verdicts, console);
        break;
    case Format::Csv:
        printCsv(verdicts, console);
        break;
    case Format::Table:
        printTable(verdicts, console);
        break;
    }
    return code;
}

} // namespace

CommandSpec validateCommand() {
    return {"validate",
            text("io.validate.summary"),
            "gpuplan validate scenarios/first.json",
            {{"FILE", text("io.validate.file"), true, true}},
            {},
            run};
}

} // namespace gpuplan::cli
