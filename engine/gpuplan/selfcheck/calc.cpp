#include <gpuplan/base/nearest.hpp>
#include <gpuplan/selfcheck/calc.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gpuplan::selfcheck {

namespace {

using io::JsonKind;
using io::JsonMember;
using io::JsonValue;

/// Reads one object's inputs; collects every problem on the way.
class InputReader {
public:
    InputReader(const CalcModel& model, Diagnostics& diagnostics)
        : m_model(model), m_diagnostics(diagnostics) {}

    Value fields(const JsonValue& json, const std::vector<InputSpec>& specs) {
        Value::Object object;
        for (const JsonMember member : json.members()) {
            const auto spec = std::find_if(specs.begin(), specs.end(), [&](const InputSpec& s) {
                return s.name == member.name;
            });
            if (spec == specs.end())
                unknown(member, specs);
            else
                object.push_back({spec->name, value(member.value, *spec)});
        }
        for (const InputSpec& spec : specs)
            if (spec.required && !json.find(spec.name))
                m_diagnostics.error(json.location(), "selfcheck.input.missing",
                                    {inQuotes(spec.name), m_model.name});
        return Value(std::move(object));
    }

private:
    Value value(const JsonValue& json, const InputSpec& spec) {
        if (spec.mayBeNull && json.is(JsonKind::Null))
            return {};
        switch (spec.kind) {
        case InputKind::Number:
        case InputKind::Integer:
            return number(json, spec);
        case InputKind::Flag:
            if (json.is(JsonKind::Bool))
                return Value(json.boolean());
            return wrong(json, spec, "selfcheck.input.flag");
        case InputKind::Text:
            return text(json, spec);
        case InputKind::Hex:
            return hexText(json, spec);
        case InputKind::List:
            return list(json, spec);
        case InputKind::Fields:
            if (json.is(JsonKind::Object))
                return fields(json, spec.parts);
            return wrong(json, spec, "selfcheck.input.object");
        case InputKind::Map:
            return map(json, spec);
        }
        return {};
    }

    Value number(const JsonValue& json, const InputSpec& spec) {
        const bool whole = spec.kind == InputKind::Integer;
        const auto parsed =
            json.is(JsonKind::Number) ? parseNumber(json.numberText()) : std::nullopt;
        if (!parsed || (whole && *parsed != std::floor(*parsed)))
            return wrong(json, spec, whole ? "selfcheck.input.integer" : "selfcheck.input.number");
        if (!spec.range.holds(*parsed))
            m_diagnostics.error(
                json.location(), "selfcheck.input.range",
                {inQuotes(spec.name), std::string(json.numberText()), spec.range.text(spec.name)});
        return Value(*parsed);
    }

    Value text(const JsonValue& json, const InputSpec& spec) {
        if (!json.is(JsonKind::Text))
            return wrong(json, spec, "selfcheck.input.text");
        std::string typed(json.text());
        if (!spec.choices.empty() &&
            std::find(spec.choices.begin(), spec.choices.end(), typed) == spec.choices.end()) {
            std::string known;
            for (const std::string& one : spec.choices)
                known += (known.empty() ? "" : ", ") + one;
            m_diagnostics.error(json.location(), "selfcheck.input.choice",
                                {inQuotes(spec.name), inQuotes(typed), known},
                                nearest(typed, spec.choices));
        }
        return Value(std::move(typed));
    }

    Value hexText(const JsonValue& json, const InputSpec& spec) {
        const auto isHex = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        };
        if (!json.is(JsonKind::Text) || json.text().size() != spec.digits ||
            !std::all_of(json.text().begin(), json.text().end(), isHex)) {
            m_diagnostics.error(json.location(), "selfcheck.input.hex",
                                {inQuotes(spec.name), std::to_string(spec.digits)});
            return {};
        }
        return Value(std::string(json.text()));
    }

    Value list(const JsonValue& json, const InputSpec& spec) {
        if (!json.is(JsonKind::Array))
            return wrong(json, spec, "selfcheck.input.list");
        if (!count(json, spec))
            return {};
        Value::List items;
        items.reserve(json.size());
        for (const JsonValue item : json.items())
            items.push_back(value(item, named(spec)));
        return Value(std::move(items));
    }

    Value map(const JsonValue& json, const InputSpec& spec) {
        if (!json.is(JsonKind::Object))
            return wrong(json, spec, "selfcheck.input.object");
        if (!count(json, spec))
            return {};
        Value::Object object;
        for (const JsonMember member : json.members())
            object.push_back({std::string(member.name), value(member.value, named(spec))});
        return Value(std::move(object));
    }

    /// The spec of an item, which goes by its container's name unless it has its own.
    static InputSpec named(const InputSpec& container) {
        InputSpec item = container.parts.front();
        if (item.name.empty())
            item.name = container.name;
        return item;
    }

    bool count(const JsonValue& json, const InputSpec& spec) {
        if (json.size() >= spec.leastCount && json.size() <= spec.mostCount)
            return true;
        if (spec.leastCount == spec.mostCount)
            m_diagnostics.error(
                json.location(), "selfcheck.input.count_exact",
                {inQuotes(spec.name), std::to_string(json.size()), std::to_string(spec.mostCount)});
        else
            m_diagnostics.error(json.location(), "selfcheck.input.count",
                                {inQuotes(spec.name), std::to_string(json.size()),
                                 std::to_string(spec.leastCount), std::to_string(spec.mostCount)});
        return false;
    }

    Value wrong(const JsonValue& json, const InputSpec& spec, std::string_view key) {
        m_diagnostics.error(json.location(), key, {inQuotes(spec.name)});
        return {};
    }

    void unknown(const JsonMember& member, const std::vector<InputSpec>& specs) {
        std::vector<std::string> known;
        known.reserve(specs.size());
        for (const InputSpec& spec : specs)
            known.push_back(spec.name);
        m_diagnostics.error(member.nameLocation(), "selfcheck.input.unknown",
                            {m_model.name, inQuotes(member.name)}, nearest(member.name, known));
    }

    const CalcModel& m_model;
    Diagnostics& m_diagnostics;
};

bool isFinite(const Value& value) {
    if (const double* const number = value.number())
        return std::isfinite(*number);
    if (const Value::List* const list = value.list())
        return std::all_of(list->begin(), list->end(), isFinite);
    if (const Value::Object* const object = value.object())
        return std::all_of(object->begin(), object->end(),
                           [](const Member& member) { return isFinite(member.value); });
    return true;
}

std::optional<Value::Object> evaluate(const CalcModel& model, Inputs& inputs, const Location& place,
                                      Diagnostics& diagnostics) {
    Outputs outputs;
    model.function(inputs, outputs);
    diagnostics.append(inputs.refusals());
    if (inputs.refusals().hasErrors() || inputs.stopRequested())
        return std::nullopt;
    Value::Object row = outputs.take();
    for (const OutputSpec& output : model.outputs)
        if (!output.ratioOf.empty())
            row.push_back({output.name, Value(1.0)}); // of this row to itself
    GPUPLAN_EXPECTS(row.size() == model.outputs.size(), "a model fills every output");
    bool good = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
        GPUPLAN_EXPECTS(row[i].name == model.outputs[i].name, "outputs in the table's order");
        // JSON has no infinity, and null would say that the figure does not exist.
        if (!isFinite(row[i].value)) {
            diagnostics.error(place, "selfcheck.output.not_finite", {inQuotes(row[i].name)});
            good = false;
        }
    }
    if (!good)
        return std::nullopt;
    return row;
}

/// The same in every row; none where the last is 0.
void addRatios(const CalcModel& model, Calculation& calculation) {
    if (calculation.rows.empty())
        return;
    for (std::size_t i = 0; i < model.outputs.size(); ++i) {
        const std::string& of = model.outputs[i].ratioOf;
        if (of.empty())
            continue;
        const double first = *find(calculation.rows.front(), of)->number();
        const double last = *find(calculation.rows.back(), of)->number();
        for (Value::Object& row : calculation.rows)
            row[i].value = last != 0.0 ? Value(first / last) : Value();
    }
}

} // namespace

std::optional<Inputs> readInputs(const CalcModel& model, const JsonValue& object,
                                 Diagnostics& diagnostics) {
    if (!object.is(JsonKind::Object)) {
        diagnostics.error(object.location(), "selfcheck.input.no_object", {model.name});
        return std::nullopt;
    }
    Diagnostics found;
    Value values = InputReader(model, found).fields(object, model.inputs);
    std::map<std::string, Location> places;
    for (const JsonMember member : object.members())
        places.emplace(member.name, member.value.location());
    diagnostics.append(found);
    if (found.hasErrors())
        return std::nullopt;
    return Inputs(std::move(values), std::move(places));
}

Result<Calculation> calculate(const CalcModel& model, const JsonValue& inputs,
                              const std::function<bool()>& stopRequested) {
    Calculation calculation;
    Diagnostics diagnostics;
    const auto each = inputs.is(JsonKind::Object) ? inputs.find("each") : std::nullopt;
    calculation.each = each.has_value();
    const auto one = [&](const JsonValue& object) {
        std::optional<Inputs> read = readInputs(model, object, diagnostics);
        if (!read)
            return;
        read->watch(stopRequested);
        if (auto row = evaluate(model, *read, object.location(), diagnostics))
            calculation.rows.push_back(std::move(*row));
    };
    if (!each) {
        one(inputs);
    } else if (!each->is(JsonKind::Array)) {
        diagnostics.error(each->location(), "selfcheck.input.each");
    } else {
        for (const JsonMember member : inputs.members())
            if (member.name != "each")
                diagnostics.error(member.nameLocation(), "selfcheck.input.beside_each",
                                  {inQuotes(member.name)});
        for (const JsonValue object : each->items()) {
            if (stopRequested && stopRequested()) {
                calculation.stopped = true;
                break;
            }
            one(object);
        }
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    addRatios(model, calculation);
    calculation.stopped = calculation.stopped || (stopRequested && stopRequested());
    return calculation;
}

} // namespace gpuplan::selfcheck
