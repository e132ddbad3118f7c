#include "app.hpp"

#include <gpuplan/base/file.hpp>
#include <gpuplan/base/nearest.hpp>
#include <gpuplan/planner/data_folder.hpp>
#include <gpuplan/units/int128.hpp>
#include <gpuplan/units/number_text.hpp>

#include <CLI/CLI.hpp>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <poll.h>
#include <unistd.h>

namespace gpuplan::cli {

namespace {

std::atomic<bool> interruptedFlag{false};

extern "C" void onInterrupt(int) {
    interruptedFlag.store(true);
}

const std::vector<OptionSpec>& commonOptions() {
    static const std::vector<OptionSpec> options = {
        {"--format", "FORMAT", text("cli.help.format"), {"table", "json", "csv"}},
        {"--quiet", "", text("cli.help.quiet"), {}},
        {"--data", "DIR", text("cli.help.data"), {}},
        {"--lang", "LANG", text("cli.help.lang"), {"en", "ru"}},
    };
    return options;
}

void print(const std::string& line) {
    std::cerr << "gpuplan: " << line << "\n";
}

std::string commandList() {
    std::string names;
    for (const CommandSpec& command : commands()) {
        std::string name = "  " + command.name;
        name.resize(std::max<std::size_t>(name.size() + 1, 14), ' ');
        names += name + command.summary + "\n";
    }
    return names;
}

int unknownCommand(const std::string& name) {
    std::vector<std::string> known;
    for (const CommandSpec& command : commands())
        known.push_back(command.name);
    print(text(Message{"cli.unknown_command", {inQuotes(name)}}));
    const std::vector<std::string> near = nearest(name, known);
    if (!near.empty())
        std::cerr << "  " << text(Message{"base.did_you_mean", {inQuotes(near.front())}}) << "\n";
    std::cerr << "\n" << text("cli.commands") << "\n" << commandList();
    return static_cast<int>(ExitCode::WrongUsage);
}

/// One command's options declared to the parser, and the parsed values taken back.
class Parser {
public:
    explicit Parser(const CommandSpec& command)
        : m_command(command), m_app(command.summary, "gpuplan " + command.name) {
        m_app.set_help_flag("-h,--help", text("cli.help.help"));
        m_app.footer("\n" + text("cli.example") + "\n  " + command.example);
        for (const PositionalSpec& positional : command.positionals) {
            auto& values = m_arguments.m_positionals[positional.name];
            auto* option = m_app.add_option(positional.name, values, positional.help);
            option->required(positional.required);
            option->expected(1, positional.many ? 1 << 20 : 1);
            option->type_name(positional.many ? "..." : "");
            // Else the first positional, kept in a vector, would take the words of the next.
            option->allow_extra_args(positional.many);
        }
        for (const OptionSpec& option : command.options)
            add(option);
        for (const OptionSpec& option : commonOptions())
            add(option);
    }

    /// \return nothing if the arguments are good, else the exit code.
    std::optional<int> parse(const std::vector<std::string>& words) {
        try {
            // CLI11 takes the words last first.
            m_app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
        } catch (const CLI::CallForHelp&) {
            std::cout << m_app.help();
            return static_cast<int>(ExitCode::Done);
        } catch (const CLI::ParseError& error) {
            print(error.what());
            suggest(words);
            std::cerr << "  " << text(Message{"cli.see_help", {"gpuplan " + m_command.name}})
                      << "\n";
            return static_cast<int>(ExitCode::WrongUsage);
        }
        for (auto& [name, values] : m_values)
            if (!values.empty())
                m_arguments.m_options[name] = values;
        for (auto& [name, given] : m_flags)
            if (given)
                m_arguments.m_options[name] = {};
        return std::nullopt;
    }

    const Arguments& arguments() const { return m_arguments; }

private:
    void add(const OptionSpec& spec) {
        m_names.push_back(spec.name);
        if (spec.value.empty()) {
            m_app.add_flag(spec.name, m_flags[spec.name], spec.help);
            return;
        }
        auto* option = m_app.add_option(spec.name, m_values[spec.name], spec.help);
        option->type_name(spec.value);
        option->required(spec.required);
        option->expected(1);
        // A value list would also take the words after its one value.
        option->allow_extra_args(false);
        if (spec.many)
            option->take_all();
        else
            option->multi_option_policy(CLI::MultiOptionPolicy::Throw);
        if (!spec.choices.empty())
            option->check(CLI::IsMember(spec.choices));
    }

    void suggest(const std::vector<std::string>& words) const {
        for (const std::string& word : words) {
            const std::string name = word.substr(0, word.find('='));
            if (name.rfind("--", 0) != 0 || name == "--help")
                continue;
            if (std::find(m_names.begin(), m_names.end(), name) != m_names.end())
                continue;
            const auto near = nearest(name, m_names);
            if (!near.empty())
                std::cerr << "  " << text(Message{"base.did_you_mean", {inQuotes(near.front())}})
                          << "\n";
        }
    }

    const CommandSpec& m_command;
    CLI::App m_app;
    Arguments m_arguments;
    std::vector<std::string> m_names;
    std::map<std::string, std::vector<std::string>> m_values;
    std::map<std::string, bool> m_flags;
};

/// Standard output is a pipe nobody reads any more (`| head`): not a trouble to speak of.
bool readerIsGone() {
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int runCommand(const CommandSpec& command, const std::vector<std::string>& words) {
    Parser parser(command);
    if (const auto code = parser.parse(words))
        return *code;
    const Arguments& arguments = parser.arguments();
    Console console{std::cout, std::cerr};
    const std::string format = arguments.option("--format").value_or("table");
    console.format = format == "json"  ? Format::Json
                     : format == "csv" ? Format::Csv
                                       : Format::Table;
    console.quiet = arguments.flag("--quiet");
    console.language =
        arguments.option("--lang").value_or("en") == "ru" ? Language::Russian : Language::English;
    console.dataFolder = arguments.option("--data").value_or(planner::defaultDataFolder());
    console.progress = !console.quiet && ::isatty(STDERR_FILENO) != 0;
    console.interrupted = &interruptedFlag;
    if (console.language == Language::Russian && !console.quiet)
        std::cerr << "gpuplan: " << text("cli.english_only") << "\n";
    const ExitCode code = command.run(arguments, console);
    std::cout.flush();
    if (!std::cout) {
        if (readerIsGone())
            return static_cast<int>(code);
        print(text(
            Message{"base.file.write", {"<stdout>", std::generic_category().message(ENOSPC)}}));
        return static_cast<int>(ExitCode::FileTrouble);
    }
    return static_cast<int>(code);
}

} // namespace

std::optional<std::string> Arguments::option(const std::string& name) const {
    const auto found = m_options.find(name);
    if (found == m_options.end() || found->second.empty())
        return std::nullopt;
    return found->second.back();
}

std::vector<std::string> Arguments::options(const std::string& name) const {
    const auto found = m_options.find(name);
    return found == m_options.end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> Arguments::positionals(const std::string& name) const {
    const auto found = m_positionals.find(name);
    return found == m_positionals.end() ? std::vector<std::string>{} : found->second;
}

std::string Arguments::positional(const std::string& name) const {
    const auto values = positionals(name);
    return values.empty() ? std::string() : values.front();
}

ExitCode Console::complain(const Diagnostics& diagnostics) const {
    ExitCode code = ExitCode::Done;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (quiet && diagnostic.severity != Severity::Error)
            continue;
        err << describe(diagnostic, language);
        if (diagnostic.severity != Severity::Error)
            continue;
        if (diagnostic.trouble == Trouble::Outside)
            code = ExitCode::FileTrouble;
        else if (code == ExitCode::Done)
            code = diagnostic.trouble == Trouble::Target ? ExitCode::TargetMissed
                                                         : ExitCode::InputErrors;
    }
    return code;
}

ExitCode Console::usage(const Message& message, const std::string& command) const {
    err << "gpuplan: " << text(message, language) << "\n  "
        << text(Message{"cli.see_help", {"gpuplan " + command}}, language) << "\n";
    return ExitCode::WrongUsage;
}

std::optional<std::int64_t> integerOption(const Arguments& arguments, const std::string& name,
                                          std::int64_t least, std::int64_t most,
                                          Diagnostics& diagnostics) {
    const auto typed = arguments.option(name);
    if (!typed)
        return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(typed->data(), typed->data() + typed->size(), value);
    if (error != std::errc() || end != typed->data() + typed->size() || value < least ||
        value > most) {
        diagnostics.error({}, "cli.integer",
                          {name, inQuotes(*typed), std::to_string(least), std::to_string(most)});
        return std::nullopt;
    }
    return value;
}

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

int runApp(int argc, const char* const* argv) {
    try {
        struct sigaction action {};
        action.sa_handler = onInterrupt;
        ::sigaction(SIGINT, &action, nullptr);
        ::sigaction(SIGTERM, &action, nullptr);
        // A closed pipe (`| head`) ends the program through the write error, not by a signal.
        std::signal(SIGPIPE, SIG_IGN);
        const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
        if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
            std::cout << text("cli.about") << "\n\n"
                      << text("cli.commands") << "\n"
                      << commandList() << "\n"
                      << text("cli.more_help") << "\n";
            return static_cast<int>(words.empty() ? ExitCode::WrongUsage : ExitCode::Done);
        }
        if (words[0] == "--version") {
            std::cout << "gpuplan " GPUPLAN_VERSION "\n";
            return static_cast<int>(ExitCode::Done);
        }
        for (const CommandSpec& command : commands())
            if (command.name == words[0])
                return runCommand(command, {words.begin() + 1, words.end()});
        return unknownCommand(words[0]);
    } catch (const ContractViolation& bug) {
        print(text(Message{"cli.bug", {bug.what()}}));
    } catch (const ArithmeticOverflow&) {
        print(text("base.amount.overflow"));
        return static_cast<int>(ExitCode::InputErrors);
    } catch (const std::bad_alloc&) {
        print(text("cli.out_of_memory"));
        return static_cast<int>(ExitCode::FileTrouble);
    } catch (const std::exception& bug) {
        print(text(Message{"cli.bug", {bug.what()}}));
    }
    return static_cast<int>(ExitCode::OurBug);
}

} // namespace gpuplan::cli
