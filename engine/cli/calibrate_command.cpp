/// `gpuplan calibrate`: measurements into a profile that a scenario can use.

#include "command.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/calibration/profile_output.hpp>

#include <algorithm>
#include <ostream>

namespace gpuplan::cli {

namespace {

std::string output(const calibration::Profile& profile, const Console& console) {
    switch (console.format) {
    case Format::Json:
        return calibration::profileAsJson(profile);
    case Format::Csv:
        return calibration::profileAsCsv(profile);
    case Format::Table:
        break;
    }
    return calibration::profileAsTable(profile, console.language);
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::vector<std::string> files = arguments.positionals("FILE");
    const auto target = arguments.option("-o");
    for (const std::string& file : files)
        if (target && sameFile(file == "-" ? "/dev/stdin" : file, *target))
            return console.usage({"cli.output_is_input", {inQuotes(file)}}, "calibrate");
    calibration::ReadOptions options;
    options.form = arguments.option("--from").value_or("");
    options.timeZone = arguments.option("--tz");
    options.stopRequested = [&console] { return console.stopRequested(); };
    const calibration::ReadOutcome outcome = calibration::readTelemetry(files, options);
    if (outcome.stopped || console.stopRequested()) {
        console.err << "gpuplan: "
                    << text(Message{"cli.interrupted",
                                    {text("calibration.read_again", console.language)}},
                            console.language)
                    << "\n";
        return ExitCode::Interrupted;
    }
    if (const ExitCode code = console.complain(outcome.rows.diagnostics); code != ExitCode::Done)
        return code;
    const calibration::Profile profile = calibration::makeProfile(outcome.telemetry, outcome.rows);
    if (target) {
        const ExitCode code =
            console.complain(writeWholeFile(*target, calibration::profileAsJson(profile)));
        if (code != ExitCode::Done)
            return code;
    }
    console.out << output(profile, console);
    return ExitCode::Done;
}

} // namespace

CommandSpec calibrateCommand() {
    CommandSpec spec;
    spec.name = "calibrate";
    spec.summary = text("calibration.summary");
    spec.example =
        "gpuplan calibrate tests/samples/dcgm.prom tests/samples/steps.csv -o profile.json";
    spec.positionals = {{"FILE", text("calibration.help.file"), true, true}};
    spec.options = {
        {"-o", "PROFILE.json", text("calibration.help.out")},
        {"--from", "FORM", text("calibration.help.from"), calibration::telemetryForms()},
        {"--tz", "ZONE", text("calibration.help.tz")}};
    spec.run = run;
    return spec;
}

} // namespace gpuplan::cli
