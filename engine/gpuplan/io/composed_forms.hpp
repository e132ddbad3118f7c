#pragma once
/// Forms made of other forms: lists, objects with a table of their own, values with a source.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/io/field_table.hpp>
#include <gpuplan/io/provenance_fields.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace gpuplan::io {

/// A struct with a field table.
template <typename T>
struct ObjectForm {
    using Value = T;
    const FieldTable<T>* table;
    JsonLayout layout = JsonLayout::Lines;

    bool read(const JsonValue& json, T& target, Reading& reading) const {
        return table->read(json, target, reading);
    }
    void write(JsonWriter& out, const T& value) const { table->write(out, value, layout); }
    Shape shape() const {
        Shape shape;
        shape.kind = Shape::Kind::Object;
        shape.words = table->shape().name;
        shape.object = &table->shape();
        return shape;
    }
};
template <typename T>
ObjectForm<T> object(const FieldTable<T>& table, JsonLayout layout = JsonLayout::Lines) {
    return {&table, layout};
}

/// \return false after a complaint of the number of entries or of what is no list
bool checkList(const JsonValue& json, std::size_t least, std::size_t most, Reading& reading);
Shape listShape(Shape element, std::size_t least, std::size_t most);

template <Form F>
struct ListForm {
    using Value = std::vector<typename F::Value>;
    F element;
    std::size_t least = 0;
    std::size_t most = 0;

    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        bool good = checkList(json, least, most, reading);
        Value values;
        for (const JsonValue item : json.items()) {
            typename F::Value value{};
            if (!element.read(item, value, reading))
                good = false;
            // A faulty entry keeps its place, so that positions fit the file.
            values.push_back(std::move(value));
        }
        target = std::move(values);
        return good;
    }
    void write(JsonWriter& out, const Value& values) const {
        const bool plain = element.shape().kind != Shape::Kind::Object;
        out.beginArray(plain ? JsonLayout::Line : JsonLayout::Lines);
        for (const auto& value : values)
            element.write(out, value);
        out.endArray();
    }
    Shape shape() const { return listShape(element.shape(), least, most); }
};

/// Exactly N entries.
template <Form F, std::size_t N>
struct ArrayForm {
    using Value = std::array<typename F::Value, N>;
    F element;

    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        bool good = checkList(json, N, N, reading);
        Value values{};
        std::size_t i = 0;
        for (const JsonValue item : json.items()) {
            typename F::Value ignored{};
            if (!element.read(item, i < N ? values[i] : ignored, reading))
                good = false;
            ++i;
        }
        if (good)
            target = values;
        return good;
    }
    void write(JsonWriter& out, const Value& values) const {
        out.beginArray(JsonLayout::Line);
        for (const auto& value : values)
            element.write(out, value);
        out.endArray();
    }
    Shape shape() const { return listShape(element.shape(), N, N); }
};

/// A value as it is, or `{"value": ..., "source": ...}`. Both keep file and pointer.
template <Form F>
struct SourcedForm {
    using Value = Sourced<typename F::Value>;

    explicit SourcedForm(F inner) : m_inner(std::move(inner)) {
        auto table = std::make_shared<FieldTable<Value>>("sourced", "A value and its source.");
        table->add(required("value", &Value::value, m_inner, "the value itself"));
        table->inlined(&Value::provenance, provenanceFields());
        m_table = std::move(table);
        // Schema and manual keep pointers to shapes, so this one stays.
        m_element = std::make_shared<const Shape>(m_inner.shape());
    }

    bool read(const JsonValue& json, Value& target, Reading& reading) const {
        if (json.is(JsonKind::Object))
            return m_table->read(json, target, reading);
        Value value;
        if (!m_inner.read(json, value.value, reading))
            return false;
        locate(value.provenance, json);
        target = std::move(value);
        return true;
    }
    void write(JsonWriter& out, const Value& value) const {
        if (hasSource(value.provenance))
            m_table->write(out, value, JsonLayout::Line);
        else
            m_inner.write(out, value.value);
    }
    Shape shape() const {
        Shape shape = *m_element;
        shape.kind = Shape::Kind::Sourced;
        shape.element = m_element;
        shape.object = &provenanceFields().shape();
        return shape;
    }

private:
    F m_inner;
    std::shared_ptr<const FieldTable<Value>> m_table;
    std::shared_ptr<const Shape> m_element;
};

} // namespace gpuplan::io
