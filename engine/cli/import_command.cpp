/// `gpuplan import`: a trace into the project's own CSV, and a report that accounts for every row.

#include "command.hpp"
#include "trace_options.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/document.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/workload/trace_writer.hpp>

#include <ostream>

namespace gpuplan::cli {

namespace {

using workload::ImportReport;
using workload::RuleCount;

/// Calendar time where the trace has one, else seconds since its own zero.
std::string timeText(const ImportReport& report, const std::optional<Duration>& time) {
    if (!time)
        return "-";
    return report.zero ? instantText(*report.zero + *time) : secondsText(*time) + " s";
}

void jsonTime(io::JsonWriter& out, std::string_view key, const ImportReport& report,
              const std::optional<Duration>& time) {
    out.key(key);
    if (!time)
        out.null();
    else if (report.zero)
        out.text(instantText(*report.zero + *time));
    else
        out.decimal(Decimal::scaled(time->count(), 6));
}

std::string jsonReport(const ImportReport& report) {
    io::JsonWriter out;
    out.beginObject().member("format", report.format);
    out.key("rows").beginObject(io::JsonLayout::Line);
    out.member("read", report.rows.read)
        .member("taken", report.rows.taken)
        .member("warned", report.rows.warned)
        .member("merged", report.rows.merged)
        .member("quarantined", report.rows.quarantined)
        .endObject();
    out.member("jobs", report.jobs).member("gpu_jobs", report.gpuJobs);
    out.member("gpu_hours", report.gpuTime.inHours());
    jsonTime(out, "first_submit", report, report.firstSubmit);
    jsonTime(out, "last_end", report, report.lastEnd);
    out.member("span_s", Decimal::scaled(report.span().count(), 6));
    out.key("by_rule").beginArray();
    for (const RuleCount& count : report.byRule)
        out.beginObject(io::JsonLayout::Line)
            .member("rule", workload::ruleName(count.rule))
            .member("rows", count.rows)
            .member("gpu_hours", count.gpuTime.inHours())
            .member("action", workload::actionName(count.action))
            .member("first_line", count.firstLine)
            .member("first_file", count.firstFile)
            .member("meaning", text("workload.rule." + std::string(workload::ruleName(count.rule))))
            .endObject();
    out.endArray().endObject();
    return out.take();
}

/// Totals as rows of the rule `all`, then the rules.
std::string csvReport(const ImportReport& report) {
    std::string text;
    report::appendCsvRow(text, {"rule", "action", "rows", "gpu_hours", "first_line", "first_file"});
    const auto total = [&](const char* action, std::uint64_t rows, const std::string& gpuHours) {
        report::appendCsvRow(text, {"all", action, std::to_string(rows), gpuHours, "", ""});
    };
    total("read", report.rows.read, "");
    total("taken", report.rows.taken, numberText(report.gpuTime.inHours()));
    total("warned", report.rows.warned, "");
    total("merged", report.rows.merged, "");
    total("quarantined", report.rows.quarantined, "");
    for (const RuleCount& count : report.byRule)
        report::appendCsvRow(text, {std::string(workload::ruleName(count.rule)),
                                    std::string(workload::actionName(count.action)),
                                    std::to_string(count.rows), numberText(count.gpuTime.inHours()),
                                    std::to_string(count.firstLine), count.firstFile});
    return text;
}

std::string tableReport(const ImportReport& report, bool severalFiles, Language language) {
    using report::Align;
    const auto say = [&](std::string_view key) { return text(key, language); };
    const auto number = [](std::uint64_t value) { return grouped(std::to_string(value)); };
    const auto gpuHours = [](GpuTime time) { return grouped(fixedText(time.inHours(), 1)); };
    report::Table totals{
        {{say("workload.report.figure"), Align::Left}, {say("workload.report.value")}}, {}, false};
    totals.rows = {
        {say("workload.report.read"), number(report.rows.read)},
        {say("workload.report.taken"), number(report.rows.taken)},
        {say("workload.report.warned"), number(report.rows.warned)},
        {say("workload.report.merged"), number(report.rows.merged)},
        {say("workload.report.quarantined"), number(report.rows.quarantined)},
        {say("workload.report.jobs"), number(report.jobs)},
        {say("workload.report.gpu_jobs"), number(report.gpuJobs)},
        {say("workload.report.gpu_hours"), gpuHours(report.gpuTime)},
        {say("workload.report.first_submit"), timeText(report, report.firstSubmit)},
        {say("workload.report.last_end"), timeText(report, report.lastEnd)},
    };
    report::Document document;
    document.title = text(Message{"workload.report.title", {report.format}}, language);
    document.sections.push_back({"", {totals}});
    if (report.byRule.empty())
        return report::plainText(document);
    report::Table rules{{{say("workload.report.rule"), Align::Left},
                         {say("workload.report.action"), Align::Left},
                         {say("workload.report.rows")},
                         {say("workload.report.gpu_hours")},
                         {say("workload.report.first")},
                         {say("workload.report.meaning"), Align::Left}},
                        {},
                        false};
    for (const RuleCount& count : report.byRule) {
        const std::string rule(workload::ruleName(count.rule));
        rules.rows.push_back(
            {rule, std::string(workload::actionName(count.action)), number(count.rows),
             gpuHours(count.gpuTime),
             (severalFiles ? count.firstFile + ":" : "") + std::to_string(count.firstLine),
             say("workload.rule." + rule)});
    }
    document.sections.push_back({"", {rules}});
    return report::plainText(document);
}

/// Reads the trace; every row that was not simply taken goes to `oddRows`, if there is one.
Result<workload::ImportOutcome> readAll(const std::vector<std::string>& files,
                                        workload::ImportOptions options, const Console& console,
                                        std::ostream* oddRows) {
    if (oddRows != nullptr) {
        *oddRows << "file,line,job_id,rule,action,gpu_hours\n";
        options.onRow = [oddRows](const workload::RowVerdict& row) {
            std::string text;
            report::appendCsvRow(text,
                                 {std::string(row.file), std::to_string(row.line),
                                  std::string(row.id), std::string(workload::ruleName(row.rule)),
                                  std::string(workload::actionName(row.action)),
                                  numberText(row.gpuTime.inHours())});
            *oddRows << text;
        };
    }
    return workload::readTrace(files, options, [&] { return console.stopRequested(); });
}

/// Why the files may not be written: each must be none of the files read, nor the other one.
std::optional<Message> outputClash(const Arguments& arguments,
                                   const std::vector<std::string>& files) {
    const auto jobs = arguments.option("-o");
    const auto rows = arguments.option("--rows-out");
    for (const char* name : {"-o", "--rows-out"})
        for (const std::string& file : files)
            if (const auto target = arguments.option(name);
                target && sameFile(file == "-" ? "/dev/stdin" : file, *target))
                return Message{"cli.output_is_input", {inQuotes(file)}};
    if (jobs && rows && (*jobs == *rows || sameFile(*jobs, *rows)))
        return Message{"cli.import.outputs_same", {*jobs}};
    return std::nullopt;
}

/// A trace of which nothing is left is no workload.
Diagnostics noneTaken(const ImportReport& report, const std::string& file) {
    Diagnostics problems;
    if (report.rows.read == 0)
        problems.error({file, 0, 0, ""}, "cli.import.no_rows");
    else if (report.rows.taken == 0)
        problems.error({file, 0, 0, ""}, "cli.import.none_taken",
                       {std::to_string(report.rows.read)});
    return problems;
}

ExitCode run(const Arguments& arguments, Console& console) {
    const auto options = traceOptionsOf(arguments, console, "import");
    if (!options)
        return ExitCode::WrongUsage;
    const std::vector<std::string> files = arguments.positionals("FILE");
    if (const auto clash = outputClash(arguments, files))
        return console.usage(*clash, "import");
    std::optional<Result<workload::ImportOutcome>> read;
    Diagnostics written;
    if (const auto rowsFile = arguments.option("--rows-out"))
        written = writeWholeFile(
            *rowsFile, [&](std::ostream& out) { read = readAll(files, *options, console, &out); });
    else
        read = readAll(files, *options, console, nullptr);
    ExitCode code = read ? console.complain(read->diagnostics()) : ExitCode::Done;
    if (written.hasErrors() || code != ExitCode::Done)
        return written.hasErrors() ? console.complain(written) : code;
    const workload::ImportOutcome& outcome = read->value();
    if (outcome.stopped) {
        console.err << "gpuplan: "
                    << text(
                           Message{"cli.interrupted", {text("workload.stopped", console.language)}},
                           console.language)
                    << "\n";
        return ExitCode::Interrupted;
    }
    const Diagnostics nothing = noneTaken(outcome.report, files.front());
    if (const auto target = arguments.option("-o"); target && !nothing.hasErrors()) {
        code = console.complain(writeWholeFile(
            *target, [&](std::ostream& out) { workload::writeTrace(out, outcome.jobs); }));
        if (code != ExitCode::Done)
            return code;
    }
    if (console.format == Format::Json)
        console.out << jsonReport(outcome.report);
    else if (console.format == Format::Csv)
        console.out << csvReport(outcome.report);
    else
        console.out << tableReport(outcome.report, files.size() > 1, console.language);
    return console.complain(nothing);
}

} // namespace

CommandSpec importCommand() {
    CommandSpec spec;
    spec.name = "import";
    spec.summary = "turn a trace into the workload format, with a quarantine report";
    spec.example = "gpuplan import --from philly tests/samples/philly.csv -o jobs.csv";
    spec.positionals = {
        {"FILE", "trace; .gz and .zst are read as they are, - is standard input", true, true}};
    spec.options = traceOptions();
    spec.options.push_back({"-o", "OUT.csv", "file for the jobs"});
    spec.options.push_back(
        {"--rows-out", "ROWS.csv", "file for every row that was warned of or quarantined"});
    spec.run = run;
    return spec;
}

} // namespace gpuplan::cli
