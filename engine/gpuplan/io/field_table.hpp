#pragma once
/// The one table a model struct has in files: its fields in order, what belongs together, and what
/// must hold. Reader, writer, unknown-field check, JSON Schema and format manual are driven by it.
///
///     const FieldTable<FixedSupply>& fixedSupplyFields() {
///         static const FieldTable<FixedSupply> table = [] {
///             FieldTable<FixedSupply> t("fixed_supply", "Nodes that are always on and paid.");
///             t.add(required("nodes", &FixedSupply::nodes, IntegerForm{0, 1'000'000}, "..."));
///             return t;
///         }();
///         return table;
///     }

#include <gpuplan/io/field.hpp>

#include <functional>
#include <string>
#include <vector>

namespace gpuplan::io {

/// What does not depend on T: which member of the object belongs to which field; complaints of
/// unknown, repeated, missing and null members.
/// \param values  receives for each field of the shape its value, or nothing
/// \return false after a complaint
bool matchMembers(const JsonValue& object, const ObjectShape& shape,
                  std::vector<std::optional<JsonValue>>& values, Reading& reading);

template <typename T>
class FieldTable {
public:
    /// Runs when every field of the object was read without complaint.
    using Finish = std::function<bool(T&, const JsonValue&, Reading&)>;

    /// \param prototype  what a T holds where a field is not given
    FieldTable(std::string name, std::string doc, T prototype = {})
        : m_prototype(std::move(prototype)) {
        m_shape.name = std::move(name);
        m_shape.doc = std::move(doc);
    }

    FieldTable& add(Field<T> field) {
        if (field.shape.need == FieldShape::Need::Defaulted) {
            JsonWriter out;
            out.beginArray(JsonLayout::Line);
            field.write(out, m_prototype);
            // Taken out of its brackets: the layout of a line is wanted.
            const std::string text = out.endArray().take();
            field.shape.fallback = text.substr(1, text.size() - 3);
        }
        m_shape.fields.push_back(field.shape);
        m_fields.push_back(std::move(field));
        return *this;
    }

    /// The fields of a member stand among T's own.
    template <typename M>
    FieldTable& inlined(M T::*member, const FieldTable<M>& part) {
        for (const Field<M>& inner : part.fields()) {
            Field<T> field;
            field.shape = inner.shape;
            field.read = [member, read = inner.read](const JsonValue& json, T& target,
                                                     Reading& reading) {
                return read(json, target.*member, reading);
            };
            field.write = [member, write = inner.write](JsonWriter& out, const T& value) {
                write(out, value.*member);
            };
            field.isWritten = [member, isWritten = inner.isWritten](const T& value,
                                                                    const T& prototype) {
                return isWritten(value.*member, prototype.*member);
            };
            m_shape.fields.push_back(field.shape);
            m_fields.push_back(std::move(field));
        }
        for (const auto& group : part.shape().exactlyOne)
            m_shape.exactlyOne.push_back(group);
        for (const std::string& rule : part.shape().rules)
            m_shape.rules.push_back(rule);
        for (const auto& finish : part.finishes())
            m_finishes.push_back(
                [member, finish](T& value, const JsonValue& json, Reading& reading) {
                    return finish(value.*member, json, reading);
                });
        return *this;
    }

    /// Of these members one is given, not more.
    FieldTable& exactlyOne(std::vector<std::string> names) {
        m_shape.exactlyOne.push_back(std::move(names));
        return *this;
    }

    /// A check or a completion of the whole object. \param rule  for the manual; may be empty
    FieldTable& then(std::string rule, Finish finish) {
        if (!rule.empty())
            m_shape.rules.push_back(std::move(rule));
        m_finishes.push_back(std::move(finish));
        return *this;
    }

    /// Reads the object; lists every problem in it.
    bool read(const JsonValue& json, T& target, Reading& reading) const {
        if (!json.is(JsonKind::Object))
            return reading.wrongType(json, "io.wanted.object");
        std::vector<std::optional<JsonValue>> values;
        bool good = matchMembers(json, m_shape, values, reading);
        T value = m_prototype;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (values[i] && !m_fields[i].read(*values[i], value, reading))
                good = false;
        for (std::size_t i = 0; good && i < m_finishes.size(); ++i)
            good = m_finishes[i](value, json, reading);
        // Also what could be read of a faulty object: later checks look at its good parts.
        target = std::move(value);
        return good;
    }

    void write(JsonWriter& out, const T& value, JsonLayout layout = JsonLayout::Lines) const {
        out.beginObject(layout);
        for (const Field<T>& field : m_fields) {
            if (!field.isWritten(value, m_prototype))
                continue;
            out.key(field.shape.name);
            field.write(out, value);
        }
        out.endObject();
    }

    const ObjectShape& shape() const { return m_shape; }
    const std::vector<Field<T>>& fields() const { return m_fields; }
    const std::vector<Finish>& finishes() const { return m_finishes; }
    const T& prototype() const { return m_prototype; }

private:
    T m_prototype;
    ObjectShape m_shape;
    std::vector<Field<T>> m_fields;
    std::vector<Finish> m_finishes;
};

} // namespace gpuplan::io
