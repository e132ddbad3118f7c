#pragma once
/// Inside of JsonDocument: the text and a flat list of nodes in file order. Shared by the parser
/// and the handles; not for others.

#include <gpuplan/io/json_document.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

/// 28 bytes a value: a tree of std::string and std::vector would take several times that.
struct JsonNode {
    std::uint32_t begin = 0;   ///< first byte of the token
    std::uint32_t length = 0;  ///< bytes of the token; of containers 1
    std::uint32_t end = 0;     ///< index of the node behind this value and all it holds
    std::uint32_t parent = 0;  ///< index of the array or object; the root's is its own
    std::uint32_t count = 0;   ///< members or items; of a text with escapes its place in `decoded`
    std::uint32_t ordinal = 0; ///< position among its siblings
    JsonKind kind = JsonKind::Null;
    bool isName = false;  ///< a member's name; its value is the next node
    bool escaped = false; ///< the text has escapes: read it from `decoded`
};

/// Line and column of a byte, both from 1.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// Finds lines by checkpoints every 64 KiB: an index of all lines could be larger than the text.
class LineFinder {
public:
    void build(std::string_view text);
    TextPlace place(std::string_view text, std::size_t offset) const;

private:
    struct Checkpoint {
        std::size_t lines = 0;     ///< line feeds before the block
        std::size_t lineStart = 0; ///< first byte of the line that reaches into the block
    };
    std::vector<Checkpoint> m_checkpoints;
};

struct JsonData {
    std::string text;
    std::string file;
    std::vector<JsonNode> nodes;
    std::vector<std::string> decoded;
    LineFinder lines;

    std::string_view textOf(const JsonNode& node) const;
    Location locationOf(std::size_t offset, std::string pointer) const;
};

/// Bytes of a byte order mark at the text's begin: 3 or 0.
std::size_t byteOrderMark(std::string_view text);
/// Bytes of the UTF-8 sequence at the front, 0 if there is no valid one (overlong forms, surrogates
/// and values past U+10FFFF are not valid). `text` not empty.
std::size_t utf8Length(std::string_view text);
/// First byte that is no part of valid UTF-8; npos if all are.
std::size_t firstNonUtf8(std::string_view text);
/// First byte at or after `at` that is neither blank nor in a comment. An open comment reaches to
/// the text's end.
std::size_t skipBlanks(std::string_view text, std::size_t at);
/// -? (0|[1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?
bool isJsonNumber(std::string_view word);

} // namespace gpuplan::io
