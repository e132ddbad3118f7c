#pragma once
/// What a value of a file may look like, as plain data: the JSON Schema, the format manual and
/// input forms are made from it, so they can not say other than the reader does.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpuplan::io {

struct ObjectShape;

/// One value.
struct Shape {
    enum class Kind {
        Text,
        Bool,
        Integer,
        Number,
        Quantity, ///< a text of number and unit
        Choice,   ///< one of `choices`
        List,     ///< of `element`
        Object,   ///< `object`
        Sourced,  ///< `element` as it is, or `object` with the value and where it comes from
    };
    Kind kind = Kind::Text;
    std::string words;          ///< for people: "duration", "price per h", "list of names"
    std::string example;        ///< as JSON
    std::string pattern;        ///< regular expression of texts; empty: any
    std::string least;          ///< bounds as written for people; empty: none
    std::string most;           ///<
    bool leastExcluded = false; ///< more than `least`, not equal to it
    std::size_t leastSize = 0;  ///< entries of a list, bytes of a text
    std::size_t mostSize = 0;
    std::vector<std::string> choices;
    std::shared_ptr<const Shape> element;
    const ObjectShape* object = nullptr; ///< lives as long as its table: to the program's end
};

/// One member of an object.
struct FieldShape {
    enum class Need { Required, Optional, Defaulted };
    std::string name;
    std::string doc; ///< one line
    Need need = Need::Required;
    std::string fallback; ///< of a defaulted one, as JSON
    Shape value;
};

struct ObjectShape {
    std::string name; ///< snake_case, unique in its file format
    std::string doc;
    std::vector<FieldShape> fields;                   ///< in the order they are written
    std::vector<std::vector<std::string>> exactlyOne; ///< of each group one member is given
    std::vector<std::string> rules; ///< what else must hold, a sentence each, for people
};

} // namespace gpuplan::io
