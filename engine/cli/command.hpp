#pragma once
/// The command line as data: every command says its options once; parsing, `--help`, "did you mean"
/// and shell completion are driven by that.

#include <gpuplan/base/result.hpp>

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::cli {

/// Exit codes of the public contract.
enum class ExitCode {
    Done = 0,
    InputErrors = 1,
    WrongUsage = 2,
    FileTrouble = 3,
    TargetMissed = 4,
    OurBug = 70,
    Interrupted = 130,
};

enum class Format { Table, Json, Csv };

struct OptionSpec {
    std::string name;                 ///< with dashes: `--gpus`
    std::string value;                ///< name of its value in the help: `N`; empty for a flag
    std::string help;                 ///< one line
    std::vector<std::string> choices; ///< allowed values; empty: any
    bool required = false;
    bool many = false; ///< may be given several times
};

struct PositionalSpec {
    std::string name; ///< as in the help: `SCENARIO`
    std::string help;
    bool required = true;
    bool many = false;
};

/// What was typed, checked against the command's spec.
class Arguments {
public:
    std::optional<std::string> option(const std::string& name) const;
    std::vector<std::string> options(const std::string& name) const;
    bool flag(const std::string& name) const { return m_options.contains(name); }
    /// Empty if the positional was not given.
    std::vector<std::string> positionals(const std::string& name) const;
    std::string positional(const std::string& name) const;

    std::map<std::string, std::vector<std::string>> m_options;     // filled by the parser
    std::map<std::string, std::vector<std::string>> m_positionals; // filled by the parser
};

/// Where a command writes and what every command understands.
struct Console {
    std::ostream& out;
    std::ostream& err;
    Format format = Format::Table;
    bool quiet = false;
    Language language = Language::English;
    std::string dataFolder; ///< catalogs: `--data`, then GPUPLAN_DATA_DIR, then installed or source
    bool progress = false;  ///< stderr is a terminal and not --quiet
    const std::atomic<bool>* interrupted = nullptr; ///< set by Ctrl-C and SIGTERM

    bool stopRequested() const { return interrupted != nullptr && interrupted->load(); }
    /// Prints the problems to stderr. \return the exit code they ask for (Done if there are no
    /// errors)
    ExitCode complain(const Diagnostics& diagnostics) const;
    /// A wrong command line: prints `gpuplan: message` and a hint at --help.
    ExitCode usage(const Message& message, const std::string& command) const;
};

struct CommandSpec {
    std::string name;
    std::string summary; ///< one line
    std::string example; ///< a whole command line that works from the project's folder
    std::vector<PositionalSpec> positionals;
    std::vector<OptionSpec> options;
    ExitCode (*run)(const Arguments&, Console&) = nullptr;
};

/// A whole non-negative decimal integer option, or nothing after a complaint was added.
std::optional<std::int64_t> integerOption(const Arguments& arguments, const std::string& name,
                                          std::int64_t least, std::int64_t most,
                                          Diagnostics& diagnostics);

// One file a command: <name>_command.cpp.
CommandSpec runCommand();
CommandSpec replayCommand();
CommandSpec importCommand();
CommandSpec explainCommand();
CommandSpec calibrateCommand();
CommandSpec calcCommand();
CommandSpec catalogCommand();
CommandSpec validateCommand();
CommandSpec selfcheckCommand();
CommandSpec schemaCommand();

/// `a,b,c` as a list; empty parts are kept.
std::vector<std::string> splitList(const std::string& text);

/// All commands, in the order of the help.
std::vector<CommandSpec> commands();

} // namespace gpuplan::cli
