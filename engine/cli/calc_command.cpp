#include "command.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/selfcheck/calc.hpp>
#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <ostream>
#include <span>

namespace gpuplan::cli {

namespace {

using namespace selfcheck;

std::string listText(std::span<const CalcModel> models, Format format) {
    switch (format) {
    case Format::Json:
        return modelsAsJson(models);
    case Format::Csv:
        return modelsAsCsv(models);
    case Format::Table:
        break;
    }
    return modelsAsTable(models);
}

std::string resultText(const CalcModel& model, const Calculation& calculation, Format format) {
    switch (format) {
    case Format::Json:
        return calculationAsJson(model, calculation);
    case Format::Csv:
        return calculationAsCsv(model, calculation);
    case Format::Table:
        break;
    }
    return calculationAsTable(model, calculation);
}

ExitCode unknownModel(const std::string& name, Console& console) {
    console.err << "gpuplan: "
                << text(Message{"selfcheck.calc.unknown", {inQuotes(name)}}, console.language)
                << "\n";
    const std::vector<std::string> near = nearest(name, calcModelNames());
    if (!near.empty())
        console.err << "  "
                    << text(Message{"base.did_you_mean", {inQuotes(near.front())}},
                            console.language)
                    << "\n";
    console.err << "  " << text("selfcheck.calc.see_list", console.language) << "\n";
    return ExitCode::WrongUsage;
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::string name = arguments.positional("MODEL");
    const CalcModel* const model = findCalcModel(name);
    if (model == nullptr && !name.empty())
        return unknownModel(name, console);
    if (arguments.flag("--list")) {
        console.out << listText(model == nullptr ? calcModels() : std::span(model, 1),
                                console.format);
        return ExitCode::Done;
    }
    if (model == nullptr)
        return console.usage(Message{"selfcheck.calc.no_model", {}}, "calc");
    const auto files = arguments.positionals("FILE");
    const std::string file = files.empty() ? "-" : files.front();
    Result<std::string> content = readWholeFile(file, io::largestJson);
    if (!content)
        return console.complain(content.diagnostics());
    const io::JsonReading reading =
        io::parseJsonThrough(std::move(content).value(), file == "-" ? "<stdin>" : file);
    if (!reading.document)
        return console.complain(reading.diagnostics);
    const Result<Calculation> calculation =
        calculate(*model, reading.document->root(), [&console] { return console.stopRequested(); });
    Diagnostics diagnostics = reading.diagnostics;
    diagnostics.append(calculation.diagnostics());
    diagnostics.sortByPlace();
    if (diagnostics.hasErrors())
        return console.complain(diagnostics);
    if (calculation->stopped) {
        console.err << "gpuplan: "
                    << text(Message{"cli.interrupted", {text("selfcheck.calc.run_again")}},
                            console.language)
                    << "\n";
        return ExitCode::Interrupted;
    }
    console.out << resultText(*model, *calculation, console.format);
    return ExitCode::Done;
}

} // namespace

CommandSpec calcCommand() {
    return {"calc",
            text("selfcheck.calc.summary"),
            R"(echo '{"checkpoint_s": 60, "mtbf_s": 21600}' | gpuplan calc ckpt.interval)",
            {{"MODEL", text("selfcheck.calc.model"), false, false},
             {"FILE", text("selfcheck.calc.file"), false, false}},
            {{"--list", "", text("selfcheck.calc.list"), {}}},
            run};
}

} // namespace gpuplan::cli
