#pragma once
/// Makers of field-table rows; for the field tables alone.

#include <gpuplan/io/catalog_fields.hpp>

#include <type_traits>
#include <utility>

namespace gpuplan::io::fields {

inline constexpr bool required = true;

template <typename T>
struct FormOf {
    static constexpr CatalogForm form = CatalogForm::Measure;
    static constexpr std::string_view example = Example<T>::text;
};
template <>
struct FormOf<std::string> {
    static constexpr CatalogForm form = CatalogForm::Text;
    static constexpr std::string_view example = "\"...\"";
};
template <>
struct FormOf<std::int64_t> {
    static constexpr CatalogForm form = CatalogForm::Integer;
    static constexpr std::string_view example = "8";
};
template <>
struct FormOf<double> {
    static constexpr CatalogForm form = CatalogForm::Number;
    static constexpr std::string_view example = "0.42";
};
template <>
struct FormOf<bool> {
    static constexpr CatalogForm form = CatalogForm::Flag;
    static constexpr std::string_view example = "true";
};
template <>
struct FormOf<Decimal> {
    static constexpr CatalogForm form = CatalogForm::Measure;
    static constexpr std::string_view example = "\"0.22\"";
};
template <>
struct FormOf<Duration> {
    static constexpr CatalogForm form = CatalogForm::Measure;
    static constexpr std::string_view example = "\"60 s\"";
};
template <>
struct FormOf<Instant> {
    static constexpr CatalogForm form = CatalogForm::Date;
    static constexpr std::string_view example = "\"2026-07-20\"";
};
template <typename T>
struct FormOf<std::optional<T>> : FormOf<T> {};

/// A field whose type says all.
template <typename Record, typename T>
CatalogField<Record> field(std::string name, T Record::*member, std::string meaning,
                           bool isRequired = false) {
    CatalogField<Record> result;
    result.info = {std::move(name),
                   FormOf<T>::form,
                   std::string(FormOf<T>::example),
                   std::move(meaning),
                   isRequired,
                   {},
                   {}};
    result.read = [member](const JsonValue& value, Record& record, Diagnostics& diagnostics) {
        readValue(value, record.*member, diagnostics);
    };
    result.text = [member](const Record& record) { return valueText(record.*member); };
    return result;
}

/// One of some words.
template <typename Record, typename T>
CatalogField<Record> choice(std::string name, T Record::*member, std::vector<std::string> words,
                            std::string meaning, bool isRequired = false) {
    CatalogField<Record> result;
    result.info = {std::move(name),
                   CatalogForm::Choice,
                   inQuotes(words.front()),
                   std::move(meaning),
                   isRequired,
                   std::move(words),
                   {}};
    result.read = [member](const JsonValue& value, Record& record, Diagnostics& diagnostics) {
        readValue(value, record.*member, diagnostics);
    };
    result.text = [member](const Record& record) { return valueText(record.*member); };
    return result;
}

/// A number of one fixed unit.
template <typename Record>
CatalogField<Record> measure(std::string name, std::optional<double> Record::*member,
                             std::string unit, std::string meaning) {
    CatalogField<Record> result;
    result.info = {std::move(name),
                   CatalogForm::Measure,
                   "\"12.5 " + unit + "\"",
                   std::move(meaning),
                   false,
                   {},
                   {}};
    result.read = [member, unit](const JsonValue& value, Record& record, Diagnostics& diagnostics) {
        readMeasure(value, unit, record.*member, diagnostics);
    };
    result.text = [member, unit](const Record& record) {
        return record.*member ? valueText(*(record.*member)) + " " + unit : std::string();
    };
    return result;
}

/// A field that is left out where it does not apply.
template <typename Record>
CatalogField<Record> special(CatalogField<Record> field) {
    field.info.special = true;
    return field;
}

/// A bandwidth written back in Gbit/s.
template <typename Record>
CatalogField<Record> bitRate(std::string name, std::optional<Bandwidth> Record::*member,
                             std::string meaning) {
    CatalogField<Record> result = field(std::move(name), member, std::move(meaning));
    result.text = [member](const Record& record) {
        return record.*member ? bitRateText(*(record.*member)) : std::string();
    };
    return result;
}

/// Applies a table to an object: reads each field, complains of unknown and missing ones.
template <typename Record>
void readFields(const JsonValue& object, const std::vector<CatalogField<Record>>& table,
                std::string_view what, Record& record, Diagnostics& diagnostics);

/// An object of its own table.
template <typename Record, typename Part>
CatalogField<Record> object(std::string name, Part Record::*member,
                            const std::vector<CatalogField<Part>>& table, std::string meaning) {
    CatalogField<Record> result;
    result.info = {name, CatalogForm::Object, "{...}", std::move(meaning), false, {}, {}};
    for (const CatalogField<Part>& part : table)
        result.info.parts.push_back(part.info);
    result.read = [member, &table, name](const JsonValue& value, Record& record,
                                         Diagnostics& diagnostics) {
        readFields(value, table, name, record.*member, diagnostics);
    };
    result.parts = [member, &table](const Record& record) {
        std::vector<CatalogText> texts;
        for (const CatalogField<Part>& part : table)
            if (std::string text = part.text(record.*member); !text.empty())
                texts.push_back({part.info.name, part.info.form, std::move(text), {}});
        return texts;
    };
    return result;
}

/// source, as_of, retrieved, confidence, note.
std::vector<CatalogField<Provenance>> provenanceFields();

/// Appends the provenance fields to a table.
template <typename Record, typename Where>
void addProvenance(std::vector<CatalogField<Record>>& table, Where where) {
    for (const CatalogField<Provenance>& inner : provenanceFields()) {
        CatalogField<Record> outer;
        outer.info = inner.info;
        outer.read = [where, read = inner.read](const JsonValue& value, Record& record,
                                                Diagnostics& diagnostics) {
            read(value, where(record), diagnostics);
        };
        outer.text = [where, text = inner.text](const Record& record) {
            return text(where(record));
        };
        table.push_back(std::move(outer));
    }
}
template <typename Record>
void addProvenance(std::vector<CatalogField<Record>>& table) {
    addProvenance(
        table, [](auto& record) -> auto& { return record.provenance; });
}

// What readFields needs that is not a template.
void complainOfUnknown(const JsonMember& member, std::string_view what,
                       const std::vector<std::string>& known, Diagnostics& diagnostics);
void complainOfMissing(const JsonValue& object, const CatalogFieldInfo& field,
                       Diagnostics& diagnostics);
bool isObject(const JsonValue& value, std::string_view what, Diagnostics& diagnostics);

template <typename Record>
void readFields(const JsonValue& object, const std::vector<CatalogField<Record>>& table,
                std::string_view what, Record& record, Diagnostics& diagnostics) {
    if (!isObject(object, what, diagnostics))
        return;
    std::vector<bool> given(table.size());
    for (const JsonMember member : object.members()) {
        std::size_t index = 0;
        while (index < table.size() && table[index].info.name != member.name)
            ++index;
        if (index < table.size()) {
            given[index] = true;
            table[index].read(member.value, record, diagnostics);
            continue;
        }
        std::vector<std::string> known;
        for (const CatalogField<Record>& field : table)
            known.push_back(field.info.name);
        complainOfUnknown(member, what, known, diagnostics);
    }
    for (std::size_t index = 0; index < table.size(); ++index)
        if (table[index].info.required && !given[index])
            complainOfMissing(object, table[index].info, diagnostics);
}

} // namespace gpuplan::io::fields
