#pragma once
/// Writes JSON text: the same bytes on every machine, numbers in the shortest form that reads back.

#include <gpuplan/units/decimal.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

/// How an object or array is laid out.
enum class JsonLayout {
    Lines, ///< an entry a line, indented by two blanks
    Line,  ///< all on one line: `[1, 2, 3]`; so is everything inside
};

/// Builds one document from first to last byte. Calls out of order (a value without a name in an
/// object, an end too many) are a ContractViolation.
///
///     JsonWriter out;
///     out.beginObject().member("name", "a").member("gpus", 8).key("at").beginArray();
///     out.number(0.5).endArray().endObject();
///     std::string text = out.take();
class JsonWriter {
public:
    JsonWriter& beginObject(JsonLayout layout = JsonLayout::Lines) { return begin('{', layout); }
    JsonWriter& endObject() { return end('{', '}'); }
    JsonWriter& beginArray(JsonLayout layout = JsonLayout::Lines) { return begin('[', layout); }
    JsonWriter& endArray() { return end('[', ']'); }
    /// Name of the next value, inside an object.
    JsonWriter& key(std::string_view name);

    /// Bytes that are no UTF-8 become U+FFFD.
    JsonWriter& text(std::string_view value);
    /// Shortest text that reads back as the same double; null if not finite, since JSON has no NaN.
    JsonWriter& number(double value);
    JsonWriter& integer(std::int64_t value);
    JsonWriter& integer(std::uint64_t value);
    /// Exactly, in plain notation.
    JsonWriter& decimal(const Decimal& value) { return raw(value.text()); }
    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    /// A whole JSON value, already as text.
    JsonWriter& raw(std::string_view json);

    JsonWriter& member(std::string_view name, std::string_view value) {
        return key(name).text(value);
    }
    JsonWriter& member(std::string_view name, const char* value) { return key(name).text(value); }
    JsonWriter& member(std::string_view name, double value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, bool value) { return key(name).boolean(value); }
    JsonWriter& member(std::string_view name, int value) {
        return key(name).integer(std::int64_t{value});
    }
    JsonWriter& member(std::string_view name, std::int64_t value) {
        return key(name).integer(value);
    }
    JsonWriter& member(std::string_view name, std::uint64_t value) {
        return key(name).integer(value);
    }
    JsonWriter& member(std::string_view name, const Decimal& value) {
        return key(name).decimal(value);
    }

    /// The document, with a line feed at its end. Everything begun must be ended.
    std::string take();

private:
    struct Level {
        char open = '{';
        JsonLayout layout = JsonLayout::Lines;
        bool empty = true;
    };
    JsonWriter& begin(char open, JsonLayout layout);
    JsonWriter& end(char open, char close);
    void beforeValue();
    void separate();
    void quoted(std::string_view value);

    std::string m_text;
    std::vector<Level> m_levels;
    bool m_named = false;
};

} // namespace gpuplan::io
