#pragma once
/// What the readers of the single forms share. Each takes the rest of a file whose first line was
/// read, and fills the telemetry and the log.

#include <gpuplan/calibration/telemetry_reader.hpp>
#include <gpuplan/workload/line_reader.hpp>
#include <gpuplan/workload/local_time.hpp>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::calibration {

struct FormContext {
    Telemetry& telemetry;
    RowLog& rows;
    const workload::LocalClock& clock;
};

void readDcgm(workload::LineReader& lines, FormContext context);
void readNvidiaSmi(workload::LineReader& lines, FormContext context);
/// \param metric  GpuUtil in percent, or MemoryUsed in bytes
void readPodSeries(workload::LineReader& lines, FormContext context, Metric metric);
void readQuantiles(workload::LineReader& lines, FormContext context);
void readStepTable(workload::LineReader& lines, FormContext context);

/// Cells of a header, blanks around them removed.
std::vector<std::string> headerCells(std::string_view line);
std::string_view trimmed(std::string_view text);

/// Reads a number and holds it against what the metric can be. Quarantines the row and returns
/// nothing if it is no finite number from 0 on, or a share above 1.
std::optional<double> checkedValue(std::string_view text, Metric metric, double scale,
                                   std::size_t line, const std::string& what, RowLog& rows);

/// Told once for a column or metric of a file.
class OnceForEach {
public:
    bool first(const std::string& what) { return m_told.insert(what).second; }

private:
    std::set<std::string> m_told;
};

/// A percentage of a device that counts in whole percent: a broken number that never passes 1 is a
/// ratio under the wrong name.
class PercentWatch {
public:
    void see(double percent, std::size_t line) {
        m_most = percent > m_most ? percent : m_most;
        if (m_line == 0 && percent > 0 && percent < 1)
            m_line = line;
    }
    /// The line of the first such number, or 0.
    std::size_t ratioLine() const { return m_most <= 1 ? m_line : 0; }

private:
    double m_most = 0;
    std::size_t m_line = 0;
};

/// Keeps the rows of a device in time order within a file.
class OrderWatch {
public:
    /// \return false if `at` lies before the last one of that device
    bool advance(std::size_t gpu, std::int64_t at);

private:
    std::vector<std::optional<std::int64_t>> m_last;
};

} // namespace gpuplan::calibration
