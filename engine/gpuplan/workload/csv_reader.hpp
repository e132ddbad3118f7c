#pragma once
/// Rows of a CSV file by RFC 4180, streamed: quotes, doubled quotes, line breaks inside quotes,
/// LF or CRLF, any one-byte delimiter. Blank lines are passed over.

#include <gpuplan/workload/line_reader.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

class CsvReader {
public:
    CsvReader(LineReader& lines, char delimiter) : m_lines(lines), m_delimiter(delimiter) {}

    /// Goes to the next row that is not blank. \return false at the end, after trouble (see
    /// trouble()), or when the line reader was stopped.
    bool next();
    /// Splits the line at which `lines` stands now, as next() would (for a header already read).
    bool takeCurrentLine();

    /// The row's values, quotes undone. Valid until the next call of next().
    std::span<const std::string_view> fields() const { return m_fields; }
    /// Text stands between a closing quote and the next delimiter.
    bool isMalformed() const { return m_malformed; }
    /// Line and byte offset at which the row begins.
    std::uint64_t line() const { return m_line; }
    std::uint64_t offset() const { return m_offset; }
    /// The line reader's trouble, or a quote that is never closed.
    const Diagnostics& trouble() const { return m_trouble.empty() ? m_lines.trouble() : m_trouble; }

private:
    bool splitPlain(std::string_view text);
    bool splitQuoted();

    LineReader& m_lines;
    char m_delimiter;
    std::vector<std::string_view> m_fields;
    std::string m_text;              ///< values of a row that has quotes, end to end
    std::vector<std::size_t> m_ends; ///< where each of them ends
    bool m_malformed = false;
    std::uint64_t m_line = 0;
    std::uint64_t m_offset = 0;
    Diagnostics m_trouble;
};

/// The delimiter of a header: of comma, semicolon, tab and bar the one that stands in it most often
/// outside quotes; a comma if none does.
char guessDelimiter(std::string_view header);

} // namespace gpuplan::workload
