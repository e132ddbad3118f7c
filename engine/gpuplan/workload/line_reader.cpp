#include <gpuplan/workload/line_reader.hpp>

#include <algorithm>
#include <cstring>

namespace gpuplan::workload {

namespace {

constexpr std::size_t firstBuffer = std::size_t{1} << 18U;

} // namespace

LineReader::LineReader(ByteSource& source, std::string name, std::function<bool()> stop)
    : m_source(source), m_name(std::move(name)), m_stop(std::move(stop)), m_buffer(firstBuffer) {}

bool LineReader::fill() {
    if (m_sourceEnded)
        return false;
    if (m_stop && m_stop()) {
        m_stopped = true;
        return false;
    }
    // The unfinished line moves to the front; the buffer grows only for lines longer than it.
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_bufferOffset += m_begin;
    m_end -= m_begin;
    m_begin = 0;
    if (m_end > longestLine + 2) {
        m_trouble.error({m_name, static_cast<std::size_t>(m_number + 1), 0, ""},
                        "workload.line_too_long", {std::to_string(longestLine)});
        return false;
    }
    if (m_end == m_buffer.size())
        m_buffer.resize(m_buffer.size() * 2);
    const std::size_t got = m_source.read(m_buffer.data() + m_end, m_buffer.size() - m_end);
    if (got == 0) {
        m_sourceEnded = true;
        m_trouble.append(m_source.trouble());
        return false;
    }
    const bool first = m_number == 0 && m_bufferOffset == 0 && m_end < 4;
    m_end += got;
    return !first || refuseOtherEncodings();
}

bool LineReader::refuseOtherEncodings() {
    const std::string_view head(m_buffer.data(), std::min<std::size_t>(m_end, 4));
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
        m_trouble.error({m_name, 1, 1, ""}, "workload.utf16");
        return false;
    }
    if (head.starts_with("\xef\xbb\xbf"))
        m_begin = 3;
    return true;
}

bool LineReader::next() {
    if (m_stopped || m_trouble.hasErrors())
        return false;
    std::size_t searched = m_begin;
    for (;;) {
        const void* const found = std::memchr(m_buffer.data() + searched, '\n', m_end - searched);
        if (found != nullptr || (m_sourceEnded && m_begin < m_end)) {
            const char* const begin = m_buffer.data() + m_begin;
            const char* end =
                found != nullptr ? static_cast<const char*>(found) : m_buffer.data() + m_end;
            m_offset = m_bufferOffset + m_begin;
            m_begin = static_cast<std::size_t>(end - m_buffer.data()) + (found != nullptr ? 1 : 0);
            if (end > begin && end[-1] == '\r')
                --end;
            m_line = {begin, static_cast<std::size_t>(end - begin)};
            ++m_number;
            if (m_line.size() <= longestLine)
                return true;
            m_trouble.error({m_name, static_cast<std::size_t>(m_number), 0, ""},
                            "workload.line_too_long", {std::to_string(longestLine)});
            return false;
        }
        if (m_sourceEnded)
            return false;
        const std::size_t pending = m_end - m_begin;
        const bool atStart = m_bufferOffset + m_begin == 0;
        if (!fill()) {
            // The end of the source leaves a last line without line feed; trouble ends it all.
            if (m_stopped || m_trouble.hasErrors())
                return false;
        }
        searched = m_begin + (atStart ? 0 : pending);
    }
}

} // namespace gpuplan::workload
