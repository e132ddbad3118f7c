#pragma once
/// Forms of values of step models that are doubles in the model and have a unit in files.

#include <gpuplan/io/forms.hpp>

#include <string>

namespace gpuplan::io {

/// `"2.85 ms"` as seconds: a time of a sample may be far below the microsecond of Duration.
struct SecondsForm {
    using Value = double;
    std::string least;
    std::string most;
    bool leastExcluded = false;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const;
    Shape shape() const;
};

/// `"110 kB"` as a number of bytes, whole ones in files.
struct SampleSizeForm {
    using Value = double;
    std::string least;
    std::string most;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const;
    Shape shape() const;
};

/// `/alternatives/0/cost/total`: a JSON pointer that begins with a slash.
struct PointerForm {
    using Value = std::string;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const { out.text(value); }
    Shape shape() const;
};

} // namespace gpuplan::io
