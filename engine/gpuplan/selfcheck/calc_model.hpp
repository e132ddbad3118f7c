#pragma once
/// What a model of `gpuplan calc` is: a name, its inputs with units and ranges, its outputs with
/// units, and a function. One list of these (`calc_table.hpp`) drives the command, its help, the
/// checks and the reference cases.

#include <gpuplan/base/diagnostic.hpp>
#include <gpuplan/selfcheck/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::selfcheck {

/// Where a number may lie. Without limits any finite number will do.
struct Range {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool leastOut = false; ///< `least` itself is outside
    bool mostOut = false;

    bool holds(double value) const;
    bool isLimited() const;
    /// `0 <= name < 1`, `name > 0`.
    std::string text(std::string_view name) const;
};
constexpr Range above(double least) {
    return {.least = least, .leastOut = true};
}
constexpr Range atLeast(double least) {
    return {.least = least};
}
constexpr Range between(double least, double most) {
    return {least, most};
}

enum class InputKind : std::uint8_t {
    Number,
    Integer,
    Flag,
    Text,   ///< one of `choices` if there are any
    Hex,    ///< `digits` hex digits in a text
    List,   ///< of `parts[0]`
    Fields, ///< an object with the members `parts`
    Map,    ///< an object with any names, each value as `parts[0]`
};

struct InputSpec {
    std::string name;
    std::string unit; ///< `1` for a ratio or count, empty for what is no number
    InputKind kind = InputKind::Number;
    Range range;
    bool required = true;
    bool mayBeNull = false;
    std::vector<std::string> choices;
    std::size_t digits = 0;
    std::size_t leastCount = 0; ///< of a list or map
    std::size_t mostCount = 0;
    std::vector<InputSpec> parts;
};

// Makers, so that a table of inputs reads as one.
InputSpec number(std::string name, std::string unit, Range range = {});
InputSpec integer(std::string name, std::string unit, double least, double most);
InputSpec flag(std::string name);
InputSpec choice(std::string name, std::vector<std::string> choices);
InputSpec anyText(std::string name);
InputSpec hex(std::string name, std::size_t digits);
InputSpec listOf(std::string name, InputSpec item, std::size_t leastCount, std::size_t mostCount);
InputSpec fields(std::string name, std::vector<InputSpec> parts);
InputSpec mapOf(std::string name, InputSpec item, std::size_t leastCount, std::size_t mostCount);
InputSpec optional(InputSpec spec);
InputSpec nullable(InputSpec spec);

struct OutputSpec {
    std::string name;
    std::string unit;
    /// One figure for all evaluations of a call, not filled by the function: the output of this
    /// name of the first over that of the last. Stands behind all others.
    std::string ratioOf = {};
};

/// Checked inputs of one evaluation, and the place to refuse those that only fail together.
class Inputs {
public:
    Inputs(Value values, std::map<std::string, Location> places)
        : m_values(std::move(values)), m_places(std::move(places)) {}

    bool has(std::string_view name) const { return find(*m_values.object(), name) != nullptr; }
    const Value& value(std::string_view name) const { return m_values.member(name); }
    double number(std::string_view name) const { return m_values.numberOf(name); }
    /// Of an Integer input.
    std::int64_t integer(std::string_view name) const {
        return static_cast<std::int64_t>(m_values.numberOf(name));
    }
    bool flag(std::string_view name) const { return m_values.flagOf(name); }
    const std::string& text(std::string_view name) const { return m_values.textOf(name); }
    std::vector<double> numbers(std::string_view name) const { return value(name).asNumbers(); }
    const Value::List& list(std::string_view name) const { return *value(name).list(); }

    /// The named input is wrong beside the others; the outputs are then not looked at.
    void refuse(const std::string& name, std::string_view key,
                std::vector<std::string> arguments = {});
    const Diagnostics& refusals() const { return m_refusals; }

    /// Asked by functions that may take longer than a second; true ends them early.
    void watch(std::function<bool()> stopRequested) { m_stopRequested = std::move(stopRequested); }
    bool stopRequested() const { return m_stopRequested && m_stopRequested(); }

private:
    std::function<bool()> m_stopRequested;
    Value m_values;
    std::map<std::string, Location> m_places;
    Diagnostics m_refusals;
};

class Outputs {
public:
    void set(std::string name, Value value) {
        m_values.push_back({std::move(name), std::move(value)});
    }
    void number(std::string name, double value) { set(std::move(name), Value(value)); }
    /// Nothing becomes null: the figure does not exist.
    void number(std::string name, const std::optional<double>& value) {
        set(std::move(name), value ? Value(*value) : Value());
    }
    void numbers(std::string name, const std::vector<double>& values) {
        set(std::move(name), Value::numbers(values));
    }
    void text(std::string name, std::string value) {
        set(std::move(name), Value(std::move(value)));
    }
    void flag(std::string name, bool value) { set(std::move(name), Value(value)); }
    Value::Object take() { return std::move(m_values); }

private:
    Value::Object m_values;
};

struct CalcModel {
    std::string name;    ///< `fin.pmt`
    std::string summary; ///< one line, English
    std::string anchor;  ///< of docs/method.md
    std::vector<InputSpec> inputs;
    std::vector<OutputSpec> outputs;
    /// Fills every output, in order, or refuses an input.
    void (*function)(Inputs&, Outputs&) = nullptr;
};

} // namespace gpuplan::selfcheck
