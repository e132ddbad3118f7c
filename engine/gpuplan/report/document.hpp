#pragma once
/// A report before it has a form: sections with paragraphs, lists, tables and pictures.
/// One document, several writers: plain text for a terminal, Markdown for a file.
///
/// In: documents filled by run_document.cpp. Out: text_writer.cpp, markdown_writer.cpp.

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::report {

struct Paragraph {
    std::string text;
};

struct List {
    std::vector<std::string> items;
};

enum class Align { Left, Right };

struct Column {
    std::string heading;
    Align align = Align::Right;
    std::string unit = {}; ///< of all cells; stands under the heading
};

struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows; ///< as many cells as columns
    bool totalRow = false;                      ///< the last row is the sum of those above
};

/// A picture in a file beside the report; where there are only words, nothing.
struct Picture {
    std::string file;
    std::string description; ///< the text alternative
};

using Block = std::variant<Paragraph, List, Table, Picture>;

struct Section {
    std::string heading; ///< empty: none
    std::vector<Block> blocks;
};

struct Document {
    std::string title;
    std::vector<Section> sections;
};

/// For a terminal: lines of at most `width` columns; a wide table is cut into several that repeat
/// its first column, long cells are wrapped. Control characters never reach the terminal.
std::string plainText(const Document& document, std::size_t width = 110);

/// CommonMark with pipe tables; what a person typed is escaped.
std::string markdown(const Document& document);

} // namespace gpuplan::report
