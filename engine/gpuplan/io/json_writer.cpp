#include <gpuplan/base/contract.hpp>
#include <gpuplan/io/json_data.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>
#include <utility>

namespace gpuplan::io {

JsonWriter& JsonWriter::begin(char open, JsonLayout layout) {
    beforeValue();
    m_text += open;
    if (!m_levels.empty() && m_levels.back().layout == JsonLayout::Line)
        layout = JsonLayout::Line;
    m_levels.push_back({open, layout, true});
    return *this;
}

JsonWriter& JsonWriter::end(char open, char close) {
    GPUPLAN_EXPECTS(!m_levels.empty() && m_levels.back().open == open && !m_named,
                    "the end fits what was begun");
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (level.layout == JsonLayout::Lines && !level.empty)
        m_text.append("\n").append(2 * m_levels.size(), ' ');
    m_text += close;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    GPUPLAN_EXPECTS(!m_levels.empty() && m_levels.back().open == '{' && !m_named,
                    "a name stands in an object, before its value");
    separate();
    quoted(name);
    m_text += ": ";
    m_named = true;
    return *this;
}

void JsonWriter::separate() {
    Level& level = m_levels.back();
    const bool line = level.layout == JsonLayout::Line;
    if (!level.empty)
        m_text += line ? ", " : ",";
    if (!line)
        m_text.append("\n").append(2 * m_levels.size(), ' ');
    level.empty = false;
}

void JsonWriter::beforeValue() {
    if (m_levels.empty()) {
        GPUPLAN_EXPECTS(m_text.empty(), "a document is one value");
        return;
    }
    if (m_levels.back().open == '{') {
        GPUPLAN_EXPECTS(m_named, "a value in an object has a name");
        m_named = false;
        return;
    }
    separate();
}

void JsonWriter::quoted(std::string_view value) {
    constexpr std::string_view hex = "0123456789abcdef";
    m_text += '"';
    while (!value.empty()) {
        const auto byte = static_cast<unsigned char>(value[0]);
        if (byte >= 0x80) {
            const std::size_t length = utf8Length(value);
            m_text += length == 0 ? "\xef\xbf\xbd" : value.substr(0, length);
            value.remove_prefix(length == 0 ? 1 : length);
            continue;
        }
        value.remove_prefix(1);
        if (byte == '"' || byte == '\\') {
            m_text += '\\';
            m_text += static_cast<char>(byte);
        } else if (byte == '\n') {
            m_text += "\\n";
        } else if (byte == '\t') {
            m_text += "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            m_text += "\\u00";
            m_text += hex[byte >> 4U];
            m_text += hex[byte & 15U];
        } else {
            m_text += static_cast<char>(byte);
        }
    }
    m_text += '"';
}

JsonWriter& JsonWriter::text(std::string_view value) {
    beforeValue();
    quoted(value);
    return *this;
}

JsonWriter& JsonWriter::number(double value) {
    return raw(std::isfinite(value) ? numberText(value) : "null");
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
    return raw(std::to_string(value));
}

JsonWriter& JsonWriter::integer(std::uint64_t value) {
    return raw(std::to_string(value));
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    beforeValue();
    m_text += json;
    return *this;
}

std::string JsonWriter::take() {
    GPUPLAN_EXPECTS(m_levels.empty() && !m_text.empty(), "everything begun is ended");
    m_text += '\n';
    return std::exchange(m_text, {});
}

} // namespace gpuplan::io
