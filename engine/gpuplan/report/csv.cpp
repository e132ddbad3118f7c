#include <gpuplan/report/csv.hpp>

namespace gpuplan::report {

void appendCsvField(std::string& to, std::string_view field) {
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        to += field;
        return;
    }
    to += '"';
    for (const char c : field) {
        if (c == '"')
            to += '"';
        to += c;
    }
    to += '"';
}

void appendCsvRow(std::string& to, const std::vector<std::string>& fields) {
    bool first = true;
    for (const std::string& field : fields) {
        if (!first)
            to += ',';
        first = false;
        appendCsvField(to, field);
    }
    to += '\n';
}

bool takeCsvRow(std::string_view& text, std::vector<std::string>& fields) {
    fields.clear();
    if (text.empty())
        return false;
    fields.emplace_back();
    bool quoted = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
            fields.back() += '"';
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            fields.emplace_back();
        } else if (!quoted && c == '\n') {
            ++at;
            break;
        } else {
            fields.back() += c;
        }
    }
    text.remove_prefix(at);
    return true;
}

} // namespace gpuplan::report
