#include <gpuplan/report/document.hpp>

namespace gpuplan::report {

namespace {

bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// A name must neither become mark-up nor end a table row. Underscores inside words are left as
/// they are: they mean nothing there, and the raw text stays readable.
std::string escaped(std::string_view text, bool beginsLine = false) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            result += ' ';
            continue;
        }
        const bool inWord =
            i > 0 && i + 1 < text.size() && isWord(text[i - 1]) && isWord(text[i + 1]);
        const bool opensLine =
            beginsLine && i == 0 && (c == '#' || c == '+' || c == '-' || c == '>');
        if (std::string_view("\\`*|<[]").find(c) != std::string_view::npos || opensLine ||
            (c == '_' && !inWord))
            result += '\\';
        result += c;
    }
    return result;
}

void appendRow(std::string& to, const std::vector<std::string>& cells) {
    for (const std::string& cell : cells)
        to += "| " + cell + (cell.empty() ? "" : " ");
    to += "|\n";
}

void append(std::string& to, const Paragraph& paragraph) {
    to += escaped(paragraph.text, true) + "\n";
}

void append(std::string& to, const List& list) {
    for (const std::string& item : list.items)
        to += "- " + escaped(item) + "\n";
}

void append(std::string& to, const Table& table) {
    std::vector<std::string> headings;
    std::vector<std::string> rules;
    for (const Column& column : table.columns) {
        const std::string unit = column.unit.empty() ? "" : ", " + column.unit;
        headings.push_back(escaped(column.heading + unit));
        rules.emplace_back(column.align == Align::Left ? "---" : "---:");
    }
    appendRow(to, headings);
    appendRow(to, rules);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool isTotal = table.totalRow && i + 1 == table.rows.size();
        std::vector<std::string> cells;
        for (const std::string& cell : table.rows[i])
            cells.push_back(isTotal && !cell.empty() ? "**" + escaped(cell) + "**" : escaped(cell));
        appendRow(to, cells);
    }
}

void append(std::string& to, const Picture& picture) {
    to += "![" + escaped(picture.description) + "](" + picture.file + ")\n";
}

} // namespace

std::string markdown(const Document& document) {
    std::string text = "# " + escaped(document.title) + "\n";
    for (const Section& section : document.sections) {
        if (!section.heading.empty())
            text += "\n## " + escaped(section.heading) + "\n";
        for (const Block& block : section.blocks) {
            text += '\n';
            std::visit([&](const auto& value) { append(text, value); }, block);
        }
    }
    return text;
}

} // namespace gpuplan::report
