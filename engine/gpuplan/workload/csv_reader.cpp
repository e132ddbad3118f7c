#include <gpuplan/workload/csv_reader.hpp>

#include <array>

namespace gpuplan::workload {

namespace {

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

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

/// The usual case, without a copy. \return false as soon as there is a quote.
bool CsvReader::splitPlain(std::string_view text) {
    m_fields.clear();
    const char* begin = text.data();
    const char* const end = begin + text.size();
    for (const char* at = begin; at != end; ++at) {
        if (*at == m_delimiter) {
            m_fields.emplace_back(begin, static_cast<std::size_t>(at - begin));
            begin = at + 1;
        } else if (*at == '"') {
            return false;
        }
    }
    m_fields.emplace_back(begin, static_cast<std::size_t>(end - begin));
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
