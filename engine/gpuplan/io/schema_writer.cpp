#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/io/provenance_fields.hpp>
#include <gpuplan/io/schema_writer.hpp>

#include <algorithm>

namespace gpuplan::io {

namespace {

using Kind = Shape::Kind;
using Need = FieldShape::Need;

class SchemaWriter {
public:
    std::string run(std::string_view name, int version,
                    const std::vector<const ObjectShape*>& roots) {
        const std::string title = "gpuplan " + std::string(name);
        m_out.beginObject();
        m_out.member("$schema", "https://json-schema.org/draft/2020-12/schema");
        m_out.member("$id",
                     "urn:gpuplan:schema:" + std::string(name) + ":" + std::to_string(version));
        m_out.member("title", title);
        if (roots.size() == 1) {
            objectBody(*roots.front());
        } else {
            m_out.key("oneOf").beginArray();
            for (const ObjectShape* root : roots)
                reference(*root);
            m_out.endArray();
        }
        m_out.key("$defs").beginObject();
        std::vector<const ObjectShape*> written;
        if (roots.size() == 1)
            written.push_back(roots.front());
        for (const ObjectShape* root : roots)
            for (const ObjectShape* object : reachableObjects(*root))
                definition(*object, written);
        m_out.endObject().endObject();
        return m_out.take();
    }

private:
    void definition(const ObjectShape& object, std::vector<const ObjectShape*>& written) {
        if (std::find(written.begin(), written.end(), &object) != written.end())
            return;
        written.push_back(&object);
        m_out.key(object.name).beginObject();
        objectBody(object);
        m_out.endObject();
    }

    void reference(const ObjectShape& object) {
        m_out.beginObject(JsonLayout::Line).member("$ref", "#/$defs/" + object.name).endObject();
    }

    void objectBody(const ObjectShape& object) {
        std::string description = object.doc;
        for (const std::string& rule : object.rules)
            description += " Rule: " + rule + ".";
        m_out.member("description", description).member("type", "object");
        m_out.key("properties").beginObject();
        for (const FieldShape& field : object.fields)
            property(field);
        m_out.endObject();
        m_out.key("required").beginArray(JsonLayout::Line);
        for (const FieldShape& field : object.fields)
            if (field.need == Need::Required)
                m_out.text(field.name);
        m_out.endArray();
        // A sourced value adds its own member to these, so it closes the object itself.
        if (&object != &provenanceFields().shape())
            m_out.member("additionalProperties", false);
        if (object.exactlyOne.empty())
            return;
        m_out.key("allOf").beginArray();
        for (const std::vector<std::string>& group : object.exactlyOne) {
            m_out.beginObject(JsonLayout::Line).key("oneOf").beginArray();
            for (const std::string& name : group)
                m_out.beginObject().key("required").beginArray().text(name).endArray().endObject();
            m_out.endArray().endObject();
        }
        m_out.endArray();
    }

    void property(const FieldShape& field) {
        std::string description = field.doc;
        // Bounds that the language has no word for.
        if (field.value.kind == Kind::Quantity || field.value.kind == Kind::Sourced ||
            field.value.kind == Kind::Text) {
            const std::string bounds = boundsWords(field.value);
            if (!bounds.empty())
                description += " (" + bounds + ")";
        }
        m_out.key(field.name).beginObject();
        m_out.member("description", description);
        if (field.need == Need::Defaulted)
            m_out.key("default").raw(field.fallback);
        if (!field.value.example.empty() && field.value.kind != Kind::Choice)
            m_out.key("examples").beginArray(JsonLayout::Line).raw(field.value.example).endArray();
        shapeBody(field.value);
        m_out.endObject();
    }

    void shapeBody(const Shape& shape) {
        switch (shape.kind) {
        case Kind::Text:
        case Kind::Quantity:
            m_out.member("type", "string");
            if (!shape.pattern.empty())
                m_out.member("pattern", shape.pattern);
            if (shape.mostSize != 0) {
                m_out.member("minLength", std::uint64_t{shape.leastSize});
                m_out.member("maxLength", std::uint64_t{shape.mostSize});
            }
            break;
        case Kind::Bool:
            m_out.member("type", "boolean");
            break;
        case Kind::Integer:
        case Kind::Number:
            m_out.member("type", shape.kind == Kind::Integer ? "integer" : "number");
            if (!shape.least.empty())
                m_out.key(shape.leastExcluded ? "exclusiveMinimum" : "minimum").raw(shape.least);
            if (!shape.most.empty())
                m_out.key("maximum").raw(shape.most);
            break;
        case Kind::Choice:
            m_out.key("enum").beginArray(JsonLayout::Line);
            for (const std::string& choice : shape.choices)
                m_out.text(choice);
            m_out.endArray();
            break;
        case Kind::List:
            m_out.member("type", "array").member("minItems", std::uint64_t{shape.leastSize});
            if (shape.mostSize != 0)
                m_out.member("maxItems", std::uint64_t{shape.mostSize});
            m_out.key("items").beginObject();
            shapeBody(*shape.element);
            m_out.endObject();
            break;
        case Kind::Object:
            m_out.member("$ref", "#/$defs/" + shape.object->name);
            break;
        case Kind::Sourced:
            sourcedBody(shape);
            break;
        }
    }

    void sourcedBody(const Shape& shape) {
        m_out.key("anyOf").beginArray();
        m_out.beginObject();
        shapeBody(*shape.element);
        m_out.endObject();
        m_out.beginObject().member("$ref", "#/$defs/" + shape.object->name);
        m_out.key("properties").beginObject().key("value").beginObject();
        shapeBody(*shape.element);
        m_out.endObject().endObject();
        m_out.key("required").beginArray(JsonLayout::Line).text("value").endArray();
        m_out.member("unevaluatedProperties", false).endObject();
        m_out.endArray();
    }

    JsonWriter m_out;
};

/// Objects inside a value, those of lists and sources too.
void collect(const Shape& shape, std::vector<const ObjectShape*>& found);

void collect(const ObjectShape& object, std::vector<const ObjectShape*>& found) {
    if (std::find(found.begin(), found.end(), &object) != found.end())
        return;
    found.push_back(&object);
    for (const FieldShape& field : object.fields)
        collect(field.value, found);
}

void collect(const Shape& shape, std::vector<const ObjectShape*>& found) {
    if (shape.element)
        collect(*shape.element, found);
    if (shape.object != nullptr)
        collect(*shape.object, found);
}

std::string csvCell(const std::string& value) {
    if (value.find_first_of(",\"\r\n") == std::string::npos)
        return value;
    std::string result = "\"";
    for (const char c : value) {
        if (c == '"')
            result += '"';
        result += c;
    }
    return result + "\"";
}

} // namespace

std::string jsonSchema(std::string_view name, int version,
                       const std::vector<const ObjectShape*>& roots) {
    return SchemaWriter().run(name, version, roots);
}

std::vector<const ObjectShape*> reachableObjects(const ObjectShape& root) {
    std::vector<const ObjectShape*> found;
    collect(root, found);
    return found;
}

std::string boundsWords(const Shape& shape) {
    switch (shape.kind) {
    case Kind::Text:
        if (!shape.least.empty())
            return shape.least + " to " + shape.most;
        return shape.mostSize == 0 ? "" : "up to " + std::to_string(shape.mostSize) + " bytes";
    case Kind::List: {
        const std::string least = std::to_string(shape.leastSize);
        if (shape.leastSize == shape.mostSize && shape.leastSize != 0)
            return least + " entries";
        return shape.mostSize == 0 ? ""
                                   : least + " to " + std::to_string(shape.mostSize) + " entries";
    }
    case Kind::Sourced:
        return boundsWords(*shape.element);
    case Kind::Integer:
    case Kind::Number:
    case Kind::Quantity:
        if (shape.most.empty())
            return shape.least.empty() ? "" : "at least " + shape.least;
        return shape.leastExcluded ? "more than " + shape.least + ", up to " + shape.most
                                   : shape.least + " to " + shape.most;
    case Kind::Bool:
    case Kind::Choice:
    case Kind::Object:
        break;
    }
    return "";
}

std::string fieldListCsv(const std::vector<const ObjectShape*>& roots) {
    std::string csv = "object,field,need,form,bounds,default,example,meaning\n";
    std::vector<const ObjectShape*> objects;
    for (const ObjectShape* root : roots)
        collect(*root, objects);
    for (const ObjectShape* object : objects) {
        for (const FieldShape& field : object->fields) {
            const std::string need = field.need == Need::Required    ? "required"
                                     : field.need == Need::Defaulted ? "default"
                                                                     : "optional";
            for (const std::string& cell :
                 {object->name, field.name, need, field.value.words, boundsWords(field.value),
                  field.fallback, field.value.example})
                csv += csvCell(cell) + ",";
            csv += csvCell(field.doc) + "\n";
        }
    }
    return csv;
}

} // namespace gpuplan::io
