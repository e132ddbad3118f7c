#pragma once
/// JSON text as a tree that remembers where everything stands, so a complaint can point at it.
///
/// In: the bytes of a file. Out: a JsonDocument, walked through cheap JsonValue handles, or the
/// reasons why the text is no JSON. Strict RFC 8259 with two leniencies for people: comments and a
/// byte order mark. Numbers keep their text as written, so money never passes through a double.
/// `json_fault.hpp` words what is wrong; the field tables (`field_table.hpp`) read the tree.

#include <gpuplan/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace gpuplan::io {

/// Limits that keep hostile text from taking all memory; each passed one is a clear error.
inline constexpr std::size_t deepestJson = 64;
inline constexpr std::size_t largestJson = std::size_t{256} << 20U;
inline constexpr std::size_t mostJsonValues = 20'000'000;

enum class JsonKind : std::uint8_t { Null, Bool, Number, Text, Array, Object };

struct JsonData;

/// A handle on one value; valid as long as a copy of its document lives.
class JsonValue {
public:
    JsonKind kind() const;
    bool is(JsonKind wanted) const { return kind() == wanted; }

    /// Of a Bool.
    bool boolean() const;
    /// Of a Number: exactly as written, valid by the grammar of JSON, finite as a double.
    std::string_view numberText() const;
    /// Of a Text: decoded, valid UTF-8.
    std::string_view text() const;

    /// Items of an array or members of an object; 0 for the rest.
    std::size_t size() const;
    class Items;
    class Members;
    /// `for (const JsonValue item : value.items())`; empty unless it is an array.
    Items items() const;
    /// `for (const JsonMember member : value.members())`, in file order; empty unless an object.
    Members members() const;
    /// The first member of that name; nothing if there is none. Takes time with the object's size.
    std::optional<JsonValue> find(std::string_view name) const;

    const std::string& file() const;
    /// RFC 6901, empty for the whole document.
    std::string pointer() const;
    /// File, line, column (from 1, in bytes) and pointer of the value's first byte.
    Location location() const;

private:
    friend class JsonDocument;
    friend struct JsonMember;
    JsonValue(const JsonData* data, std::uint32_t index) : m_data(data), m_index(index) {}
    const JsonData* m_data;
    std::uint32_t m_index;
};

/// One `"name": value` of an object.
struct JsonMember {
    std::string_view name;
    JsonValue value;
    /// Where the name stands; the pointer is the value's.
    Location nameLocation() const;
};

/// The forward range behind items() and members().
template <typename Element>
class JsonRange {
public:
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Element;
        using difference_type = std::ptrdiff_t;
        using pointer = const Element*;
        using reference = Element;
        Iterator(const JsonData* data, std::uint32_t index) : m_data(data), m_index(index) {}
        Element operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator&) const = default;

    private:
        const JsonData* m_data;
        std::uint32_t m_index;
    };
    JsonRange(const JsonData* data, std::uint32_t first, std::uint32_t end)
        : m_data(data), m_first(first), m_end(end) {}
    Iterator begin() const { return {m_data, m_first}; }
    Iterator end() const { return {m_data, m_end}; }

private:
    const JsonData* m_data;
    std::uint32_t m_first;
    std::uint32_t m_end;
};

template <>
JsonValue JsonRange<JsonValue>::Iterator::operator*() const;
template <>
JsonRange<JsonValue>::Iterator& JsonRange<JsonValue>::Iterator::operator++();
template <>
JsonMember JsonRange<JsonMember>::Iterator::operator*() const;
template <>
JsonRange<JsonMember>::Iterator& JsonRange<JsonMember>::Iterator::operator++();

class JsonValue::Items : public JsonRange<JsonValue> {
    using JsonRange::JsonRange;
};
class JsonValue::Members : public JsonRange<JsonMember> {
    using JsonRange::JsonRange;
};

/// The whole text and its tree. Copies share both.
class JsonDocument {
public:
    JsonValue root() const { return {m_data.get(), 0}; }
    const std::string& file() const;

private:
    friend class JsonBuilder;
    template <typename Element>
    friend class JsonRange;
    static JsonValue value(const JsonData* data, std::uint32_t index) { return {data, index}; }
    explicit JsonDocument(std::shared_ptr<const JsonData> data) : m_data(std::move(data)) {}
    std::shared_ptr<const JsonData> m_data;
};

/// Parses a whole text; a name given twice in one object is an error, too.
/// \param file  shown in every complaint
Result<JsonDocument> parseJson(std::string text, std::string file);

/// Reads a regular file, or standard input for `-`, and parses it. Trouble with the file itself is
/// Trouble::Outside.
Result<JsonDocument> readJson(const std::string& path);

/// As parseJson, but names given twice leave the document readable (their errors stand in
/// `diagnostics`), so a reader can go on and list every other problem with them.
struct JsonReading {
    std::optional<JsonDocument> document;
    Diagnostics diagnostics;
};
JsonReading parseJsonThrough(std::string text, std::string file);

} // namespace gpuplan::io
