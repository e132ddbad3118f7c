#include <gpuplan/base/file.hpp>
#include <gpuplan/base/hash.hpp>
#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/catalog_reader.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

namespace gpuplan::io {

namespace {

/// A GPU some record names, looked up once all files are read.
struct GpuMention {
    std::string gpu;
    JsonValue record;
};

/// Where an id was given first.
using FirstPlaces = std::map<std::pair<std::string, std::string>, Location>;

class CatalogBuilder {
public:
    explicit CatalogBuilder(bool isFolder) : m_isFolder(isFolder) {}

    void addFile(const std::string& path);
    void addText(const std::string& name, std::string text);
    CatalogReading finish(const std::vector<std::string>& knownGpus);

private:
    void addDocument(const JsonDocument& document);
    void addRecords(const std::string& kind, const JsonValue& root);
    bool isCatalog(const JsonValue& root);
    template <typename Record, typename Take>
    void readAll(const JsonValue& root, Take take);
    bool isFirst(const std::string& kind, const std::string& id, const JsonValue& record);
    void mention(const std::string& gpu, const JsonValue& record);
    catalog::BillOfMaterials& billOf(const std::string& system);

    Diagnostics& problems() { return m_reading.diagnostics; }
    catalog::Catalogs& tables() { return m_reading.catalogs; }

    bool m_isFolder;
    CatalogReading m_reading;
    std::string m_allBytes;
    FirstPlaces m_places;
    std::vector<GpuMention> m_mentions;
};

void CatalogBuilder::addFile(const std::string& path) {
    Result<std::string> bytes = readWholeFile(path, largestJson);
    problems().append(bytes.diagnostics());
    if (!bytes)
        return;
    addText(path == "-" ? "<stdin>" : path, std::move(bytes).value());
}

void CatalogBuilder::addText(const std::string& name, std::string text) {
    m_allBytes += sha256(text);
    const JsonReading reading = parseJsonThrough(std::move(text), name);
    problems().append(reading.diagnostics);
    if (!reading.document)
        return;
    m_reading.documents.push_back(*reading.document);
    addDocument(*reading.document);
}

/// Complains unless the file is a catalog. A file of another gpuplan format in the folder is not.
bool CatalogBuilder::isCatalog(const JsonValue& root) {
    const auto format = root.find("format");
    if (!format || !format->is(JsonKind::Text)) {
        problems().error(root.location(), "catalog.file.no_format", {inQuotes(catalogFormat)});
        return false;
    }
    if (format->text() == catalogFormat)
        return true;
    const bool ofOurs =
        format->text().starts_with("gpuplan.") && !format->text().starts_with("gpuplan.catalog");
    if (!m_isFolder || !ofOurs)
        problems().error(format->location(), "catalog.file.format",
                         {inQuotes(format->text()), inQuotes(catalogFormat)});
    return false;
}

void CatalogBuilder::addDocument(const JsonDocument& document) {
    const JsonValue root = document.root();
    if (!root.is(JsonKind::Object)) {
        problems().error(root.location(), "catalog.file.no_format", {inQuotes(catalogFormat)});
        return;
    }
    if (!isCatalog(root))
        return;
    const std::vector<std::string> kinds = catalogKinds();
    const auto kind = root.find("kind");
    if (!kind || !kind->is(JsonKind::Text))
        problems().error(kind ? kind->location() : root.location(), "catalog.file.no_kind",
                         {listed(kinds)});
    else if (std::ranges::find(kinds, kind->text()) == kinds.end())
        problems().error(kind->location(), "io.choice", {inQuotes(kind->text()), listed(kinds)},
                         nearest(kind->text(), kinds));
    else
        addRecords(std::string(kind->text()), root);
}

/// Reads the whole file by its table; records with errors are left out, the rest are taken.
template <typename Record, typename Take>
void CatalogBuilder::readAll(const JsonValue& root, Take take) {
    Reading reading;
    CatalogFile<Record> file;
    catalogFileFields<Record>().read(root, file, reading);
    const auto records = root.find("records");
    std::size_t index = 0;
    if (records)
        for (const JsonValue value : records->items()) {
            if (!reading.hasErrors() || reading.isClean(value.pointer()))
                take(file.records[index], value);
            ++index;
        }
    problems().append(reading.take());
}

bool CatalogBuilder::isFirst(const std::string& kind, const std::string& id,
                             const JsonValue& record) {
    const auto [first, isNew] = m_places.try_emplace({kind, id}, record.location());
    if (!isNew)
        problems().error(record.location(), "catalog.id.twice",
                         {inQuotes(id), first->second.file, std::to_string(first->second.line)});
    return isNew;
}

void CatalogBuilder::mention(const std::string& gpu, const JsonValue& record) {
    if (!gpu.empty())
        m_mentions.push_back({gpu, record});
}

catalog::BillOfMaterials& CatalogBuilder::billOf(const std::string& system) {
    auto& bills = tables().bills;
    const auto found = std::ranges::find(bills, system, &catalog::BillOfMaterials::system);
    return found != bills.end() ? *found : bills.emplace_back(catalog::BillOfMaterials{system, {}});
}

void CatalogBuilder::addRecords(const std::string& kind, const JsonValue& root) {
    const auto keep = [&](auto& table, auto& record, const std::string& id,
                          const JsonValue& value) {
        if (id.empty() || isFirst(kind, id, value))
            table.push_back(std::move(record));
    };
    if (kind == "gpus")
        readAll<catalog::GpuModel>(root, [&](auto& record, const JsonValue& value) {
            keep(tables().gpus, record, std::string(record.id), value);
        });
    else if (kind == "offers")
        readAll<catalog::CloudOffer>(root, [&](auto& record, const JsonValue& value) {
            mention(record.gpu, value);
            keep(tables().offers, record, std::string(record.id), value);
        });
    else if (kind == "prices")
        readAll<catalog::PriceChange>(root, [&](auto& record, const JsonValue& value) {
            mention(record.gpu, value);
            const std::string id =
                record.offer + " " + nameOf(record.kind) + " " + dateText(record.validFrom);
            keep(tables().prices, record, id, value);
        });
    else if (kind == "storage")
        readAll<catalog::StorageTier>(root, [&](auto& record, const JsonValue& value) {
            keep(tables().storage, record, std::string(record.id), value);
        });
    else if (kind == "interconnects")
        readAll<catalog::Interconnect>(root, [&](auto& record, const JsonValue& value) {
            keep(tables().interconnects, record, std::string(record.id), value);
        });
    else if (kind == "figures")
        readAll<catalog::OperatingFigure>(root, [&](auto& record, const JsonValue& value) {
            keep(tables().figures, record, std::string(record.id), value);
        });
    else if (kind == "bills")
        readAll<BillRecord>(root, [&](BillRecord& record, const JsonValue& value) {
            keep(billOf(record.system).lines, record.line,
                 record.system + " / " + record.line.component, value);
        });
    else
        readAll<catalog::PerfReference>(root, [&](auto& record, const JsonValue& value) {
            mention(record.gpu, value);
            keep(tables().performance, record, {}, value);
        });
}

CatalogReading CatalogBuilder::finish(const std::vector<std::string>& knownGpus) {
    std::vector<std::string> gpus = tables().gpuIds();
    gpus.insert(gpus.end(), knownGpus.begin(), knownGpus.end());
    std::ranges::sort(gpus);
    for (const auto& [gpu, record] : m_mentions)
        if (!std::ranges::binary_search(gpus, gpu)) {
            const auto place = record.find("gpu");
            problems().error(place ? place->location() : record.location(), "catalog.gpu.unknown",
                             {inQuotes(gpu)}, nearest(gpu, gpus));
        }
    tables().arrange();
    tables().digest = sha256(m_allBytes);
    problems().sortByPlace();
    return std::move(m_reading);
}

/// The value a pointer of our own making leads to.
std::optional<JsonValue> valueAt(const JsonDocument& document, std::string_view pointer) {
    std::optional<JsonValue> value = document.root();
    while (value && !pointer.empty()) {
        pointer.remove_prefix(1);
        const std::string_view part = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(part.size());
        if (value->is(JsonKind::Object)) {
            value = value->find(part);
            continue;
        }
        std::size_t index = 0;
        std::from_chars(part.data(), part.data() + part.size(), index);
        std::optional<JsonValue> item;
        for (const JsonValue candidate : value->items())
            if (index-- == 0) {
                item = candidate;
                break;
            }
        value = item;
    }
    return value;
}

} // namespace

Diagnostics CatalogReading::placed(const Diagnostics& problems) const {
    Diagnostics result;
    for (Diagnostic problem : problems) {
        for (const JsonDocument& document : documents) {
            if (document.file() != problem.at.file)
                continue;
            if (const auto value = valueAt(document, problem.at.pointer))
                problem.at = value->location();
        }
        result.add(std::move(problem));
    }
    result.sortByPlace();
    return result;
}

CatalogReading readCatalogFiles(const std::vector<std::string>& files,
                                const std::vector<std::string>& knownGpus) {
    CatalogBuilder builder(false);
    for (const std::string& file : files)
        builder.addFile(file);
    return builder.finish(knownGpus);
}

CatalogReading readCatalogTexts(std::vector<std::pair<std::string, std::string>> texts,
                                const std::vector<std::string>& knownGpus) {
    CatalogBuilder builder(false);
    for (auto& [name, text] : texts)
        builder.addText(name, std::move(text));
    return builder.finish(knownGpus);
}

CatalogReading readCatalogFolder(const std::string& folder) {
    CatalogReading nothing;
    std::error_code error;
    std::vector<std::string> files;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
        if (entry->path().extension() == ".json")
            files.push_back(entry->path().string());
    if (error) {
        nothing.diagnostics.outside({folder, 0, 0, {}}, "catalog.folder.open",
                                    {inQuotes(folder), error.message()});
        return nothing;
    }
    std::ranges::sort(files);
    CatalogBuilder builder(true);
    for (const std::string& file : files)
        builder.addFile(file);
    CatalogReading reading = builder.finish({});
    if (reading.catalogs.gpus.empty() && !reading.diagnostics.hasErrors())
        reading.diagnostics.outside({folder, 0, 0, {}}, "catalog.folder.empty", {inQuotes(folder)});
    return reading;
}

Result<catalog::Catalogs> loadCatalogs(const std::string& folder) {
    CatalogReading reading = readCatalogFolder(folder);
    return {std::move(reading.catalogs), std::move(reading.diagnostics)};
}

} // namespace gpuplan::io
