#include <gpuplan/base/file.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/io/json_data.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/io/json_fault.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gpuplan::io {

namespace {

/// More complaints of one kind help nobody.
constexpr std::size_t mostComplaints = 1000;

std::string escapedForPointer(std::string_view name) {
    std::string result;
    for (const char c : name) {
        if (c == '~')
            result += "~0";
        else if (c == '/')
            result += "~1";
        else
            result += c;
    }
    return result;
}

std::string pointerOf(const JsonData& data, std::uint32_t index) {
    std::vector<std::uint32_t> path;
    for (; index != 0; index = data.nodes[index].parent)
        path.push_back(index);
    std::string result;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        const JsonNode& node = data.nodes[*step];
        result += '/';
        if (data.nodes[node.parent].kind == JsonKind::Object)
            // A name stands just before its value; a name's own pointer is its value's.
            result += escapedForPointer(data.textOf(node.isName ? node : data.nodes[*step - 1]));
        else
            result += std::to_string(node.ordinal);
    }
    return result;
}

} // namespace

/// Takes the parser's events and lays the nodes. The library gives no places of values, but it
/// calls with each token as it has just read it, so a second cursor over the same bytes follows.
class JsonBuilder {
public:
    explicit JsonBuilder(JsonData& data) : m_data(data), m_at(byteOrderMark(data.text)) {}

    bool null() { return scalar(JsonKind::Null, 4); }
    bool boolean(bool value) { return scalar(JsonKind::Bool, value ? 4 : 5); }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool string(std::string& value) { return add(JsonKind::Text) && finishText(value); }
    bool key(std::string& value) {
        if (!add(JsonKind::Text))
            return false;
        m_data.nodes.back().isName = true;
        m_stage = JsonStage::Named;
        return finishText(value);
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(JsonKind::Object, JsonStage::ObjectBegun); }
    bool start_array(std::size_t) { return open(JsonKind::Array, JsonStage::ArrayBegun); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    template <typename Exception>
    bool parse_error(std::size_t, const std::string&, const Exception&) {
        return false; // worded by takeFault()
    }

    Diagnostics takeFault() {
        if (m_fault.empty()) {
            JsonStop stop{m_stage, m_at, 0, ""};
            if (!m_open.empty()) {
                stop.container = m_data.nodes[m_open.back()].begin;
                const bool named = m_stage == JsonStage::Named;
                stop.pointer = pointerOf(m_data, named ? lastIndex() : m_open.back());
            }
            m_fault.add(explainFault(m_data, stop));
        }
        return std::move(m_fault);
    }

    static JsonDocument document(std::shared_ptr<const JsonData> data) {
        return JsonDocument(std::move(data));
    }

private:
    std::uint32_t lastIndex() const { return static_cast<std::uint32_t>(m_data.nodes.size() - 1); }
    std::string_view text() const { return m_data.text; }

    /// Steps over what stands between two tokens. The parser has accepted these bytes.
    void toToken() {
        for (;;) {
            m_at = skipBlanks(text(), m_at);
            if (m_at >= text().size() || (text()[m_at] != ',' && text()[m_at] != ':'))
                return;
            ++m_at;
        }
    }

    bool add(JsonKind kind) {
        const std::size_t before = m_at;
        toToken();
        if (m_data.nodes.size() >= mostJsonValues) {
            m_fault.error(m_data.locationOf(m_at, ""), "io.json.many",
                          {std::to_string(mostJsonValues)});
            return false;
        }
        GPUPLAN_EXPECTS(m_at < text().size() || before == m_at, "a token has bytes");
        JsonNode node;
        node.kind = kind;
        node.begin = static_cast<std::uint32_t>(m_at);
        node.end = static_cast<std::uint32_t>(m_data.nodes.size() + 1);
        if (!m_open.empty()) {
            JsonNode& parent = m_data.nodes[m_open.back()];
            node.parent = m_open.back();
            const bool value = parent.kind == JsonKind::Array || m_stage == JsonStage::Named;
            node.ordinal = parent.count;
            if (value)
                ++parent.count;
        }
        m_data.nodes.push_back(node);
        return true;
    }

    bool finish(std::size_t length) {
        m_data.nodes.back().length = static_cast<std::uint32_t>(length);
        m_at += length;
        if (!m_data.nodes.back().isName)
            valueRead();
        return true;
    }

    void valueRead() {
        m_stage = m_open.empty()                                        ? JsonStage::Whole
                  : m_data.nodes[m_open.back()].kind == JsonKind::Array ? JsonStage::ItemRead
                                                                        : JsonStage::MemberRead;
    }

    bool scalar(JsonKind kind, std::size_t length) { return add(kind) && finish(length); }

    bool number() {
        const std::size_t before = m_at;
        if (!add(JsonKind::Number))
            return false;
        const std::size_t end = text().find_first_not_of("0123456789+-.eE", m_at);
        const std::size_t length = std::min(end, text().size()) - m_at;
        if (!isJsonNumber(text().substr(m_at, length))) {
            // `007` is read as `0` first; a person means one number.
            m_data.nodes.pop_back();
            m_at = before;
            return false;
        }
        return finish(length);
    }

    bool finishText(std::string& value) {
        std::size_t end = m_at + 1;
        bool escaped = false;
        for (; text()[end] != '"'; ++end) {
            if (text()[end] == '\\') {
                escaped = true;
                ++end;
            }
        }
        if (escaped) {
            m_data.nodes.back().escaped = true;
            m_data.nodes.back().count = static_cast<std::uint32_t>(m_data.decoded.size());
            m_data.decoded.push_back(std::move(value));
        }
        return finish(end + 1 - m_at);
    }

    bool open(JsonKind kind, JsonStage stage) {
        if (!add(kind))
            return false;
        if (m_open.size() >= deepestJson) {
            m_fault.error(m_data.locationOf(m_at, pointerOf(m_data, lastIndex())), "io.json.deep",
                          {std::to_string(deepestJson)});
            return false;
        }
        m_data.nodes.back().length = 1;
        m_open.push_back(lastIndex());
        m_stage = stage;
        ++m_at;
        return true;
    }

    bool close() {
        toToken();
        ++m_at;
        m_data.nodes[m_open.back()].end = static_cast<std::uint32_t>(m_data.nodes.size());
        m_open.pop_back();
        valueRead();
        return true;
    }

    JsonData& m_data;
    std::size_t m_at;
    JsonStage m_stage = JsonStage::Begin;
    std::vector<std::uint32_t> m_open; ///< indexes of the open objects and arrays
    Diagnostics m_fault;
};

namespace {

/// Complains of each name that an object has already given.
void findDuplicates(const JsonData& data, Diagnostics& diagnostics) {
    std::vector<std::uint32_t> names;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> repeated; // later name, first name
    for (std::uint32_t index = 0; index < data.nodes.size(); ++index) {
        const JsonNode& node = data.nodes[index];
        if (node.kind != JsonKind::Object || node.count < 2)
            continue;
        names.clear();
        for (std::uint32_t at = index + 1; at < node.end; at = data.nodes[at + 1].end)
            names.push_back(at);
        std::sort(names.begin(), names.end(), [&](std::uint32_t a, std::uint32_t b) {
            const int order = data.textOf(data.nodes[a]).compare(data.textOf(data.nodes[b]));
            return order != 0 ? order < 0 : a < b;
        });
        std::size_t first = 0;
        for (std::size_t i = 1; i < names.size(); ++i) {
            if (data.textOf(data.nodes[names[i]]) == data.textOf(data.nodes[names[first]]))
                repeated.emplace_back(names[i], names[first]);
            else
                first = i;
        }
        if (repeated.size() > mostComplaints)
            break;
    }
    std::sort(repeated.begin(), repeated.end());
    repeated.resize(std::min(repeated.size(), mostComplaints));
    for (const auto& [later, earlier] : repeated) {
        const TextPlace place = data.lines.place(data.text, data.nodes[earlier].begin);
        diagnostics.error(data.locationOf(data.nodes[later].begin, pointerOf(data, later)),
                          "io.json.duplicate",
                          {inQuotes(data.textOf(data.nodes[later])), std::to_string(place.line),
                           std::to_string(place.column)});
    }
}

/// What the parser would take for the end of the text or pass over.
void checkBytes(const JsonData& data, Diagnostics& diagnostics) {
    if (data.text.size() > largestJson) {
        diagnostics.error({data.file, 0, 0, ""}, "io.json.large",
                          {std::to_string(data.text.size()), std::to_string(largestJson)});
        return;
    }
    if (data.text.size() == byteOrderMark(data.text)) {
        diagnostics.error({data.file, 1, 1, ""}, "io.json.empty");
        return;
    }
    const std::size_t wrong = firstNonUtf8(data.text);
    if (wrong != std::string::npos)
        diagnostics.error(data.locationOf(wrong, ""), "io.json.utf8",
                          {hex64(static_cast<unsigned char>(data.text[wrong])).substr(14)});
    const std::size_t zero = data.text.find('\0');
    if (zero != std::string::npos)
        diagnostics.error(data.locationOf(zero, ""), "io.json.zero_byte");
}

} // namespace

JsonKind JsonValue::kind() const {
    return m_data->nodes[m_index].kind;
}

bool JsonValue::boolean() const {
    GPUPLAN_EXPECTS(is(JsonKind::Bool), "a bool is read from a bool");
    return m_data->text[m_data->nodes[m_index].begin] == 't';
}

std::string_view JsonValue::numberText() const {
    GPUPLAN_EXPECTS(is(JsonKind::Number), "a number is read from a number");
    const JsonNode& node = m_data->nodes[m_index];
    return std::string_view(m_data->text).substr(node.begin, node.length);
}

std::string_view JsonValue::text() const {
    GPUPLAN_EXPECTS(is(JsonKind::Text), "a text is read from a text");
    return m_data->textOf(m_data->nodes[m_index]);
}

std::size_t JsonValue::size() const {
    const JsonNode& node = m_data->nodes[m_index];
    return node.kind == JsonKind::Array || node.kind == JsonKind::Object ? node.count : 0;
}

JsonValue::Items JsonValue::items() const {
    const std::uint32_t end = m_data->nodes[m_index].end;
    return Items(m_data, is(JsonKind::Array) ? m_index + 1 : end, end);
}

JsonValue::Members JsonValue::members() const {
    const std::uint32_t end = m_data->nodes[m_index].end;
    return Members(m_data, is(JsonKind::Object) ? m_index + 1 : end, end);
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const {
    for (const JsonMember member : members())
        if (member.name == name)
            return member.value;
    return std::nullopt;
}

const std::string& JsonValue::file() const {
    return m_data->file;
}

std::string JsonValue::pointer() const {
    return pointerOf(*m_data, m_index);
}

Location JsonValue::location() const {
    return m_data->locationOf(m_data->nodes[m_index].begin, pointer());
}

Location JsonMember::nameLocation() const {
    const JsonData& data = *value.m_data;
    return data.locationOf(data.nodes[value.m_index - 1].begin, value.pointer());
}

template <>
JsonValue JsonRange<JsonValue>::Iterator::operator*() const {
    return JsonDocument::value(m_data, m_index);
}

template <>
JsonMember JsonRange<JsonMember>::Iterator::operator*() const {
    return {m_data->textOf(m_data->nodes[m_index]), JsonDocument::value(m_data, m_index + 1)};
}

template <>
JsonRange<JsonValue>::Iterator& JsonRange<JsonValue>::Iterator::operator++() {
    m_index = m_data->nodes[m_index].end;
    return *this;
}

template <>
JsonRange<JsonMember>::Iterator& JsonRange<JsonMember>::Iterator::operator++() {
    m_index = m_data->nodes[m_index + 1].end;
    return *this;
}

const std::string& JsonDocument::file() const {
    return m_data->file;
}

JsonReading parseJsonThrough(std::string text, std::string file) {
    const auto data = std::make_shared<JsonData>();
    data->text = std::move(text);
    data->file = std::move(file);
    data->lines.build(data->text);
    JsonReading reading;
    checkBytes(*data, reading.diagnostics);
    if (reading.diagnostics.hasErrors())
        return reading;
    JsonBuilder builder(*data);
    const char* const begin = data->text.data();
    constexpr bool strict = true;
    constexpr bool ignoreComments = true;
    if (!nlohmann::json::sax_parse(begin, begin + data->text.size(), &builder,
                                   nlohmann::json::input_format_t::json, strict, ignoreComments)) {
        reading.diagnostics = builder.takeFault();
        return reading;
    }
    findDuplicates(*data, reading.diagnostics);
    reading.document = JsonBuilder::document(data);
    return reading;
}

Result<JsonDocument> parseJson(std::string text, std::string file) {
    JsonReading reading = parseJsonThrough(std::move(text), std::move(file));
    if (reading.diagnostics.hasErrors())
        return reading.diagnostics;
    return *reading.document;
}

Result<JsonDocument> readJson(const std::string& path) {
    Result<std::string> text = readWholeFile(path, largestJson);
    if (!text)
        return text.diagnostics();
    return parseJson(std::move(text).value(), path);
}

} // namespace gpuplan::io
