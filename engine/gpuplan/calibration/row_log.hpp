#pragma once
/// What became of every row of the files: taken, passed over since it says nothing of interest, or
/// quarantined with a rule and a place. Nothing is dropped in silence, nothing clamped.

#include <gpuplan/base/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuplan::calibration {

enum class RowRule : std::uint8_t {
    Malformed,     ///< not of the file's form
    NotUtf8,       ///< holds bytes that are no text
    NoNumber,      ///< a value is no number
    NotFinite,     ///< NaN or infinity
    Negative,      ///< below zero
    OutOfRange,    ///< a share above 100 %
    NoTime,        ///< the time can not be read
    TimeBackwards, ///< before the row above of the same device
    NoGpu,         ///< does not say which device
    DeviceError,   ///< the tool reports an error in place of a value
    SlicePower,    ///< power of a whole GPU, repeated for its slices
    RatesDisagree, ///< step time and samples per second contradict each other
};
/// `malformed`, `time_backwards`, ...; the wording is the message `calibration.rule.<name>`.
std::string_view name(RowRule rule);

struct RuleCount {
    RowRule rule = RowRule::Malformed;
    bool quarantined = true; ///< else taken with a warning
    std::uint64_t rows = 0;
    Location first;
};

/// A file's rows: read = taken + other + quarantined.
struct FileRows {
    std::string file;
    std::string form; ///< `dcgm`, `nvidia-smi`, ...
    std::uint64_t read = 0;
    std::uint64_t taken = 0;
    std::uint64_t other = 0; ///< metrics that no profile holds
    std::uint64_t quarantined = 0;
};

class RowLog {
public:
    /// Of each rule this many rows are named in the diagnostics, the rest is counted.
    static constexpr std::uint64_t mostNamed = 20;

    void beginFile(std::string file);
    /// Once it is known.
    void setForm(std::string form) { m_files.back().form = std::move(form); }
    void taken() { count(&FileRows::taken); }
    void other() { count(&FileRows::other); }
    /// \param value  what stands there   \param what  the column or metric it stands in
    void quarantine(RowRule rule, std::size_t line, const std::string& value,
                    const std::string& what);
    /// The row is taken all the same; counts no row.
    void warn(RowRule rule, std::size_t line, const std::string& value, const std::string& what);

    Location at(std::size_t line, std::string what = {}) const;
    const std::vector<FileRows>& files() const { return m_files; }
    const std::vector<RuleCount>& rules() const { return m_rules; }

    /// Errors that end it all, and the warnings of the rows.
    Diagnostics diagnostics;

private:
    void count(std::uint64_t FileRows::*rows);
    void note(RowRule rule, bool quarantined, const Location& place, const std::string& value);

    std::vector<FileRows> m_files;
    std::vector<RuleCount> m_rules;
};

} // namespace gpuplan::calibration
