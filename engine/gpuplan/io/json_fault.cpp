#include <gpuplan/io/json_fault.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::io {

namespace {

bool isWordByte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+' || c == '-';
}

/// Steps through the bytes behind the last good token as the grammar would.
class Explainer {
public:
    Explainer(const JsonData& data, const JsonStop& stop)
        : m_data(data), m_text(data.text), m_stop(stop), m_at(stop.at) {}

    Diagnostic run() {
        if (const auto open = openComment())
            return ends("io.json.ends_in_comment", *open);
        next();
        if (atEnd())
            return endsEarly();
        switch (m_stop.stage) {
        case JsonStage::Begin:
            return value();
        case JsonStage::ObjectBegun:
            return name();
        case JsonStage::Named:
            if (here() != ':')
                return complaint("io.json.colon", {found()});
            skipOne();
            return atEnd() ? endsEarly() : value();
        case JsonStage::ArrayBegun:
            return here() == '}' ? wrongClose() : value();
        case JsonStage::MemberRead:
        case JsonStage::ItemRead:
            return afterEntry();
        case JsonStage::Whole:
            break;
        }
        return complaint("io.json.extra", {found()});
    }

private:
    bool inObject() const {
        return m_stop.stage == JsonStage::ObjectBegun || m_stop.stage == JsonStage::MemberRead;
    }
    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return m_text[m_at]; }
    void next() { m_at = skipBlanks(m_text, m_at); }
    void skipOne() {
        ++m_at;
        next();
    }

    Diagnostic complaint(std::string_view key, std::vector<std::string> arguments) const {
        Diagnostic result;
        result.at = m_data.locationOf(m_at, m_stop.pointer);
        result.message = {std::string(key), std::move(arguments)};
        return result;
    }

    /// The text ends inside something that begins at `begin`.
    Diagnostic ends(std::string_view key, std::size_t begin) {
        m_at = m_text.size();
        const TextPlace place = m_data.lines.place(m_text, begin);
        return complaint(key, {std::to_string(place.line), std::to_string(place.column)});
    }

    Diagnostic endsEarly() {
        if (m_stop.stage == JsonStage::Begin)
            return complaint("io.json.nothing", {});
        const bool array = m_stop.stage == JsonStage::ArrayBegun ||
                           m_stop.stage == JsonStage::ItemRead ||
                           (m_stop.stage == JsonStage::Named && m_text[m_stop.container] == '[');
        return ends(array ? "io.json.ends_in_array" : "io.json.ends_in_object", m_stop.container);
    }

    /// Where a comment that is never closed begins behind the last good token.
    std::optional<std::size_t> openComment() const {
        std::size_t at = m_stop.at;
        while (at < m_text.size()) {
            const char c = m_text[at];
            if (m_text.substr(at, 2) == "/*") {
                const std::size_t end = m_text.find("*/", at + 2);
                if (end == std::string_view::npos)
                    return at;
                at = end + 2;
            } else if (m_text.substr(at, 2) == "//") {
                at = skipBlanks(m_text, at);
            } else if (c == ',' || c == ':' || c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                ++at;
            } else {
                break;
            }
        }
        return std::nullopt;
    }

    /// What stands here, in quotes: a word, or one sign.
    std::string found() const {
        std::size_t end = m_at;
        while (end < m_text.size() && isWordByte(m_text[end]))
            ++end;
        if (end != m_at)
            return inQuotes(m_text.substr(m_at, end - m_at));
        // Whole UTF-8 sequences only: the text was checked before.
        end = m_at + 1;
        while (end < m_text.size() && (static_cast<unsigned char>(m_text[end]) & 0xc0U) == 0x80U)
            ++end;
        return inQuotes(m_text.substr(m_at, end - m_at));
    }

    Diagnostic wrongClose() const {
        const TextPlace place = m_data.lines.place(m_text, m_stop.container);
        return complaint(inObject() ? "io.json.object_closed_by" : "io.json.array_closed_by",
                         {found(), std::to_string(place.line), std::to_string(place.column)});
    }

    Diagnostic afterEntry() {
        const char close = inObject() ? '}' : ']';
        const char wrong = inObject() ? ']' : '}';
        if (here() == wrong)
            return wrongClose();
        if (here() != ',')
            return complaint("io.json.comma", {found()});
        skipOne();
        if (atEnd())
            return endsEarly();
        if (here() == close || here() == wrong)
            return complaint("io.json.trailing_comma", {found()});
        return inObject() ? name() : value();
    }

    Diagnostic name() {
        if (here() == '"')
            return text();
        if (here() == ']')
            return wrongClose();
        return complaint("io.json.name", {found()});
    }

    Diagnostic value() {
        const char c = here();
        if (c == '"')
            return text();
        if (c == '\'')
            return complaint("io.json.single_quote", {});
        if (!isWordByte(c))
            return complaint("io.json.value", {found()});
        std::size_t end = m_at;
        while (end < m_text.size() && isWordByte(m_text[end]))
            ++end;
        const std::string_view word = m_text.substr(m_at, end - m_at);
        std::string lower(word.substr(0, 16));
        for (char& letter : lower)
            if (letter >= 'A' && letter <= 'Z')
                letter = static_cast<char>(letter - 'A' + 'a');
        const std::size_t sign = lower[0] == '-' || lower[0] == '+' ? 1 : 0;
        const std::string_view bare = std::string_view(lower).substr(sign);
        if (bare == "nan" || bare == "inf" || bare == "infinity")
            return complaint("io.json.not_finite", {inQuotes(word)});
        const bool digits = word.find_first_of("0123456789") != std::string_view::npos;
        const bool numberLike =
            word.find_first_not_of("0123456789.+-eE") == std::string_view::npos && digits;
        // Good by the grammar, yet refused: only its size can be the reason.
        if (numberLike && m_text[m_at] != '+' && !parseNumber(word) && isJsonNumber(word))
            return complaint("io.json.number_size", {inQuotes(word)});
        if (numberLike || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.')
            return complaint("io.json.number", {inQuotes(word)});
        return complaint("io.json.word", {inQuotes(word)});
    }

    /// The fault inside a text in double quotes.
    Diagnostic text() {
        const std::size_t begin = m_at;
        for (++m_at; !atEnd(); ++m_at) {
            const char c = here();
            if (static_cast<unsigned char>(c) < 0x20)
                return complaint(c == '\n' || c == '\r' ? "io.json.line_break" : "io.json.control",
                                 {inQuotes(std::string_view(&c, 1))});
            if (c == '"')
                break;
            if (c != '\\')
                continue;
            if (m_at + 1 >= m_text.size())
                break;
            const char escape = m_text[m_at + 1];
            if (std::string_view("\"\\/bfnrt").find(escape) != std::string_view::npos) {
                ++m_at;
                continue;
            }
            const std::size_t length = escape == 'u' ? 6 : 2;
            if (escape != 'u' || !isUnicodeEscape(m_at))
                return complaint("io.json.escape", {inQuotes(m_text.substr(m_at, length))});
            m_at += 5;
        }
        return ends("io.json.ends_in_text", begin);
    }

    /// Four hex digits, and both halves of a surrogate pair.
    bool isUnicodeEscape(std::size_t& at) const {
        const auto unit = codeUnit(at);
        if (!unit || (*unit >= 0xdc00 && *unit <= 0xdfff))
            return false;
        if (*unit < 0xd800 || *unit > 0xdbff)
            return true;
        const auto second = codeUnit(at + 6);
        if (!second || *second < 0xdc00 || *second > 0xdfff)
            return false;
        at += 6;
        return true;
    }

    std::optional<unsigned> codeUnit(std::size_t at) const {
        if (at + 6 > m_text.size() || m_text.substr(at, 2) != "\\u")
            return std::nullopt;
        unsigned value = 0;
        for (const char c : m_text.substr(at + 2, 4)) {
            constexpr std::string_view hex = "0123456789abcdef";
            const char low = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
            const std::size_t digit = hex.find(low);
            if (digit == std::string_view::npos)
                return std::nullopt;
            value = value * 16 + static_cast<unsigned>(digit);
        }
        return value;
    }

    const JsonData& m_data;
    std::string_view m_text;
    const JsonStop& m_stop;
    std::size_t m_at;
};

} // namespace

Diagnostic explainFault(const JsonData& data, const JsonStop& stop) {
    return Explainer(data, stop).run();
}

} // namespace gpuplan::io
