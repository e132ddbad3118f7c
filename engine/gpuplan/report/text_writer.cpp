#include <gpuplan/report/document.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

constexpr std::size_t gap = 2;            // blanks between columns
constexpr std::size_t narrowestWrap = 16; // a wrapped column is not made narrower than this

bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

/// Columns on a terminal: code points, which is right for all but wide scripts.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

/// Escape sequences in a name must not move a reader's cursor.
std::string printable(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
    return result;
}

/// Bytes of the first `width` columns.
std::size_t prefix(std::string_view text, std::size_t width) {
    std::size_t at = 0;
    for (std::size_t columns = 0; at < text.size(); ++at)
        if (!continues(text[at]) && ++columns > width)
            break;
    return at;
}

/// Lines of at most `width` columns, broken at blanks where there are any.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (widthOf(text) > width) {
        std::size_t cut = prefix(text, width);
        const std::size_t blank = text.substr(0, cut + 1).find_last_of(' ');
        std::size_t next = cut;
        if (blank != std::string_view::npos && blank > 0) {
            cut = blank;
            next = blank + 1;
        }
        lines.emplace_back(text.substr(0, cut));
        text.remove_prefix(next);
    }
    lines.emplace_back(text);
    return lines;
}

class TextWriter {
public:
    explicit TextWriter(std::size_t width) : m_width(width) {}

    std::string write(const Document& document) {
        lines(document.title, "", "");
        for (const Section& section : document.sections) {
            m_text += '\n';
            if (!section.heading.empty())
                lines(section.heading, "", "");
            for (const Block& block : section.blocks)
                std::visit([&](const auto& value) { this->block(value); }, block);
        }
        return std::move(m_text);
    }

private:
    void lines(std::string_view text, const std::string& first, const std::string& next) {
        const std::string clean = printable(text);
        bool isFirst = true;
        for (const std::string& line : wrapped(clean, m_width - first.size())) {
            m_text += (isFirst ? first : next) + line + '\n';
            isFirst = false;
        }
    }

    void block(const Paragraph& paragraph) { lines(paragraph.text, "", ""); }

    void block(const List& list) {
        for (const std::string& item : list.items)
            lines(item, "  - ", "    ");
    }

    void block(const Picture&) {}

    void block(const Table& table) {
        std::vector<std::size_t> widths = naturalWidths(table);
        std::size_t begin = 1;
        bool first = true;
        do {
            std::vector<std::size_t> shown{0};
            std::size_t used = widths.empty() ? 0 : widths[0];
            std::size_t end = begin;
            while (end < widths.size() && (end == begin || used + gap + widths[end] <= m_width)) {
                used += gap + widths[end];
                shown.push_back(end++);
            }
            if (!first)
                m_text += '\n';
            first = false;
            part(table, widths, shown);
            begin = end;
        } while (begin < table.columns.size());
    }

    /// What the cells need; if the table is too wide, its widest left-aligned column is wrapped.
    std::vector<std::size_t> naturalWidths(const Table& table) const {
        std::vector<std::size_t> widths;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const Column& column = table.columns[i];
            std::size_t width = std::max(widthOf(column.heading), widthOf(column.unit));
            for (const auto& row : table.rows)
                width = std::max(width, widthOf(row[i]));
            widths.push_back(width);
        }
        for (std::size_t round = 0; round < widths.size(); ++round) {
            std::size_t total = gap * (widths.size() - 1);
            for (const std::size_t width : widths)
                total += width;
            if (total <= m_width)
                break;
            std::size_t widest = widths.size();
            for (std::size_t i = 0; i < widths.size(); ++i)
                if (table.columns[i].align == Align::Left && widths[i] > narrowestWrap &&
                    (widest == widths.size() || widths[i] > widths[widest]))
                    widest = i;
            if (widest == widths.size())
                break;
            const std::size_t excess = total - m_width;
            widths[widest] =
                widths[widest] > narrowestWrap + excess ? widths[widest] - excess : narrowestWrap;
        }
        return widths;
    }

    void part(const Table& table, const std::vector<std::size_t>& widths,
              const std::vector<std::size_t>& shown) {
        std::vector<std::string> headings;
        for (const Column& column : table.columns)
            headings.push_back(column.heading);
        row(table, widths, shown, headings);
        std::vector<std::string> units;
        for (const Column& column : table.columns)
            units.push_back(column.unit);
        if (std::ranges::any_of(shown, [&](std::size_t i) { return !units[i].empty(); }))
            row(table, widths, shown, units);
        std::size_t total = gap * (shown.size() - 1);
        for (const std::size_t column : shown)
            total += widths[column];
        const std::string rule = std::string(total, '-') + '\n';
        m_text += rule;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            if (table.totalRow && i + 1 == table.rows.size())
                m_text += rule;
            row(table, widths, shown, table.rows[i]);
        }
    }

    void row(const Table& table, const std::vector<std::size_t>& widths,
             const std::vector<std::size_t>& shown, const std::vector<std::string>& cells) {
        std::vector<std::vector<std::string>> parts;
        std::size_t height = 1;
        for (const std::size_t column : shown) {
            parts.push_back(wrapped(printable(cells[column]), widths[column]));
            height = std::max(height, parts.back().size());
        }
        for (std::size_t line = 0; line < height; ++line) {
            std::string text;
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const std::string cell = line < parts[i].size() ? parts[i][line] : std::string();
                const std::string padding(widths[shown[i]] - widthOf(cell), ' ');
                if (i > 0)
                    text.append(gap, ' ');
                text +=
                    table.columns[shown[i]].align == Align::Left ? cell + padding : padding + cell;
            }
            text.erase(text.find_last_not_of(' ') + 1);
            m_text += text + '\n';
        }
    }

    std::string m_text;
    std::size_t m_width;
};

} // namespace

std::string plainText(const Document& document, std::size_t width) {
    return TextWriter(std::max<std::size_t>(width, 40)).write(document);
}

} // namespace gpuplan::report
