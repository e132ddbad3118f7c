#pragma once
/// Catalog files to typed tables.
///
/// In: a folder of JSON files `{"format": "gpuplan.catalog/1", "kind": "gpus", "records": [...]}`,
/// several of one kind if wanted, or single files. Out: Catalogs, or every problem of every file
/// with line and column: unknown, missing and duplicate fields, wrong units, ids given twice, GPUs
/// that no catalog has. `catalog_fields.hpp` holds what a record may say; `catalog/check.hpp` looks
/// for values that can be read but hardly be true.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/json_document.hpp>

#include <string>
#include <utility>
#include <vector>

namespace gpuplan::io {

/// Reads every `*.json` of the folder itself, not of folders in it, in order of name. Files of
/// another gpuplan format are passed over. A folder without catalogs is Trouble::Outside.
Result<catalog::Catalogs> loadCatalogs(const std::string& folder);

/// What can be read of catalog files that may have problems.
struct CatalogReading {
    catalog::Catalogs catalogs; ///< without what has errors
    Diagnostics diagnostics;
    std::vector<JsonDocument> documents;

    /// Gives each complaint about a record (file and pointer known) its line and column.
    Diagnostics placed(const Diagnostics& problems) const;
};

/// As loadCatalogs, but with what can be read in spite of errors.
CatalogReading readCatalogFolder(const std::string& folder);
/// Reads single files.
/// \param knownGpus  GPUs a record may name beside those in the files
CatalogReading readCatalogFiles(const std::vector<std::string>& files,
                                const std::vector<std::string>& knownGpus = {});
/// The same for texts that were already read: pairs of shown name and text.
CatalogReading readCatalogTexts(std::vector<std::pair<std::string, std::string>> texts,
                                const std::vector<std::string>& knownGpus = {});

} // namespace gpuplan::io
