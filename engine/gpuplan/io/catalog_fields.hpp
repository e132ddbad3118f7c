#pragma once
/// The field tables of the catalogs: each record type's fields once, with name, form, example and
/// meaning. The reader, the "no such field" check, the text of a record and the JSON schema are all
/// driven by them.
///
/// A field's JSON name is its member's in snake_case; a unit in the member's name stands in the
/// value instead (`fp16Tflops` is `"fp16": "989 TFLOPS"`).

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/catalog_values.hpp>
#include <gpuplan/io/json_writer.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

/// How a value stands in the file.
enum class CatalogForm {
    Text,    ///< any text
    Choice,  ///< one of the given words
    Date,    ///< `"2026"`, `"2026-07"`, `"2026-07-20"` or `"2025-2026"`
    Measure, ///< a text of number and unit
    Integer, ///< a bare whole number
    Number,  ///< a bare number
    Flag,    ///< true or false
    Object,  ///< an object of fields
};

struct CatalogFieldInfo {
    std::string name;
    CatalogForm form = CatalogForm::Text;
    std::string example; ///< as in the file, with its quotes
    std::string meaning; ///< one line
    bool required = false;
    std::vector<std::string> choices;    ///< of a Choice
    std::vector<CatalogFieldInfo> parts; ///< of an Object
    bool special = false; ///< absent means that it does not apply, not that it is unknown
};

/// A value as a catalog file has it. Unknown: no text and no parts.
struct CatalogText {
    std::string name;
    CatalogForm form = CatalogForm::Text;
    std::string text;
    std::vector<CatalogText> parts; ///< of an Object, known ones only
    bool special = false;           ///< as of its field

    bool known() const { return !text.empty() || !parts.empty(); }
};

template <typename Record>
struct CatalogField {
    CatalogFieldInfo info;
    std::function<void(const JsonValue&, Record&, Diagnostics&)> read;
    std::function<std::vector<CatalogText>(const Record&)> parts; ///< of an Object
    std::function<std::string(const Record&)> text;               ///< of the rest
};

/// A bill's line as one record of its file.
struct BillRecord {
    std::string system;
    catalog::BillLine line;
};

/// The table of a record type, provenance fields last.
template <typename Record>
const std::vector<CatalogField<Record>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::GpuModel>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::CloudOffer>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::PriceChange>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::StorageTier>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::Interconnect>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::OperatingFigure>>& catalogFields();
template <>
const std::vector<CatalogField<BillRecord>>& catalogFields();
template <>
const std::vector<CatalogField<catalog::PerfReference>>& catalogFields();

/// All fields of a record with their values, in table order.
template <typename Record>
std::vector<CatalogText> catalogTexts(const Record& record) {
    std::vector<CatalogText> texts;
    for (const CatalogField<Record>& field : catalogFields<Record>()) {
        texts.push_back({field.info.name, field.info.form, {}, {}, field.info.special});
        if (field.parts)
            texts.back().parts = field.parts(record);
        else
            texts.back().text = field.text(record);
    }
    return texts;
}

/// Writes a record as an object on one line, unknown values as null.
void writeCatalogRecord(JsonWriter& out, const std::vector<CatalogText>& fields);

/// One kind of catalog, for the manual and the schema.
struct CatalogKindInfo {
    std::string kind;   ///< as in `"kind"`: `gpus`
    std::string file;   ///< the file of the shipped catalogs
    std::string record; ///< what a record is
    std::vector<CatalogFieldInfo> fields;
};
/// All kinds, in the order people meet them: GPUs, offers, prices, storage, ...
const std::vector<CatalogKindInfo>& catalogKinds();

} // namespace gpuplan::io
