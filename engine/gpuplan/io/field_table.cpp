#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/field_table.hpp>

#include <algorithm>

namespace gpuplan::io {

namespace {

std::vector<std::string> namesOf(const ObjectShape& shape) {
    std::vector<std::string> names;
    for (const FieldShape& field : shape.fields)
        names.push_back(field.name);
    return names;
}

/// \return the field that was probably meant; empty if none is near
std::string unknownField(const JsonMember& member, const ObjectShape& shape, Reading& reading) {
    const std::vector<std::string> names = namesOf(shape);
    const std::vector<std::string> near = nearest(member.name, names);
    if (near.empty()) {
        reading.problem(member.nameLocation(), "io.unknown_field_known",
                        {inQuotes(member.name), listed(names)});
        return "";
    }
    reading.problem(member.nameLocation(), "io.unknown_field", {inQuotes(member.name)}, near);
    return near.front();
}

bool missingField(const JsonValue& object, const FieldShape& field, Reading& reading) {
    Location at = object.location();
    at.pointer += "/" + field.name;
    const std::string& example = field.value.example;
    if (example.empty())
        return reading.problem(std::move(at), "io.missing", {inQuotes(field.name)});
    return reading.problem(std::move(at), "io.missing_example",
                           {inQuotes(field.name), inQuotes(field.name) + ": " + example});
}

/// Of each group one member: the rest of the members' own faults are told elsewhere.
bool checkGroups(const JsonValue& object, const ObjectShape& shape,
                 const std::vector<std::string>& misspelt, Reading& reading) {
    bool good = true;
    for (const std::vector<std::string>& group : shape.exactlyOne) {
        std::optional<JsonMember> first;
        bool several = false;
        for (const JsonMember member : object.members()) {
            if (std::find(group.begin(), group.end(), member.name) == group.end())
                continue;
            if (!first)
                first = member;
            else if (member.name != first->name)
                several =
                    !reading.problem(member.nameLocation(), "io.one_of_several",
                                     {inQuotes(first->name), inQuotes(member.name), listed(group)});
        }
        const bool meant = std::any_of(misspelt.begin(), misspelt.end(), [&](const auto& name) {
            return std::find(group.begin(), group.end(), name) != group.end();
        });
        if (!first && !meant)
            reading.problem(object.location(), "io.one_of_missing", {listed(group)});
        good = good && first && !several;
    }
    return good;
}

} // namespace

bool matchMembers(const JsonValue& object, const ObjectShape& shape,
                  std::vector<std::optional<JsonValue>>& values, Reading& reading) {
    bool good = true;
    values.assign(shape.fields.size(), std::nullopt);
    std::vector<std::string> misspelt;
    const auto wasMisspelt = [&](const std::string& name) {
        return std::find(misspelt.begin(), misspelt.end(), name) != misspelt.end();
    };
    for (const JsonMember member : object.members()) {
        const auto field =
            std::find_if(shape.fields.begin(), shape.fields.end(),
                         [&](const FieldShape& known) { return known.name == member.name; });
        if (field == shape.fields.end()) {
            misspelt.push_back(unknownField(member, shape, reading));
            good = false;
            continue;
        }
        // A name given twice was told with the text; its first value is looked at.
        auto& value = values[static_cast<std::size_t>(field - shape.fields.begin())];
        if (!value)
            value = member.value;
    }
    for (std::size_t i = 0; i < shape.fields.size(); ++i) {
        const FieldShape& field = shape.fields[i];
        if (values[i])
            continue;
        // One mistake, one complaint: a misspelt field is not missing as well.
        if (wasMisspelt(field.name))
            reading.markUnread(object.pointer() + "/" + field.name);
        else if (field.need == FieldShape::Need::Required)
            good = missingField(object, field, reading);
    }
    return checkGroups(object, shape, misspelt, reading) && good;
}

} // namespace gpuplan::io
