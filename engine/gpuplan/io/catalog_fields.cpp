#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/catalog_field_makers.hpp>

namespace gpuplan::io {

namespace fields {

std::vector<CatalogField<Provenance>> provenanceFields() {
    std::vector<CatalogField<Provenance>> table = {
        field("source", &Provenance::source, "document or repository the values were read in"),
        field("as_of", &Provenance::asOf, "date of the figure itself, as precise as known"),
        field("retrieved", &Provenance::retrieved, "day it was collected"),
        choice("confidence", &Provenance::confidence, confidenceNames(),
               "how far the values can be trusted"),
        special(field("note", &Provenance::note, "what else to know")),
    };
    table[1].info.form = table[2].info.form = CatalogForm::Date;
    table[1].info.example = table[2].info.example = FormOf<Instant>::example;
    return table;
}

void complainOfUnknown(const JsonMember& member, std::string_view what,
                       const std::vector<std::string>& known, Diagnostics& diagnostics) {
    diagnostics.error(member.nameLocation(), "catalog.field.unknown",
                      {inQuotes(member.name), inQuotes(what)}, nearest(member.name, known));
}

void complainOfMissing(const JsonValue& object, const CatalogFieldInfo& field,
                       Diagnostics& diagnostics) {
    diagnostics.error(object.location(), "catalog.field.missing",
                      {inQuotes(field.name), field.meaning});
}

bool isObject(const JsonValue& value, std::string_view what, Diagnostics& diagnostics) {
    if (value.is(JsonKind::Object))
        return true;
    diagnostics.error(value.location(), "catalog.value.object", {inQuotes(what)});
    return false;
}

} // namespace fields

namespace {

template <typename Record>
std::vector<CatalogFieldInfo> infos() {
    std::vector<CatalogFieldInfo> result;
    for (const CatalogField<Record>& field : catalogFields<Record>())
        result.push_back(field.info);
    return result;
}

} // namespace

void writeCatalogRecord(JsonWriter& out, const std::vector<CatalogText>& fields) {
    out.beginObject(JsonLayout::Line);
    for (const CatalogText& field : fields) {
        out.key(field.name);
        if (!field.parts.empty())
            writeCatalogRecord(out, field.parts);
        else if (field.form == CatalogForm::Flag)
            out.boolean(field.text == "true");
        else if (field.text.empty())
            out.null();
        else if (field.form == CatalogForm::Integer || field.form == CatalogForm::Number)
            out.raw(field.text);
        else
            out.text(field.text);
    }
    out.endObject();
}

const std::vector<CatalogKindInfo>& catalogKinds() {
    static const std::vector<CatalogKindInfo> kinds = {
        {"gpus", "gpus.json", "one accelerator type", infos<catalog::GpuModel>()},
        {"offers", "cloud_offers.json", "one rentable shape in one region",
         infos<catalog::CloudOffer>()},
        {"prices", "price_history.json", "a price of one offer from a date on",
         infos<catalog::PriceChange>()},
        {"storage", "storage.json", "one storage tier", infos<catalog::StorageTier>()},
        {"interconnects", "interconnects.json", "one link, measured collective or network price",
         infos<catalog::Interconnect>()},
        {"figures", "operating_figures.json", "one operating figure",
         infos<catalog::OperatingFigure>()},
        {"bills", "server_bills.json", "one line of a server's bill of materials",
         infos<BillRecord>()},
        {"performance", "performance.json", "one measured rate, time or size",
         infos<catalog::PerfReference>()},
    };
    return kinds;
}

} // namespace gpuplan::io
