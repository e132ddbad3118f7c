#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_reader.hpp>
#include <gpuplan/io/catalog_shapes.hpp>
#include <gpuplan/io/forms.hpp>

#include <deque>

namespace gpuplan::io {

namespace {

/// Owns the shapes; a deque, since fields point at them.
class Builder {
public:
    Builder() {
        for (const CatalogKindInfo& kind : catalogKinds()) {
            const ObjectShape& record = objectOf(kind.kind, kind.record, kind.fields);
            ObjectShape file;
            file.name = kind.kind + "_file";
            file.doc = "Catalog of kind " + kind.kind + ".";
            file.fields = {
                {"format", "what this file is, and its version", FieldShape::Need::Required, "",
                 choiceShape({std::string(catalogFormat)})},
                {"kind", "what the records are", FieldShape::Need::Required, "",
                 choiceShape({kind.kind})},
                {"records", kind.record, FieldShape::Need::Required, "", listOf(record)},
            };
            m_files.push_back(&m_objects.emplace_back(std::move(file)));
        }
    }
    const std::vector<const ObjectShape*>& files() const { return m_files; }

private:
    const ObjectShape& objectOf(const std::string& name, const std::string& doc,
                                const std::vector<CatalogFieldInfo>& fields) {
        ObjectShape object;
        object.name = name;
        object.doc = doc;
        for (const CatalogFieldInfo& field : fields)
            object.fields.push_back(
                {field.name, field.meaning,
                 field.required ? FieldShape::Need::Required : FieldShape::Need::Optional, "",
                 shapeOf(name, field)});
        return m_objects.emplace_back(std::move(object));
    }

    Shape shapeOf(const std::string& owner, const CatalogFieldInfo& field) {
        using Kind = Shape::Kind;
        Shape shape;
        shape.words = "text";
        // Some show two forms, `"400 Gbit/s" or "3350 GB/s"`; the first is a JSON value.
        shape.example = field.example.substr(0, field.example.find(" or "));
        switch (field.form) {
        case CatalogForm::Text:
            break;
        case CatalogForm::Choice:
            return choiceShape(field.choices);
        case CatalogForm::Date:
            shape.words = "date, month, year or range of years";
            shape.pattern = "^[0-9]{4}(-([0-9]{4}|[0-9]{2}(-[0-9]{2})?))?$";
            break;
        case CatalogForm::Measure:
            shape.kind = Kind::Quantity;
            shape.words = "text of number and unit";
            break;
        case CatalogForm::Integer:
            shape.kind = Kind::Integer;
            shape.words = "whole number";
            shape.least = "0";
            break;
        case CatalogForm::Number:
            shape.kind = Kind::Number;
            shape.words = "number";
            shape.least = "0";
            break;
        case CatalogForm::Flag:
            shape.kind = Kind::Bool;
            shape.words = "true or false";
            break;
        case CatalogForm::Object:
            shape.kind = Kind::Object;
            shape.words = owner + "_" + field.name;
            shape.example.clear();
            shape.object = &objectOf(shape.words, field.meaning, field.parts);
            break;
        }
        return shape;
    }

    static Shape listOf(const ObjectShape& record) {
        auto element = std::make_shared<Shape>();
        element->kind = Shape::Kind::Object;
        element->words = record.name;
        element->object = &record;
        Shape list;
        list.kind = Shape::Kind::List;
        list.words = "list of " + record.name;
        list.element = std::move(element);
        return list;
    }

    std::deque<ObjectShape> m_objects;
    std::vector<const ObjectShape*> m_files;
};

} // namespace

std::vector<const ObjectShape*> catalogShapes() {
    static const Builder builder;
    return builder.files();
}

} // namespace gpuplan::io
