#include <gpuplan/base/file.hpp>
#include <gpuplan/calibration/form_reader.hpp>

#include <algorithm>

namespace gpuplan::calibration {

namespace {

constexpr std::string_view dutyCycle = "duty-cycle";
constexpr std::string_view memoryUsed = "memory-used";

bool holdsAll(const std::vector<std::string>& cells, std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) {
        return std::find(cells.begin(), cells.end(), name) != cells.end();
    });
}

bool isMetricLine(std::string_view line) {
    if (line.substr(0, 1) == "#")
        return true;
    const std::size_t end = line.find_first_of("{ \t");
    return end != std::string_view::npos && end != 0 &&
           line.substr(0, end).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                 "abcdefghijklmnopqrstuvwxyz0123456789_:") ==
               std::string_view::npos;
}

/// The pod series do not say what they measure; their names do.
std::string podForm(const std::string& file) {
    const std::string name = file.substr(file.find_last_of('/') + 1);
    const bool isDuty = name.find("duty_cycle") != std::string::npos;
    const bool isMemory = name.find("memory_used") != std::string::npos;
    if (isDuty == isMemory)
        return "pods";
    return std::string(isDuty ? dutyCycle : memoryUsed);
}

/// By the first line; empty if it can not be told, `pods` if only the metric can not.
std::string formOf(std::string_view line, const std::string& file) {
    const std::vector<std::string> cells = headerCells(line);
    const auto begins = [&](std::string_view name) {
        return std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
            return std::string_view(cell).substr(0, name.size()) == name;
        });
    };
    if (holdsAll(cells, {"cluster", "metric", "percentile", "value"}))
        return "quantiles";
    if (holdsAll(cells, {"value", "timestamp_anon", "container_ip"}))
        return podForm(file);
    if (holdsAll(cells, {"gpu", "gpus", "batch"}))
        return "steps";
    if (begins("utilization.gpu") || begins("gpu_utilization") || begins("memory.used") ||
        begins("power.draw"))
        return "nvidia-smi";
    return isMetricLine(line) ? "dcgm" : "";
}

void readForm(const std::string& form, workload::LineReader& lines, FormContext context) {
    if (form == "dcgm")
        readDcgm(lines, context);
    else if (form == "nvidia-smi")
        readNvidiaSmi(lines, context);
    else if (form == "quantiles")
        readQuantiles(lines, context);
    else if (form == "steps")
        readStepTable(lines, context);
    else
        readPodSeries(lines, context, form == dutyCycle ? Metric::GpuUtil : Metric::MemoryUsed);
}

std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

class FileReader {
public:
    FileReader(const ReadOptions& options, const workload::LocalClock& clock, ReadOutcome& outcome)
        : m_options(options), m_clock(clock), m_outcome(outcome) {}

    void read(const std::string& path) {
        const std::string shown = path == "-" ? "<stdin>" : path;
        RowLog& rows = m_outcome.rows;
        rows.beginFile(shown);
        const auto source = workload::openSource(path);
        if (!source)
            return rows.diagnostics.append(source.diagnostics());
        workload::LineReader lines(**source, shown, m_options.stopRequested);
        do
            if (!lines.next()) {
                m_outcome.stopped = lines.stopped();
                rows.diagnostics.append(lines.trouble());
                if (!lines.stopped() && !lines.trouble().hasErrors())
                    rows.diagnostics.error(rows.at(0), "calibration.empty_file");
                return;
            }
        while (trimmed(lines.line()).empty());
        if (!isUtf8(lines.line()))
            return rows.diagnostics.error(rows.at(lines.number()), "calibration.no_text");
        const std::string form =
            m_options.form.empty() ? formOf(lines.line(), path) : m_options.form;
        if (form.empty() || form == "pods")
            return rows.diagnostics.error(rows.at(lines.number()),
                                          form.empty() ? "calibration.unknown_form"
                                                       : "calibration.pods_of_what",
                                          {inQuotes(lines.line()), listed(telemetryForms())});
        rows.setForm(form);
        readForm(form, lines, {m_outcome.telemetry, rows, m_clock});
        m_outcome.stopped = lines.stopped();
        if (!m_outcome.stopped)
            judge(rows, lines.trouble());
    }

private:
    /// A file of which nothing is left is an error.
    static void judge(RowLog& rows, const Diagnostics& trouble) {
        const FileRows& file = rows.files().back();
        if (trouble.hasErrors() || file.taken != 0)
            return;
        if (file.read == 0)
            rows.diagnostics.error(rows.at(0), "calibration.no_rows");
        else
            rows.diagnostics.error(rows.at(0), "calibration.none_taken",
                                   {std::to_string(file.read), std::to_string(file.other),
                                    std::to_string(file.quarantined)});
    }

    const ReadOptions& m_options;
    const workload::LocalClock& m_clock;
    ReadOutcome& m_outcome;
};

} // namespace

const std::vector<std::string>& telemetryForms() {
    static const std::vector<std::string> forms{
        "dcgm", "nvidia-smi", std::string(dutyCycle), "quantiles", std::string(memoryUsed),
        "steps"};
    return forms;
}

ReadOutcome readTelemetry(const std::vector<std::string>& files, const ReadOptions& options) {
    ReadOutcome outcome;
    const auto clock = workload::LocalClock::inZone(options.timeZone);
    if (!clock) {
        outcome.rows.diagnostics = clock.diagnostics();
        return outcome;
    }
    for (std::size_t i = 0; i < files.size() && !outcome.stopped; ++i) {
        const auto twin =
            std::find_if(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const std::string& other) {
                             return other == files[i] || sameFile(other, files[i]);
                         });
        if (twin != files.begin() + static_cast<std::ptrdiff_t>(i))
            outcome.rows.diagnostics.error({files[i], 0, 0, ""}, "calibration.file_twice");
        else
            FileReader(options, *clock, outcome).read(files[i]);
    }
    return outcome;
}

} // namespace gpuplan::calibration
