#pragma once
/// Lines of a trace, streamed: each with its number and byte offset, none longer than a limit.

#include <gpuplan/workload/byte_source.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Longest line, and longest CSV row with its quoted line breaks, that is read.
inline constexpr std::size_t longestLine = std::size_t{1} << 20U;

class LineReader {
public:
    /// \param name  for diagnostics   \param stop  asked once a block; may be empty
    LineReader(ByteSource& source, std::string name, std::function<bool()> stop = {});

    /// Goes to the next line. \return false at the end, after trouble, or when stopped.
    bool next();
    /// The line without its LF or CRLF; a UTF-8 byte order mark before the first line is left out.
    /// Valid until the next call of next().
    std::string_view line() const { return m_line; }
    /// Counts from 1.
    std::uint64_t number() const { return m_number; }
    /// Byte offset of the line's first byte in the unpacked file.
    std::uint64_t offset() const { return m_offset; }

    const std::string& name() const { return m_name; }
    bool stopped() const { return m_stopped; }
    /// Why next() gave up: what the source said, or a line past the limit, or UTF-16 text.
    const Diagnostics& trouble() const { return m_trouble; }
    std::optional<std::uint64_t> size() const { return m_source.size(); }

private:
    bool fill();
    bool refuseOtherEncodings();

    ByteSource& m_source;
    std::string m_name;
    std::function<bool()> m_stop;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0; ///< of the bytes not yet given out
    std::size_t m_end = 0;
    std::uint64_t m_bufferOffset = 0; ///< file offset of m_buffer[0]
    std::string_view m_line;
    std::uint64_t m_number = 0;
    std::uint64_t m_offset = 0;
    bool m_sourceEnded = false;
    bool m_stopped = false;
    Diagnostics m_trouble;
};

} // namespace gpuplan::workload
