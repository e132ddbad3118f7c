#include <gpuplan/io/reading.hpp>

namespace gpuplan::io {

bool Reading::problem(Location at, std::string_view key, std::vector<std::string> arguments,
                      std::vector<std::string> candidates) {
    m_unread.insert(at.pointer);
    if (isFull())
        ++m_more;
    else
        m_diagnostics.error(std::move(at), key, std::move(arguments), std::move(candidates));
    return false;
}

bool Reading::problems(const JsonValue& at, const Diagnostics& found) {
    for (const Diagnostic& diagnostic : found)
        problem(at.location(), diagnostic.message.key, diagnostic.message.arguments,
                diagnostic.candidates);
    return false;
}

bool Reading::wrongType(const JsonValue& value, std::string_view wanted) {
    if (value.is(JsonKind::Null))
        return problem(value.location(), "io.null", {});
    return problem(value.location(), "io.type", {text(wanted), foundWords(value)});
}

bool Reading::wasRead(std::string_view pointer) const {
    for (std::size_t end = pointer.size(); end != std::string_view::npos;
         end = end == 0 ? std::string_view::npos : pointer.rfind('/', end - 1))
        if (m_unread.contains(pointer.substr(0, end)))
            return false;
    return true;
}

bool Reading::isClean(std::string_view pointer) const {
    const std::string inside = std::string(pointer) + "/";
    const auto part = m_unread.lower_bound(inside);
    return wasRead(pointer) && (part == m_unread.end() || !part->starts_with(inside));
}

void Reading::append(const Diagnostics& found) {
    for (const Diagnostic& diagnostic : found) {
        if (isFull())
            ++m_more;
        else
            m_diagnostics.add(diagnostic);
    }
}

Diagnostics Reading::take() {
    m_diagnostics.sortByPlace();
    if (m_more != 0)
        m_diagnostics.note({}, "io.more_errors", {std::to_string(m_more)});
    return std::move(m_diagnostics);
}

std::string foundWords(const JsonValue& value) {
    switch (value.kind()) {
    case JsonKind::Null:
        break;
    case JsonKind::Bool:
        return value.boolean() ? "true" : "false";
    case JsonKind::Number:
        return text(Message{"io.found.number", {std::string(value.numberText().substr(0, 40))}});
    case JsonKind::Text:
        return text(Message{"io.found.text", {inQuotes(value.text())}});
    case JsonKind::Array:
        return text("io.found.list");
    case JsonKind::Object:
        return text("io.found.object");
    }
    return "null";
}

std::string listed(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : ", ") + name;
    return result;
}

} // namespace gpuplan::io
