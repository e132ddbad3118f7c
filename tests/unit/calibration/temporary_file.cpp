#include "temporary_file.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace gpuplan::calibration;

TemporaryFile::TemporaryFile(std::string_view content, const std::string& ending) {
    static std::atomic<int> number{0};
    m_path = (std::filesystem::temp_directory_path() /
              ("gpuplan-calibration-" + std::to_string(getpid()) + "-" + std::to_string(number++) +
               ending))
                 .string();
    std::ofstream(m_path, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(m_path, ignored);
}

ReadOutcome readText(std::string_view content, const ReadOptions& options) {
    const TemporaryFile file(content);
    return readTelemetry({file.path()}, options);
}

std::uint64_t rowsBy(const ReadOutcome& outcome, RowRule rule) {
    std::uint64_t rows = 0;
    for (const RuleCount& count : outcome.rows.rules())
        rows += count.rule == rule ? count.rows : 0;
    return rows;
}

std::vector<std::size_t> linesOf(const ReadOutcome& outcome, const std::string& key) {
    std::vector<std::size_t> lines;
    for (const gpuplan::Diagnostic& diagnostic : outcome.rows.diagnostics)
        if (diagnostic.message.key == key)
            lines.push_back(diagnostic.at.line);
    return lines;
}

std::string scraped(const std::string& metric, const std::string& value,
                    const std::string& milliseconds, const std::string& uuid) {
    return metric + R"({gpu="0",UUID=")" + uuid + R"(",modelName="A100"} )" + value +
           (milliseconds.empty() ? "" : " " + milliseconds) + "\n";
}
