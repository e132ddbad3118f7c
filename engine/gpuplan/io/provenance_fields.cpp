#include <gpuplan/io/provenance_fields.hpp>

namespace gpuplan::io {

const FieldTable<Provenance>& provenanceFields() {
    static const FieldTable<Provenance> table = [] {
        const ChoiceForm confidence{Names<Confidence>{
            {"low", Confidence::Low}, {"medium", Confidence::Medium}, {"high", Confidence::High}}};
        FieldTable<Provenance> t("provenance", "Where a value comes from.");
        t.add(optionalPlain("source", &Provenance::source, TextForm{1000},
                            "document, page or repository the value was read in",
                            "\"price list of the provider\""));
        t.add(optionalPlain("as_of", &Provenance::asOf, LooseDateForm{},
                            "date of the figure itself", "\"2026-11\""));
        t.add(optionalPlain("retrieved", &Provenance::retrieved, LooseDateForm{},
                            "when it was collected", "\"2026-11-29\""));
        t.add(optionalPlain("confidence", &Provenance::confidence, confidence,
                            "low: estimate or recalled; medium: secondary source; high: read in a "
                            "primary source",
                            "\"medium\""));
        t.add(optionalPlain("note", &Provenance::note, TextForm{2000, true},
                            "what a reader should know of the value",
                            "\"list price, no discount\""));
        t.then("", [](Provenance& provenance, const JsonValue& json, Reading&) {
            locate(provenance, json);
            return true;
        });
        return t;
    }();
    return table;
}

void locate(Provenance& provenance, const JsonValue& json) {
    provenance.file = json.file();
    provenance.pointer = json.pointer();
}

bool hasSource(const Provenance& provenance) {
    return !provenance.source.empty() || !provenance.asOf.empty() ||
           !provenance.retrieved.empty() || provenance.confidence != Confidence::Unknown ||
           !provenance.note.empty();
}

} // namespace gpuplan::io
