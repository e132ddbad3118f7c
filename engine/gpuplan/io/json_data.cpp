#include <gpuplan/io/json_data.hpp>

#include <algorithm>

namespace gpuplan::io {

namespace {

constexpr std::size_t block = std::size_t{1} << 16U;

} // namespace

void LineFinder::build(std::string_view text) {
    m_checkpoints.clear();
    Checkpoint now{0, byteOrderMark(text)};
    for (std::size_t begin = 0; begin == 0 || begin < text.size(); begin += block) {
        m_checkpoints.push_back(now);
        // Cut to the block: a search to the text's end for each would take quadratic time.
        const std::string_view head = text.substr(0, begin + block);
        for (std::size_t at = head.find('\n', begin); at != std::string_view::npos;
             at = head.find('\n', at + 1)) {
            ++now.lines;
            now.lineStart = at + 1;
        }
    }
}

TextPlace LineFinder::place(std::string_view text, std::size_t offset) const {
    offset = std::min(offset, text.size());
    Checkpoint now = m_checkpoints[std::min(offset / block, m_checkpoints.size() - 1)];
    const std::size_t from = std::max(offset / block * block, now.lineStart);
    const std::string_view head = text.substr(0, offset);
    for (std::size_t at = head.find('\n', from); at != std::string_view::npos;
         at = head.find('\n', at + 1)) {
        ++now.lines;
        now.lineStart = at + 1;
    }
    // A place inside the byte order mark is shown as the first column.
    return {now.lines + 1, std::max(offset, now.lineStart) - now.lineStart + 1};
}

std::string_view JsonData::textOf(const JsonNode& node) const {
    if (node.escaped)
        return decoded[node.count];
    return std::string_view(text).substr(node.begin + 1, node.length - 2);
}

Location JsonData::locationOf(std::size_t offset, std::string pointer) const {
    const TextPlace place = lines.place(text, offset);
    return {file, place.line, place.column, std::move(pointer)};
}

std::size_t byteOrderMark(std::string_view text) {
    return text.starts_with("\xef\xbb\xbf") ? 3 : 0;
}

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i, unsigned least, unsigned most) {
        return byte(i) >= least && byte(i) <= most;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return follows(1, 0x80, 0xbf) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned least = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned most = first == 0xed ? 0x9f : 0xbf;
        return follows(1, least, most) && follows(2, 0x80, 0xbf) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned least = first == 0xf0 ? 0x90 : 0x80;
        const unsigned most = first == 0xf4 ? 0x8f : 0xbf;
        return follows(1, least, most) && follows(2, 0x80, 0xbf) && follows(3, 0x80, 0xbf) ? 4 : 0;
    }
    return 0;
}

std::size_t firstNonUtf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const std::size_t length = utf8Length(text.substr(at));
        if (length == 0)
            return at;
        at += length;
    }
    return std::string_view::npos;
}

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
        } else if (text.substr(at, 2) == "//") {
            // A carriage return ends a line comment as well, as the parser has it.
            at = std::min(text.find_first_of("\r\n", at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 2;
        } else {
            break;
        }
    }
    return at;
}

bool isJsonNumber(std::string_view word) {
    std::size_t at = word.starts_with("-") ? 1 : 0;
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < word.size() && word[at] >= '0' && word[at] <= '9')
            ++at;
        return at - from;
    };
    const std::size_t begin = at;
    const std::size_t whole = digits();
    if (whole == 0 || (whole > 1 && word[begin] == '0'))
        return false;
    if (at < word.size() && word[at] == '.') {
        ++at;
        if (digits() == 0)
            return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        if (at < word.size() && (word[at] == '+' || word[at] == '-'))
            ++at;
        if (digits() == 0)
            return false;
    }
    return at == word.size();
}

} // namespace gpuplan::io
