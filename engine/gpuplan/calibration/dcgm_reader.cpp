/// Scrapes of the DCGM exporter: Prometheus text, `METRIC{label="value",...} number [time]`.

#include <gpuplan/calibration/form_reader.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace gpuplan::calibration {

namespace {

struct Source {
    std::string_view metric;
    Metric target;
    double scale;
};

// Units by NVIDIA's field list; some exporters' HELP lines say "in %" of the ratios.
constexpr double mebi = 1048576.0;
constexpr std::array<Source, 8> sources{{
    {"DCGM_FI_DEV_GPU_UTIL", Metric::GpuUtil, 0.01},
    {"DCGM_FI_PROF_GR_ENGINE_ACTIVE", Metric::EngineActive, 1},
    {"DCGM_FI_PROF_SM_ACTIVE", Metric::SmActive, 1},
    {"DCGM_FI_PROF_SM_OCCUPANCY", Metric::SmOccupancy, 1},
    {"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Metric::TensorActive, 1},
    {"DCGM_FI_PROF_DRAM_ACTIVE", Metric::DramActive, 1},
    {"DCGM_FI_DEV_FB_USED", Metric::MemoryUsed, mebi},
    {"DCGM_FI_DEV_POWER_USAGE", Metric::Power, 1},
}};

const Source* sourceOf(std::string_view metric) {
    const auto* const found =
        std::find_if(sources.begin(), sources.end(),
                     [&](const Source& source) { return source.metric == metric; });
    return found == sources.end() ? nullptr : found;
}

/// What DCGM writes where it has no value (DCGM_INT32_BLANK and the like, and what follows them).
bool isBlank(double value) {
    return (value >= 2147483632.0 && value <= 2147483647.0) || value >= 140737488355328.0;
}

/// One line, taken apart.
struct Line {
    std::string_view metric;
    std::map<std::string, std::string, std::less<>> labels;
    std::string_view value;
    std::string_view time; ///< empty if there is none

    std::string label(std::string_view name) const {
        const auto found = labels.find(name);
        return found == labels.end() ? std::string() : found->second;
    }
};

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':';
}

/// `name="value"` with \\, \" and \n inside; moves `rest` behind it. \return false if it is none
bool takeLabel(std::string_view& rest, Line& line) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos || equals + 1 >= rest.size() || rest[equals + 1] != '"')
        return false;
    const std::string_view name = trimmed(rest.substr(0, equals));
    if (name.empty() || !std::all_of(name.begin(), name.end(), isNameCharacter))
        return false;
    std::string value;
    for (std::size_t i = equals + 2; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            line.labels.insert_or_assign(std::string(name), std::move(value));
            rest.remove_prefix(i + 1);
            return true;
        }
        if (rest[i] == '\\' && i + 1 < rest.size())
            value += rest[++i] == 'n' ? '\n' : rest[i];
        else
            value += rest[i];
    }
    return false;
}

std::optional<Line> takenApart(std::string_view text) {
    Line line;
    const auto* const nameEnd = std::find_if_not(text.begin(), text.end(), isNameCharacter);
    line.metric = text.substr(0, static_cast<std::size_t>(nameEnd - text.begin()));
    text.remove_prefix(line.metric.size());
    if (line.metric.empty())
        return std::nullopt;
    text = trimmed(text);
    if (!text.empty() && text[0] == '{') {
        text.remove_prefix(1);
        for (;;) {
            text = trimmed(text);
            if (text.empty())
                return std::nullopt;
            if (text[0] == '}')
                break;
            if (!takeLabel(text, line))
                return std::nullopt;
            text = trimmed(text);
            if (!text.empty() && text[0] == ',')
                text.remove_prefix(1);
        }
        text = trimmed(text.substr(1));
    }
    const std::size_t blank = text.find_first_of(" \t");
    line.value = text.substr(0, blank);
    if (blank != std::string_view::npos)
        line.time = trimmed(text.substr(blank));
    if (line.value.empty() || line.time.find_first_of(" \t") != std::string_view::npos)
        return std::nullopt;
    return line;
}

class DcgmReader {
public:
    DcgmReader(workload::LineReader& lines, FormContext context)
        : m_lines(lines), m_telemetry(context.telemetry), m_rows(context.rows) {}

    void read() {
        do
            row(trimmed(m_lines.line()));
        while (m_lines.next());
        m_rows.diagnostics.append(m_lines.trouble());
        if (const std::size_t line = m_percent.ratioLine(); line != 0)
            m_rows.diagnostics.error(m_rows.at(line, std::string(sources[0].metric)),
                                     "calibration.ratio_for_percent",
                                     {std::string(sources[0].metric)});
    }

private:
    std::size_t line() const { return static_cast<std::size_t>(m_lines.number()); }

    void row(std::string_view text) {
        if (text.empty())
            return;
        if (text[0] == '#')
            return comment(text);
        if (!isUtf8(text))
            return m_rows.quarantine(RowRule::NotUtf8, line(), std::string(text), "");
        const auto parts = takenApart(text);
        if (!parts)
            return m_rows.quarantine(RowRule::Malformed, line(), std::string(text), "");
        if (const Source* const source = sourceOf(parts->metric))
            sample(*parts, *source);
        else
            m_rows.other();
    }

    /// `# HELP METRIC text (in %).`
    void comment(std::string_view text) {
        constexpr std::string_view help = "# HELP ";
        if (text.substr(0, help.size()) != help)
            return;
        text.remove_prefix(help.size());
        const std::string metric(text.substr(0, text.find(' ')));
        const Source* const source = sourceOf(metric);
        const bool saysPercent = text.find("in %") != std::string_view::npos;
        if (source != nullptr && source->scale == 1 && isShare(source->target) && saysPercent &&
            m_helps.first(metric))
            m_rows.diagnostics.note(m_rows.at(line(), metric), "calibration.help_wrong", {metric});
    }

    void sample(const Line& parts, const Source& source) {
        const std::string metric(source.metric);
        const auto raw = parseNumber(parts.value);
        if (raw && isBlank(*raw))
            return m_rows.other();
        if (raw && isShare(source.target) && source.scale == 1 && *raw > percentFrom) {
            if (m_confused.first(metric))
                m_rows.diagnostics.error(m_rows.at(line(), metric), "calibration.percent_for_ratio",
                                         {metric, std::string(parts.value)});
            return m_rows.quarantine(RowRule::OutOfRange, line(), std::string(parts.value), metric);
        }
        const auto identity = identityOf(parts);
        if (!identity)
            return m_rows.quarantine(RowRule::NoGpu, line(), metric, metric);
        const auto value =
            checkedValue(parts.value, source.target, source.scale, line(), metric, m_rows);
        if (!value)
            return;
        Sample sample{0, false, *value};
        if (!parts.time.empty()) {
            const auto at = timeOf(parts.time);
            if (!at)
                return m_rows.quarantine(RowRule::NoTime, line(), std::string(parts.time), metric);
            sample = {*at, true, *value};
        }
        if (source.target == Metric::Power && !identity->slice.empty()) {
            m_rows.warn(RowRule::SlicePower, line(), identity->slice, metric);
            return m_rows.other();
        }
        if (source.target == Metric::GpuUtil)
            m_percent.see(*raw, line());
        add(m_telemetry.gpu(*identity), source.target, sample);
    }

    void add(std::size_t gpu, Metric target, Sample sample) {
        const std::string metric(name(target));
        if (sample.timed && !m_order[static_cast<std::size_t>(target)].advance(gpu, sample.at))
            return m_rows.quarantine(RowRule::TimeBackwards, line(), metric, metric);
        if (!sample.timed) {
            // A value that was there already begins the next scrape.
            if (!m_inScrape.insert({gpu, target}).second) {
                m_inScrape = {{gpu, target}};
                ++m_scrape;
            }
            sample.at = m_scrape;
        }
        m_telemetry.gpus[gpu].of(target).push_back(sample);
        m_rows.taken();
    }

    static std::optional<GpuIdentity> identityOf(const Line& parts) {
        GpuIdentity gpu;
        gpu.uuid = parts.label("UUID");
        gpu.host = parts.label("Hostname");
        gpu.bus = parts.label("pci_bus_id");
        gpu.index = parts.label("gpu");
        gpu.slice = parts.label("GPU_I_ID");
        gpu.model = parts.label("modelName");
        if (gpu.uuid.empty() && gpu.index.empty() && gpu.bus.empty())
            return std::nullopt;
        if (!gpu.slice.empty())
            gpu.model += " MIG " + parts.label("GPU_I_PROFILE");
        return gpu;
    }

    /// Milliseconds since 1970, or seconds where a point stands (OpenMetrics).
    static std::optional<std::int64_t> timeOf(std::string_view text) {
        const auto number = parseNumber(text);
        const bool isSeconds = text.find('.') != std::string_view::npos;
        const double most = isSeconds ? 9e9 : 9e12; // until the year 2255
        if (!number || *number < 0 || *number > most)
            return std::nullopt;
        return std::llround(*number * (isSeconds ? 1e6 : 1e3));
    }

    /// A ratio may pass 1 by the device's own inaccuracy, but never so far.
    static constexpr double percentFrom = 1.5;

    workload::LineReader& m_lines;
    Telemetry& m_telemetry;
    RowLog& m_rows;
    OnceForEach m_helps;
    OnceForEach m_confused;
    PercentWatch m_percent;
    std::array<OrderWatch, metricCount> m_order;
    std::set<std::pair<std::size_t, Metric>> m_inScrape;
    // Numbers of different files never meet: those of a file begin behind its predecessors'.
    std::int64_t m_scrape = static_cast<std::int64_t>(m_rows.files().size()) << 40U;
};

} // namespace

void readDcgm(workload::LineReader& lines, FormContext context) {
    DcgmReader(lines, context).read();
}

} // namespace gpuplan::calibration
