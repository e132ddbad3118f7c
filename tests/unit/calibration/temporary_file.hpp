#pragma once
/// Files that hold what a test writes, gone with it, and the reading of them.

#include <gpuplan/calibration/telemetry_reader.hpp>

#include <string>
#include <string_view>
#include <vector>

class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view content, const std::string& ending = ".txt");
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

gpuplan::calibration::ReadOutcome readText(std::string_view content,
                                           const gpuplan::calibration::ReadOptions& options = {});

/// Rows by that rule, quarantined or warned.
std::uint64_t rowsBy(const gpuplan::calibration::ReadOutcome& outcome,
                     gpuplan::calibration::RowRule rule);

/// Lines of the diagnostics with that key.
std::vector<std::size_t> linesOf(const gpuplan::calibration::ReadOutcome& outcome,
                                 const std::string& key);

/// `DCGM_FI_...{gpu="0",UUID="GPU-a",...} value time`.
std::string scraped(const std::string& metric, const std::string& value,
                    const std::string& milliseconds = "", const std::string& uuid = "GPU-a");
