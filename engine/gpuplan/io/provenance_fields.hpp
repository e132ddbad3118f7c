#pragma once
/// Where a value comes from, as written beside it: source, date, confidence, note.

#include <gpuplan/base/provenance.hpp>
#include <gpuplan/io/field_table.hpp>

namespace gpuplan::io {

/// Reading an object with these fields also notes its file and pointer.
const FieldTable<Provenance>& provenanceFields();

/// Notes file and pointer of a value.
void locate(Provenance& provenance, const JsonValue& json);

/// Whether a person said anything of where the value comes from.
bool hasSource(const Provenance& provenance);

} // namespace gpuplan::io
