#include <gpuplan/base/nearest.hpp>
#include <gpuplan/workload/readers.hpp>
#include <gpuplan/workload/trace_reader.hpp>

#include <algorithm>
#include <iterator>

namespace gpuplan::workload {

namespace {

struct Format {
    std::string_view name;
    void (*read)(TraceFile& file); ///< null: not yet readable
};

constexpr Format formats[] = {
    {"gpuplan", readGpuplan}, {"philly", readPhilly}, {"helios", nullptr},       {"acme", nullptr},
    {"pai2020", nullptr},     {"openb", readOpenb},   {"alibaba-spot", nullptr}, {"gavel", nullptr},
    {"swf", readSwf},         {"sacct", readSacct},   {"azure-llm", nullptr},    {"lucid", nullptr},
    {"pollux", nullptr},      {"tiresias", nullptr},  {"kubernetes", nullptr},   {"kueue", nullptr},
};

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : ", ") + name;
    return result;
}

const Format* findFormat(const std::string& name, Diagnostics& diagnostics) {
    const auto* const found = std::find_if(std::begin(formats), std::end(formats),
                                           [&](const Format& f) { return f.name == name; });
    if (found == std::end(formats)) {
        diagnostics.error({}, "workload.unknown_format", {inQuotes(name), joined(knownFormats())},
                          nearest(name, knownFormats()));
        return nullptr;
    }
    if (found->read == nullptr) {
        diagnostics.error({}, "workload.format_not_yet",
                          {inQuotes(name), joined(readableFormats())});
        return nullptr;
    }
    return found;
}

} // namespace

const std::vector<std::string>& readableFormats() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Format& format : formats)
            if (format.read != nullptr)
                list.emplace_back(format.name);
        return list;
    }();
    return names;
}

const std::vector<std::string>& knownFormats() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Format& format : formats)
            list.emplace_back(format.name);
        return list;
    }();
    return names;
}

Result<ImportOutcome> readTrace(const std::vector<std::string>& files, const ImportOptions& options,
                                const std::function<bool()>& stop) {
    Diagnostics diagnostics;
    const Format* const format = findFormat(options.format, diagnostics);
    if (format == nullptr)
        return diagnostics;
    GPUPLAN_EXPECTS(!files.empty(), "a trace has at least one file");
    TraceBuilder builder(options);
    bool stopped = false;
    std::size_t jobLists = 0;
    for (const std::string& path : files) {
        auto source = openSource(path);
        if (!source) {
            diagnostics.append(source.diagnostics());
            continue;
        }
        const std::unique_ptr<ByteSource> bytes = std::move(source).value();
        LineReader lines(*bytes, path == "-" ? "<stdin>" : path, stop);
        builder.startFile(lines.name());
        TraceFile file{lines, builder, options, diagnostics, files.size() > 1, jobLists};
        format->read(file);
        diagnostics.append(lines.trouble());
        stopped = stopped || lines.stopped();
        if (stopped)
            break;
    }
    if (jobLists == 0 && !stopped && !diagnostics.hasErrors())
        diagnostics.error({files.front(), 0, 0, ""}, "workload.no_job_list");
    if (diagnostics.hasErrors())
        return diagnostics;
    ImportOutcome outcome = builder.finish();
    outcome.stopped = stopped;
    if (!stopped && outcome.report.rows.read == 0)
        diagnostics.warning({files.front(), 0, 0, ""}, "workload.no_rows");
    return Result<ImportOutcome>(std::move(outcome), std::move(diagnostics));
}

} // namespace gpuplan::workload
