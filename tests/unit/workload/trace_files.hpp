#pragma once
/// Hand-made traces for the tests of `workload`: files that live as long as the test.

#include <gpuplan/workload/trace_reader.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace gpuplan::workload::test {

/// A file under the system's temporary folder, removed at the end of the test.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view content, const std::string& suffix = ".csv") {
        static int count = 0;
        m_path = (std::filesystem::temp_directory_path() /
                  ("gpuplan-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++) +
                   suffix))
                     .string();
        std::ofstream(m_path, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

inline Result<ImportOutcome> importText(std::string_view text, ImportOptions options = {}) {
    const TemporaryFile file(text);
    return readTrace({file.path()}, options);
}

inline Result<ImportOutcome> importText(std::string_view text, const std::string& format) {
    ImportOptions options;
    options.format = format;
    return importText(text, options);
}

/// The count of a rule, or an empty one.
inline RuleCount ruleOf(const ImportReport& report, Rule rule) {
    for (const RuleCount& count : report.byRule)
        if (count.rule == rule)
            return count;
    return {};
}

/// The keys of all problems, in order, joined by blanks.
inline std::string keysOf(const Diagnostics& diagnostics) {
    std::string keys;
    for (const Diagnostic& diagnostic : diagnostics)
        keys += (keys.empty() ? "" : " ") + diagnostic.message.key;
    return keys;
}

constexpr std::int64_t second = 1'000'000;

} // namespace gpuplan::workload::test
