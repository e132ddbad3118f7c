#include "trace_options.hpp"

#include <algorithm>

namespace gpuplan::cli {

namespace {

/// `a, b, c`.
std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : ", ") + name;
    return result;
}

bool isIn(const std::string& name, const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::vector<OptionSpec> traceOptions() {
    return {
        {"--from", "FORMAT",
         "format of the trace: " + joined(workload::readableFormats()) + " (default: gpuplan)"},
        {"--processors-per-gpu", "K", "swf: processors that make one GPU (default 1; 0: none do)"},
        {"--tz", "ZONE", "sacct, philly: zone of the local times, such as Europe/Oslo"},
        {"--columns", "A,B,...", "sacct: the columns of a file without header"},
    };
}

std::optional<workload::ImportOptions>
traceOptionsOf(const Arguments& arguments, const Console& console, const std::string& command) {
    workload::ImportOptions options;
    options.format = arguments.option("--from").value_or(options.format);
    if (!isIn(options.format, workload::readableFormats())) {
        const bool known = isIn(options.format, workload::knownFormats());
        console.usage({known ? "workload.format_not_yet" : "workload.unknown_format",
                       {inQuotes(options.format), joined(workload::readableFormats())}},
                      command);
        return std::nullopt;
    }
    struct Limited {
        const char* option;
        std::vector<std::string> formats;
    };
    const std::vector<Limited> limited{
        {"--processors-per-gpu", {"swf"}}, {"--tz", {"sacct", "philly"}}, {"--columns", {"sacct"}}};
    for (const Limited& entry : limited)
        if (arguments.option(entry.option) && !isIn(options.format, entry.formats)) {
            console.usage({"workload.option_not_for_format",
                           {entry.option, joined(entry.formats), options.format}},
                          command);
            return std::nullopt;
        }
    Diagnostics diagnostics;
    constexpr std::int64_t mostProcessors = 1'000'000;
    options.processorsPerGpu =
        integerOption(arguments, "--processors-per-gpu", 0, mostProcessors, diagnostics)
            .value_or(1);
    if (diagnostics.hasErrors()) {
        console.usage(diagnostics[0].message, command);
        return std::nullopt;
    }
    options.timeZone = arguments.option("--tz");
    if (const auto columns = arguments.option("--columns"))
        options.columns = splitList(*columns);
    return options;
}

} // namespace gpuplan::cli
