#include "catalog_views.hpp"

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_reader.hpp>

#include <algorithm>
#include <optional>

namespace gpuplan::cli {

namespace {

constexpr const char* name = "catalog";

/// A word of the command line that is none of the known ones.
ExitCode unknownWord(const Console& console, std::string_view key, const std::string& word,
                     const std::vector<std::string>& known) {
    std::string list;
    for (const std::string& one : known)
        list += (list.empty() ? "" : ", ") + one;
    const ExitCode code = console.usage(Message{std::string(key), {inQuotes(word), list}}, name);
    const std::vector<std::string> near = nearest(word, known);
    if (!near.empty())
        console.err << "  "
                    << text(Message{"base.did_you_mean", {inQuotes(near.front())}},
                            console.language)
                    << "\n";
    return code;
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::string action = arguments.positional("ACTION");
    const std::vector<std::string> words = arguments.positionals("WHAT");
    const std::vector<std::string> actions = {"list", "show", "check"};
    if (std::ranges::find(actions, action) == actions.end())
        return unknownWord(console, "catalog.cli.action", action, actions);
    if (action == "check")
        return checkCatalog(words, console);

    const std::vector<std::string> kinds = io::catalogKinds();
    if (words.size() > 1)
        return console.usage(Message{"catalog.cli.one_word", {action}}, name);
    if (action == "show" && words.empty())
        return console.usage(Message{"catalog.cli.no_id", {}}, name);
    if (action == "list" && !words.empty() && std::ranges::find(kinds, words[0]) == kinds.end())
        return unknownWord(console, "catalog.cli.kind", words[0], kinds);
    if (action == "list" && words.empty() && arguments.option("--filter"))
        return console.usage(Message{"catalog.cli.filter_needs_kind", {}}, name);

    const Result<catalog::Catalogs> catalogs = io::loadCatalogs(console.dataFolder);
    const ExitCode code = console.complain(catalogs.diagnostics());
    if (!catalogs)
        return code;
    if (action == "show")
        return showCatalog(*catalogs, words[0], console);
    listCatalog(*catalogs, words.empty() ? std::string() : words[0],
                arguments.option("--filter").value_or(""), console);
    return ExitCode::Done;
}

} // namespace

CommandSpec catalogCommand() {
    return {name,
            text("catalog.cli.summary"),
            "gpuplan catalog list offers --filter 'h100 us-'\n  "
            "gpuplan catalog show aws/p5.48xlarge/us-east-1\n  "
            "gpuplan catalog check",
            {{"ACTION", text("catalog.cli.help.action"), true, false},
             {"WHAT", text("catalog.cli.help.what"), false, true}},
            {{"--filter", "TEXT", text("catalog.cli.help.filter"), {}}},
            run};
}

} // namespace gpuplan::cli
