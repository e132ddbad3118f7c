#pragma once
/// The field tables of the catalogs: reader, writer, unknown-field check, schema and field list are
/// driven by them.
///
/// A field's JSON name is its member's in snake_case; a unit in the member's name stands in the
/// value instead (`fp16Tflops` is `"fp16": "989 TFLOPS"`). What is left out is unknown.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/field_table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

inline constexpr std::string_view catalogFormat = "gpuplan.catalog/1";

/// A bill's line as one record of its file.
struct BillRecord {
    std::string system;
    catalog::BillLine line;
    bool operator==(const BillRecord&) const = default;
};

/// A file of one kind.
template <typename Record>
struct CatalogFile {
    std::vector<Record> records;
};

/// The table of a record type.
template <typename Record>
const FieldTable<Record>& catalogFields();
template <>
const FieldTable<catalog::GpuModel>& catalogFields();
template <>
const FieldTable<catalog::CloudOffer>& catalogFields();
template <>
const FieldTable<catalog::PriceChange>& catalogFields();
template <>
const FieldTable<catalog::StorageTier>& catalogFields();
template <>
const FieldTable<catalog::Interconnect>& catalogFields();
template <>
const FieldTable<catalog::OperatingFigure>& catalogFields();
template <>
const FieldTable<BillRecord>& catalogFields();
template <>
const FieldTable<catalog::PerfReference>& catalogFields();

/// The table of the whole file: format, kind, records.
template <typename Record>
const FieldTable<CatalogFile<Record>>& catalogFileFields();

/// Fields that stand only where they apply, such as `note`: absent, they are not unknown.
bool isOnlyWhereItApplies(std::string_view field);

/// A record on one line with every field of its table: null for the unknown ones.
template <typename Record>
void writeCatalogRecord(JsonWriter& out, const Record& record) {
    const FieldTable<Record>& table = catalogFields<Record>();
    out.beginObject(JsonLayout::Line);
    for (const Field<Record>& field : table.fields()) {
        out.key(field.shape.name);
        if (field.shape.need == FieldShape::Need::Defaulted ||
            field.isWritten(record, table.prototype()))
            field.write(out, record);
        else
            out.null();
    }
    out.endObject();
}

/// The kinds, in the order people meet them: gpus, offers, prices, storage, ...
std::vector<std::string> catalogKinds();
/// A whole file of each kind, for schema and field list.
std::vector<const ObjectShape*> catalogShapes();

} // namespace gpuplan::io
