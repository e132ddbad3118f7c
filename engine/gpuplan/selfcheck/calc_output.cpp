#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::selfcheck {

namespace {

using io::JsonLayout;
using io::JsonWriter;

void write(JsonWriter& out, const Value& value) {
    if (const bool* const flag = value.flag()) {
        out.boolean(*flag);
    } else if (const double* const number = value.number()) {
        out.number(*number);
    } else if (const std::string* const text = value.text()) {
        out.text(*text);
    } else if (const Value::List* const list = value.list()) {
        out.beginArray(JsonLayout::Line);
        for (const Value& item : *list)
            write(out, item);
        out.endArray();
    } else if (const Value::Object* const object = value.object()) {
        out.beginObject(JsonLayout::Line);
        for (const Member& member : *object)
            write(out.key(member.name), member.value);
        out.endObject();
    } else {
        out.null();
    }
}

/// A cell: plain for numbers and texts, JSON for lists and objects, empty for "does not exist".
std::string cell(const Value& value) {
    if (const double* const number = value.number())
        return numberText(*number);
    if (const std::string* const text = value.text())
        return *text;
    if (value.isNone())
        return "";
    return valueAsJson(value);
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string withUnit(const OutputSpec& output) {
    if (output.unit.empty() || output.unit == "1")
        return output.name;
    return output.name + " (" + output.unit + ")";
}

/// Columns as wide as their widest cell, two blanks between.
std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    }
    std::string text;
    for (const auto& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            row += line[i];
            row.append(widths[i] + 2 - line[i].size(), ' ');
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

std::string kindText(const InputSpec& spec) {
    switch (spec.kind) {
    case InputKind::Number:
        return "number";
    case InputKind::Integer:
        return "integer";
    case InputKind::Flag:
        return "flag";
    case InputKind::Text: {
        std::string text = "text";
        for (std::size_t i = 0; i < spec.choices.size(); ++i)
            text += (i == 0 ? ": " : "|") + spec.choices[i];
        return text;
    }
    case InputKind::Hex:
        return std::to_string(spec.digits) + " hex digits";
    case InputKind::List:
        return "list of " + kindText(spec.parts.front());
    case InputKind::Fields: {
        std::string text = "{";
        for (std::size_t i = 0; i < spec.parts.size(); ++i)
            text += (i == 0 ? "" : ", ") + spec.parts[i].name;
        return text + "}";
    }
    case InputKind::Map:
        return "{name: " + kindText(spec.parts.front()) + "}";
    }
    return "";
}

std::string rangeText(const InputSpec& spec) {
    return spec.range.isLimited() ? spec.range.text("x") : std::string();
}

void writeInput(JsonWriter& out, const InputSpec& spec) {
    out.beginObject(JsonLayout::Line).member("name", spec.name).member("unit", spec.unit);
    out.member("kind", kindText(spec)).member("required", spec.required);
    if (spec.range.isLimited())
        out.member("range", rangeText(spec));
    out.endObject();
}

} // namespace

std::string valueAsJson(const Value& value) {
    JsonWriter out;
    write(out, value);
    std::string text = out.take();
    text.pop_back(); // the line feed
    return text;
}

std::string calculationAsJson(const CalcModel& model, const Calculation& calculation) {
    JsonWriter out;
    out.beginObject();
    for (std::size_t i = 0; i < model.outputs.size(); ++i) {
        out.key(model.outputs[i].name);
        const bool isOne = !calculation.each || !model.outputs[i].ratioOf.empty();
        if (isOne) {
            write(out, calculation.rows.empty() ? Value() : calculation.rows.front()[i].value);
            continue;
        }
        out.beginArray(JsonLayout::Line);
        for (const Value::Object& row : calculation.rows)
            write(out, row[i].value);
        out.endArray();
    }
    return out.endObject().take();
}

std::string calculationAsTable(const CalcModel& model, const Calculation& calculation) {
    std::vector<std::vector<std::string>> lines;
    if (!calculation.each) {
        const Value::Object& row = calculation.rows.front();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string& unit = model.outputs[i].unit;
            const bool none = row[i].value.isNone();
            lines.push_back({row[i].name, none ? text("selfcheck.none") : cell(row[i].value),
                             none || unit == "1" ? "" : unit});
        }
        return aligned(lines);
    }
    lines.emplace_back();
    for (const OutputSpec& output : model.outputs)
        lines.back().push_back(withUnit(output));
    for (const Value::Object& row : calculation.rows) {
        lines.emplace_back();
        for (const Member& member : row)
            lines.back().push_back(member.value.isNone() ? text("selfcheck.none")
                                                         : cell(member.value));
    }
    return aligned(lines);
}

std::string calculationAsCsv(const CalcModel& model, const Calculation& calculation) {
    std::string text;
    for (std::size_t i = 0; i < model.outputs.size(); ++i)
        text += (i == 0 ? "" : ",") + csvField(withUnit(model.outputs[i]));
    text += "\n";
    for (const Value::Object& row : calculation.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : ",") + csvField(cell(row[i].value));
        text += "\n";
    }
    return text;
}

std::string modelsAsJson(std::span<const CalcModel> models) {
    JsonWriter out;
    out.beginArray();
    for (const CalcModel& model : models) {
        out.beginObject().member("name", model.name).member("summary", model.summary);
        out.member("formula", "docs/method.md#" + model.anchor);
        out.key("inputs").beginArray();
        for (const InputSpec& input : model.inputs)
            writeInput(out, input);
        out.endArray().key("outputs").beginArray();
        for (const OutputSpec& output : model.outputs)
            out.beginObject(JsonLayout::Line)
                .member("name", output.name)
                .member("unit", output.unit)
                .endObject();
        out.endArray().endObject();
    }
    return out.endArray().take();
}

std::string modelsAsTable(std::span<const CalcModel> models) {
    std::string result;
    for (const CalcModel& model : models) {
        result += (result.empty() ? "" : "\n") + model.name + "  " + model.summary + "\n";
        std::vector<std::vector<std::string>> lines;
        for (const InputSpec& input : model.inputs)
            lines.push_back({"  " + text("selfcheck.in"), input.name + (input.required ? "" : "?"),
                             input.unit, kindText(input), rangeText(input)});
        for (const OutputSpec& output : model.outputs)
            lines.push_back({"  " + text("selfcheck.out"), output.name, output.unit});
        result += aligned(lines);
    }
    return result;
}

std::string modelsAsCsv(std::span<const CalcModel> models) {
    std::string result = "model,direction,name,unit,kind,required,range\n";
    for (const CalcModel& model : models) {
        for (const InputSpec& input : model.inputs)
            result += model.name + ",input," + input.name + "," + csvField(input.unit) + "," +
                      csvField(kindText(input)) + "," + (input.required ? "yes" : "no") + "," +
                      csvField(rangeText(input)) + "\n";
        for (const OutputSpec& output : model.outputs)
            result += model.name + ",output," + output.name + "," + csvField(output.unit) + ",,,\n";
    }
    return result;
}

} // namespace gpuplan::selfcheck
