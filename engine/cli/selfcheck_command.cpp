/// `gpuplan selfcheck`: the published and closed-form cases recomputed on the user's machine.

#include "command.hpp"

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/selfcheck/selfcheck.hpp>
#include <gpuplan/selfcheck/selfcheck_output.hpp>

#include <algorithm>
#include <ostream>

namespace gpuplan::cli {

namespace {

using namespace selfcheck;

std::string output(const Selfcheck& result, const Console& console) {
    switch (console.format) {
    case Format::Json:
        return selfcheckAsJson(result);
    case Format::Csv:
        return selfcheckAsCsv(result);
    case Format::Table:
        break;
    }
    return selfcheckAsTable(result, console.language);
}

/// What is asked for and does not exist, or nothing.
std::optional<Message> unknownWish(const CaseFilter& filter,
                                   const std::vector<ReferenceCase>& cases) {
    std::vector<std::string> ids;
    std::string letters;
    for (const ReferenceCase& one : cases) {
        ids.push_back(one.id);
        if (letters.find(one.letter()) == std::string::npos)
            letters += one.letter();
    }
    for (const std::string& id : filter.ids)
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            return Message{"selfcheck.no_such_case", {inQuotes(id)}};
    const auto unknown = filter.letters.find_first_not_of(letters);
    if (unknown != std::string::npos)
        return Message{"selfcheck.no_such_letter",
                       {inQuotes({&filter.letters[unknown], 1}), letters}};
    if (std::none_of(cases.begin(), cases.end(),
                     [&](const ReferenceCase& one) { return filter.takes(one); }))
        return Message{"selfcheck.nothing_asked", {}};
    return std::nullopt;
}

ExitCode run(const Arguments& arguments, Console& console) {
    CaseFilter filter;
    for (const std::string& list : arguments.options("--only"))
        for (std::string& id : splitList(list))
            filter.ids.push_back(std::move(id));
    filter.letters = arguments.option("--letters").value_or("");
    filter.kind = arguments.option("--kind").value_or("");
    const auto document =
        io::parseJson(std::string(referenceCasesText()), "tests/cases/cases.json");
    if (const auto unknown = unknownWish(filter, readReferenceCases(document.value())))
        return console.usage(*unknown, "selfcheck");
    const Selfcheck result =
        selfcheck::selfcheck(document.value(), filter, [&] { return console.stopRequested(); });
    if (result.stopped) {
        console.err << "gpuplan: "
                    << text(Message{"cli.interrupted",
                                    {text("selfcheck.run_again", console.language)}},
                            console.language)
                    << "\n";
        return ExitCode::Interrupted;
    }
    console.out << output(result, console);
    if (result.ok())
        return ExitCode::Done;
    const std::size_t off = result.count(CaseStatus::Off);
    Diagnostics missed;
    missed.add({Severity::Error,
                Trouble::Target,
                {},
                {"selfcheck.missed",
                 {std::to_string(off), std::to_string(off + result.count(CaseStatus::Ok))}},
                {}});
    return console.complain(missed);
}

} // namespace

CommandSpec selfcheckCommand() {
    CommandSpec spec;
    spec.name = "selfcheck";
    spec.summary = text("selfcheck.summary");
    spec.example = "gpuplan selfcheck --letters SC --kind published";
    spec.options = {
        {"--only", "IDS", text("selfcheck.help.only"), {}, false, true},
        {"--letters", "LETTERS", text("selfcheck.help.letters"), {}},
        {"--kind",
         "KIND",
         text("selfcheck.help.kind"),
         {"exact", "published", "scenario", "stochastic", "property", "reference"}},
    };
    spec.run = run;
    return spec;
}

} // namespace gpuplan::cli
