#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/composed_forms.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::io {

namespace {

/// A hostile file must end somewhere; real catalogs have hundreds of records.
constexpr std::size_t mostRecords = 1'000'000;

template <typename Record>
const FieldTable<CatalogFile<Record>>& fileFields(const char* kind) {
    static const FieldTable<CatalogFile<Record>> table = [kind] {
        using File = CatalogFile<Record>;
        FieldTable<File> t(std::string(kind) + "_file",
                           "Catalog of kind " + std::string(kind) + ".");
        t.add(constant<File>("format", std::string(catalogFormat),
                             "what this file is, and its version"));
        t.add(constant<File>("kind", kind, "what the records are"));
        t.add(required("records", &File::records,
                       ListForm<ObjectForm<Record>>{
                           object(catalogFields<Record>(), JsonLayout::Line), 0, mostRecords},
                       catalogFields<Record>().shape().doc));
        return t;
    }();
    return table;
}

} // namespace

template <>
const FieldTable<CatalogFile<catalog::GpuModel>>& catalogFileFields() {
    return fileFields<catalog::GpuModel>("gpus");
}
template <>
const FieldTable<CatalogFile<catalog::CloudOffer>>& catalogFileFields() {
    return fileFields<catalog::CloudOffer>("offers");
}
template <>
const FieldTable<CatalogFile<catalog::PriceChange>>& catalogFileFields() {
    return fileFields<catalog::PriceChange>("prices");
}
template <>
const FieldTable<CatalogFile<catalog::StorageTier>>& catalogFileFields() {
    return fileFields<catalog::StorageTier>("storage");
}
template <>
const FieldTable<CatalogFile<catalog::Interconnect>>& catalogFileFields() {
    return fileFields<catalog::Interconnect>("interconnects");
}
template <>
const FieldTable<CatalogFile<catalog::OperatingFigure>>& catalogFileFields() {
    return fileFields<catalog::OperatingFigure>("figures");
}
template <>
const FieldTable<CatalogFile<BillRecord>>& catalogFileFields() {
    return fileFields<BillRecord>("bills");
}
template <>
const FieldTable<CatalogFile<catalog::PerfReference>>& catalogFileFields() {
    return fileFields<catalog::PerfReference>("performance");
}

bool isOnlyWhereItApplies(std::string_view field) {
    constexpr auto names = std::to_array<std::string_view>(
        {"note", "original_price", "tax_included", "gpu_part_only", "throughput_scaling",
         "extra_price", "nccl_setup", "specification", "unit", "setup"});
    return std::ranges::find(names, field) != names.end();
}

std::vector<std::string> catalogKinds() {
    return {"gpus",          "offers",  "prices", "storage",
            "interconnects", "figures", "bills",  "performance"};
}

std::vector<const ObjectShape*> catalogShapes() {
    return {
        &catalogFileFields<catalog::GpuModel>().shape(),
        &catalogFileFields<catalog::CloudOffer>().shape(),
        &catalogFileFields<catalog::PriceChange>().shape(),
        &catalogFileFields<catalog::StorageTier>().shape(),
        &catalogFileFields<catalog::Interconnect>().shape(),
        &catalogFileFields<catalog::OperatingFigure>().shape(),
        &catalogFileFields<BillRecord>().shape(),
        &catalogFileFields<catalog::PerfReference>().shape(),
    };
}

} // namespace gpuplan::io
