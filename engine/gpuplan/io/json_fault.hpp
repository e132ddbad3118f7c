#pragma once
/// Why a text is no JSON, in a person's words: the parser library only says "unexpected token".

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/io/json_data.hpp>

#include <cstddef>

namespace gpuplan::io {

/// What the parser had read when it stopped.
enum class JsonStage {
    Begin,       ///< nothing yet
    ObjectBegun, ///< `{`
    Named,       ///< a member's name
    MemberRead,  ///< a whole member
    ArrayBegun,  ///< `[`
    ItemRead,    ///< a whole item
    Whole,       ///< the whole document
};

struct JsonStop {
    JsonStage stage = JsonStage::Begin;
    std::size_t at = 0;        ///< first byte behind the last good token
    std::size_t container = 0; ///< first byte of the innermost open object or array
    std::string pointer;       ///< of that object or array
};

/// Words the first fault at or behind `stop.at`.
Diagnostic explainFault(const JsonData& data, const JsonStop& stop);

} // namespace gpuplan::io
