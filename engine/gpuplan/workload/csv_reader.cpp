#include <gpuplan/workload/csv_reader.hpp>

#include <array>
#include <bit>
#include <cstring>

namespace gpuplan::workload {

namespace {

bool isBlank(std::string_view line) {
    return line.empty() || ((line[0] == ' ' || line[0] == '\t') &&
                            line.find_first_not_of(" \t") == std::string_view::npos);
}

/// Eight bytes as a number, the first one lowest on every machine.
std::uint64_t loadEight(const char* from) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, from, 8);
    } else {
        for (int i = 7; i >= 0; --i)
            word = word << 8U | static_cast<unsigned char>(from[i]);
    }
    return word;
}

/// Finds one byte value among eight at once: the high bit of each place that holds it. Exact for
/// every place, unlike the shorter form that subtracts: no carry passes between bytes.
class ByteFinder {
public:
    explicit ByteFinder(char byte)
        : m_pattern(static_cast<unsigned char>(byte) * 0x0101010101010101ULL) {}
    std::uint64_t in(std::uint64_t word) const {
        constexpr std::uint64_t low7 = 0x7f7f7f7f7f7f7f7fULL;
        const std::uint64_t other = word ^ m_pattern;
        return ~(((other & low7) + low7) | other | low7);
    }

private:
    std::uint64_t m_pattern;
};

} // namespace

bool CsvReader::next() {
    if (!m_trouble.empty())
        return false;
    while (m_lines.next())
        if (!isBlank(m_lines.line()))
            return takeCurrentLine();
    return false;
}

bool CsvReader::takeCurrentLine() {
    m_line = m_lines.number();
    m_offset = m_lines.offset();
    m_malformed = false;
    return splitPlain(m_lines.line()) || splitQuoted();
}

/// The usual case, without a copy, eight bytes at a time. \return false if there is a quote.
bool CsvReader::splitPlain(std::string_view text) {
    const ByteFinder delimiters(m_delimiter);
    const ByteFinder quotes('"');
    m_fields.clear();
    std::size_t begin = 0;
    std::size_t at = 0;
    const auto endField = [&](std::size_t end) {
        m_fields.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    };
    for (; at + 8 <= text.size(); at += 8) {
        const std::uint64_t word = loadEight(text.data() + at);
        if (quotes.in(word) != 0)
            return false;
        for (std::uint64_t found = delimiters.in(word); found != 0; found &= found - 1)
            endField(at + static_cast<std::size_t>(std::countr_zero(found)) / 8);
    }
    for (; at < text.size(); ++at) {
        if (text[at] == '"')
            return false;
        if (text[at] == m_delimiter)
            endField(at);
    }
    endField(text.size());
    return true;
}

bool CsvReader::splitQuoted() {
    enum class State { Start, Plain, Quoted, Closed };
    State state = State::Start;
    m_text.clear();
    m_ends.clear();
    for (;;) {
        const std::string_view line = m_lines.line();
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (state == State::Quoted) {
                if (c != '"') {
                    m_text += c;
                } else if (i + 1 < line.size() && line[i + 1] == '"') {
                    m_text += c;
                    ++i;
                } else {
                    state = State::Closed;
                }
            } else if (c == m_delimiter) {
                m_ends.push_back(m_text.size());
                state = State::Start;
            } else if (c == '"' && state == State::Start) {
                state = State::Quoted;
            } else {
                m_malformed = m_malformed || state == State::Closed;
                state = state == State::Closed ? State::Closed : State::Plain;
                m_text += c;
            }
        }
        if (state != State::Quoted)
            break;
        m_text += '\n';
        // An unclosed quote would swallow all rows after it: refused, never guessed.
        if (m_text.size() > longestLine || !m_lines.next()) {
            if (!m_lines.stopped() && m_lines.trouble().empty())
                m_trouble.error({m_lines.name(), static_cast<std::size_t>(m_line), 0, ""},
                                "workload.quote_not_closed");
            return false;
        }
    }
    m_ends.push_back(m_text.size());
    m_fields.clear();
    std::size_t begin = 0;
    for (const std::size_t end : m_ends) {
        m_fields.push_back(std::string_view(m_text).substr(begin, end - begin));
        begin = end;
    }
    return true;
}

char guessDelimiter(std::string_view header) {
    constexpr std::array<char, 4> candidates{',', ';', '\t', '|'};
    std::array<std::size_t, 4> counts{};
    bool quoted = false;
    for (const char c : header) {
        quoted = quoted != (c == '"');
        for (std::size_t i = 0; i < candidates.size() && !quoted; ++i)
            counts[i] += c == candidates[i] ? 1 : 0;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates.size(); ++i)
        if (counts[i] > counts[best])
            best = i;
    return candidates[best];
}

} // namespace gpuplan::workload
