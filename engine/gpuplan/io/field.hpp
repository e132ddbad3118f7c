#pragma once
/// One line of a field table: a JSON name tied to a member of T, with all that reader, writer,
/// schema and manual need to know of it. Made by required(), optional(), defaulted() and kind().

#include <gpuplan/io/forms.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace gpuplan::io {

template <typename T>
struct Field {
    FieldShape shape;
    /// Reads the member's value. \return false after a complaint
    std::function<bool(const JsonValue&, T&, Reading&)> read;
    /// Writes the value alone.
    std::function<void(JsonWriter&, const T&)> write;
    /// Whether the field is written at all, given what a T without it holds.
    std::function<bool(const T& value, const T& prototype)> isWritten;
};

namespace detail {

template <Form F>
FieldShape fieldShape(std::string name, FieldShape::Need need, const F& form, std::string doc,
                      std::string example) {
    FieldShape shape{std::move(name), std::move(doc), need, "", form.shape()};
    if (!example.empty())
        shape.value.example = std::move(example);
    return shape;
}

template <typename T, typename V, Form F>
Field<T> memberField(FieldShape shape, V T::*member, const F& form) {
    Field<T> field;
    field.shape = std::move(shape);
    field.read = [member, form](const JsonValue& json, T& target, Reading& reading) {
        return form.read(json, target.*member, reading);
    };
    field.write = [member, form](JsonWriter& out, const T& value) {
        form.write(out, value.*member);
    };
    field.isWritten = [](const T&, const T&) { return true; };
    return field;
}

} // namespace detail

/// A member that must be given. \param doc  one line   \param example  as JSON; empty: the form's
template <typename T, typename V, Form F>
Field<T> required(std::string name, V T::*member, const F& form, std::string doc,
                  std::string example = "") {
    return detail::memberField(detail::fieldShape(std::move(name), FieldShape::Need::Required, form,
                                                  std::move(doc), std::move(example)),
                               member, form);
}

/// A member that keeps the prototype's value where it is not given.
template <typename T, typename V, Form F>
Field<T> defaulted(std::string name, V T::*member, const F& form, std::string doc,
                   std::string example = "") {
    Field<T> field =
        detail::memberField(detail::fieldShape(std::move(name), FieldShape::Need::Defaulted, form,
                                               std::move(doc), std::move(example)),
                            member, form);
    field.isWritten = [member](const T& value, const T& prototype) {
        return !(value.*member == prototype.*member);
    };
    return field;
}

/// As defaulted, for a member whose default means "not given" (an empty text, 0 nodes).
template <typename T, typename V, Form F>
Field<T> optionalPlain(std::string name, V T::*member, const F& form, std::string doc,
                       std::string example = "") {
    Field<T> field = defaulted(std::move(name), member, form, std::move(doc), std::move(example));
    field.shape.need = FieldShape::Need::Optional;
    return field;
}

/// A member that is empty where it is not given.
template <typename T, typename V, Form F>
Field<T> optional(std::string name, std::optional<V> T::*member, const F& form, std::string doc,
                  std::string example = "") {
    Field<T> field;
    field.shape = detail::fieldShape(std::move(name), FieldShape::Need::Optional, form,
                                     std::move(doc), std::move(example));
    field.read = [member, form](const JsonValue& json, T& target, Reading& reading) {
        V value{};
        const bool good = form.read(json, value, reading);
        // An object is there even if a part of it is faulty; a faulty price is not.
        if (good || form.shape().kind == Shape::Kind::Object)
            target.*member = std::move(value);
        return good;
    };
    field.write = [member, form](JsonWriter& out, const T& value) {
        form.write(out, *(value.*member));
    };
    field.isWritten = [member](const T& value, const T&) { return (value.*member).has_value(); };
    return field;
}

/// One kind A of the variant V: `"fixed": {...}`. The table of V names its kinds exactlyOne.
template <typename A, typename V, Form F>
Field<V> kind(std::string name, const F& form, std::string doc) {
    Field<V> field;
    field.shape =
        detail::fieldShape(std::move(name), FieldShape::Need::Optional, form, std::move(doc), "");
    field.read = [form](const JsonValue& json, V& target, Reading& reading) {
        A value{};
        const bool good = form.read(json, value, reading);
        // The kind is known even if a part of it is not.
        target = std::move(value);
        return good;
    };
    field.write = [form](JsonWriter& out, const V& value) { form.write(out, std::get<A>(value)); };
    field.isWritten = [](const V& value, const V&) { return std::holds_alternative<A>(value); };
    return field;
}

/// A member of the file that always says `text`, such as its format; no member of T.
template <typename T>
Field<T> constant(std::string name, std::string text, std::string doc) {
    Field<T> field;
    field.shape = {std::move(name), std::move(doc), FieldShape::Need::Required, "", {}};
    field.shape.value = choiceShape({text});
    field.read = [text](const JsonValue& json, T&, Reading& reading) {
        return readConstant(json, text, reading);
    };
    field.write = [text](JsonWriter& out, const T&) { out.text(text); };
    field.isWritten = [](const T&, const T&) { return true; };
    return field;
}

} // namespace gpuplan::io
