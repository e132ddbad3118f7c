/// Logs of `nvidia-smi --query-gpu=... --format=csv`, with the header repeated or not, with units
/// in header, values or both; also as a script left them that renamed the columns.

#include <gpuplan/calibration/form_reader.hpp>
#include <gpuplan/units/number_text.hpp>
#include <gpuplan/workload/csv_reader.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::calibration {

namespace {

enum class Role : std::uint8_t { Other, Time, Index, Name, Bus, Uuid, Value };

struct Known {
    std::string_view name;
    Role role;
    Metric metric = Metric::GpuUtil;
    std::string_view impliedUnit = {}; ///< of a renamed column, which says none
};

constexpr std::array<Known, 17> known{{
    {"timestamp", Role::Time},
    {"index", Role::Index},
    {"index_gpu", Role::Index},
    {"name", Role::Name},
    {"gpu_name", Role::Name},
    {"pci.bus_id", Role::Bus},
    {"gpu_bus_id", Role::Bus},
    {"pci_bus_id", Role::Bus},
    {"uuid", Role::Uuid},
    {"gpu_uuid", Role::Uuid},
    {"utilization.gpu", Role::Value, Metric::GpuUtil},
    {"gpu_utilization", Role::Value, Metric::GpuUtil, "%"},
    {"memory.used", Role::Value, Metric::MemoryUsed},
    {"gpu_memory_used", Role::Value, Metric::MemoryUsed, "MiB"},
    {"power.draw", Role::Value, Metric::Power},
    {"power.draw.average", Role::Other},
    {"power.draw.instant", Role::Other},
}};

struct Scale {
    std::string_view unit;
    double factor;
};

std::optional<double> scaleOf(Metric metric, std::string_view unit) {
    static constexpr std::array<Scale, 1> shares{{{"%", 0.01}}};
    static constexpr std::array<Scale, 4> sizes{
        {{"B", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}}};
    static constexpr std::array<Scale, 3> powers{{{"W", 1}, {"mW", 0.001}, {"kW", 1000}}};
    const auto in = [&](const auto& table) -> std::optional<double> {
        for (const Scale& scale : table)
            if (scale.unit == unit)
                return scale.factor;
        return std::nullopt;
    };
    return metric == Metric::GpuUtil ? in(shares)
           : metric == Metric::Power ? in(powers)
                                     : in(sizes);
}

/// What to write for a metric, shown where a unit is missing or wrong.
std::string_view rightUnit(Metric metric) {
    return metric == Metric::GpuUtil ? "%" : metric == Metric::Power ? "W" : "MiB";
}

struct ColumnOf {
    std::string name; ///< without its unit
    std::string unit; ///< from `[%]` in the header; empty if there is none
    const Known* known = nullptr;
    bool isRenamed() const { return known != nullptr && !known->impliedUnit.empty(); }
};

/// Where nvidia-smi has no value: `[N/A]`, `[Not Supported]`.
bool isAbsent(std::string_view cell) {
    return cell == "[N/A]" || cell == "N/A" || cell == "[Not Supported]" || cell.empty();
}

class NvidiaSmiReader {
public:
    NvidiaSmiReader(workload::LineReader& lines, FormContext context)
        : m_lines(lines), m_csv(lines, ','), m_telemetry(context.telemetry), m_rows(context.rows),
          m_clock(context.clock) {}

    void read() {
        header(m_lines.line());
        while (m_csv.next()) {
            const auto fields = m_csv.fields();
            m_cells.assign(fields.begin(), fields.end());
            for (std::string_view& cell : m_cells)
                cell = trimmed(cell);
            if (isHeader())
                header(m_lines.line());
            else
                row();
        }
        m_rows.diagnostics.append(m_csv.trouble());
        if (const std::size_t at = m_percent.ratioLine(); at != 0)
            m_rows.diagnostics.error(m_rows.at(at, "utilization.gpu"),
                                     "calibration.ratio_for_percent", {"utilization.gpu"});
    }

private:
    std::size_t line() const { return static_cast<std::size_t>(m_csv.line()); }

    /// A loop around nvidia-smi repeats the header before every sample.
    bool isHeader() const {
        return !m_cells.empty() &&
               m_cells[0].substr(0, m_columns[0].name.size()) == m_columns[0].name &&
               std::any_of(m_cells.begin(), m_cells.end(), [](std::string_view cell) {
                   return cell.substr(0, 4) == "util" || cell == "name" || cell == "index";
               });
    }

    void header(std::string_view text) {
        m_columns.clear();
        for (const std::string& cell : headerCells(text)) {
            ColumnOf column;
            const std::size_t bracket = cell.find('[');
            column.name = std::string(trimmed(std::string_view(cell).substr(0, bracket)));
            if (bracket != std::string::npos)
                column.unit = cell.substr(bracket + 1, cell.find(']') - bracket - 1);
            const auto* const found =
                std::find_if(known.begin(), known.end(),
                             [&](const Known& one) { return one.name == column.name; });
            column.known = found == known.end() ? nullptr : found;
            m_columns.push_back(std::move(column));
        }
        const std::size_t at = std::max<std::size_t>(1, m_lines.number());
        for (const ColumnOf& column : m_columns) {
            if (column.known == nullptr || column.known->role != Role::Value)
                continue;
            if (column.isRenamed() && column.unit.empty() && m_told.first(column.name))
                m_rows.diagnostics.warning(m_rows.at(at, column.name), "calibration.unit_implied",
                                           {std::string(column.known->impliedUnit)});
            if (!column.unit.empty() && !scaleOf(column.known->metric, column.unit) &&
                m_told.first(column.name))
                m_rows.diagnostics.error(
                    m_rows.at(at, column.name), "calibration.unit_wrong",
                    {inQuotes(column.unit), std::string(rightUnit(column.known->metric))});
        }
    }

    /// The cell in the column of that role, or nothing.
    std::string cell(Role role) const {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (m_columns[i].known != nullptr && m_columns[i].known->role == role)
                return std::string(m_cells[i]);
        return {};
    }

    void row() {
        if (m_csv.isMalformed() || m_cells.size() != m_columns.size())
            return m_rows.quarantine(RowRule::Malformed, line(), std::string(m_lines.line()), "");
        for (const std::string_view cell : m_cells)
            if (!isUtf8(cell))
                return m_rows.quarantine(RowRule::NotUtf8, line(), std::string(cell), "");
        GpuIdentity identity;
        identity.index = cell(Role::Index);
        identity.model = cell(Role::Name);
        identity.bus = cell(Role::Bus);
        identity.uuid = cell(Role::Uuid);
        if (identity.index.empty() && identity.bus.empty() && identity.uuid.empty())
            return m_rows.quarantine(RowRule::NoGpu, line(), std::string(m_lines.line()), "index");
        Sample sample;
        if (!time(sample))
            return;
        std::vector<std::pair<Metric, double>> values;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!value(m_columns[i], m_cells[i], values))
                return;
        const std::size_t gpu = m_telemetry.gpu(identity);
        if (!m_order.advance(gpu, sample.at))
            return m_rows.quarantine(RowRule::TimeBackwards, line(), cell(Role::Time), "timestamp");
        for (const auto& [metric, number] : values) {
            sample.value = number;
            m_telemetry.gpus[gpu].of(metric).push_back(sample);
        }
        m_rows.taken();
    }

    /// `2023/06/22 18:56:56.252`, local; without the column the row's number.
    bool time(Sample& sample) {
        std::string text = cell(Role::Time);
        const bool hasColumn =
            std::any_of(m_columns.begin(), m_columns.end(), [](const ColumnOf& column) {
                return column.known != nullptr && column.known->role == Role::Time;
            });
        if (!hasColumn) {
            sample = {(static_cast<std::int64_t>(m_rows.files().size()) << 40U) +
                          static_cast<std::int64_t>(line()),
                      false, 0};
            return true;
        }
        std::replace(text.begin(), text.end(), '/', '-');
        const auto reading = m_clock.read(text);
        if (!reading) {
            m_rows.quarantine(RowRule::NoTime, line(), cell(Role::Time), "timestamp");
            return false;
        }
        sample = {reading->at.time_since_epoch().count(), true, 0};
        return true;
    }

    /// Adds the cell's value if the column is a metric and the device has one.
    /// \return false if the row was quarantined
    bool value(const ColumnOf& column, std::string_view cell,
               std::vector<std::pair<Metric, double>>& values) {
        if (column.known == nullptr || column.known->role != Role::Value || isAbsent(cell))
            return true;
        const Metric metric = column.known->metric;
        if (cell[0] == '[') {
            m_rows.warn(RowRule::DeviceError, line(), std::string(cell), column.name);
            return true;
        }
        const std::size_t blank = cell.find(' ');
        const std::string_view number = cell.substr(0, blank);
        const std::string_view ownUnit =
            blank == std::string_view::npos ? std::string_view() : trimmed(cell.substr(blank));
        const std::string_view unit = !ownUnit.empty()       ? ownUnit
                                      : !column.unit.empty() ? std::string_view(column.unit)
                                                             : column.known->impliedUnit;
        const auto scale = scaleOf(metric, unit);
        if (!scale || (!ownUnit.empty() && !column.unit.empty() && ownUnit != column.unit)) {
            if (m_told.first(column.name))
                complain(column, ownUnit, unit);
            m_rows.quarantine(RowRule::Malformed, line(), std::string(cell), column.name);
            return false;
        }
        const auto checked = checkedValue(number, metric, *scale, line(), column.name, m_rows);
        if (!checked)
            return false;
        if (metric == Metric::GpuUtil)
            m_percent.see(*checked * 100.0, line());
        values.emplace_back(metric, *checked);
        return true;
    }

    void complain(const ColumnOf& column, std::string_view ownUnit, std::string_view unit) {
        const std::string right(rightUnit(column.known->metric));
        const Location at = m_rows.at(line(), column.name);
        if (unit.empty())
            m_rows.diagnostics.error(at, "calibration.unit_missing", {column.name, right});
        else if (!ownUnit.empty() && !column.unit.empty() && ownUnit != column.unit)
            m_rows.diagnostics.error(at, "calibration.units_disagree",
                                     {inQuotes(column.unit), inQuotes(ownUnit)});
        else
            m_rows.diagnostics.error(at, "calibration.unit_wrong", {inQuotes(unit), right});
    }

    workload::LineReader& m_lines;
    workload::CsvReader m_csv;
    Telemetry& m_telemetry;
    RowLog& m_rows;
    const workload::LocalClock& m_clock;
    std::vector<ColumnOf> m_columns;
    std::vector<std::string_view> m_cells;
    OnceForEach m_told;
    OrderWatch m_order;
    PercentWatch m_percent;
};

} // namespace

void readNvidiaSmi(workload::LineReader& lines, FormContext context) {
    NvidiaSmiReader(lines, context).read();
}

} // namespace gpuplan::calibration
