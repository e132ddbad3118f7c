#include "catalog_cells.hpp"
#include "catalog_views.hpp"

#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/catalog_forms.hpp>
#include <gpuplan/io/json_writer.hpp>
#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/document.hpp>
#include <gpuplan/report/sources.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

namespace gpuplan::cli {

using namespace catalog;

namespace {

/// A record of the wanted id as an object with all its fields, null for the unknown ones.
struct Entry {
    std::string kind;
    io::JsonDocument record;
};

template <typename Record>
io::JsonDocument documentOf(const Record& record) {
    io::JsonWriter out;
    io::writeCatalogRecord(out, record);
    return io::parseJson(out.take(), "record").value();
}

std::vector<Entry> entriesOf(const Catalogs& catalogs, const std::string& id) {
    std::vector<Entry> entries;
    const auto add = [&entries](const char* kind, const auto& record) {
        entries.push_back({kind, documentOf(record)});
    };
    if (const GpuModel* gpu = catalogs.gpu(id))
        add("gpus", *gpu);
    if (const CloudOffer* offer = catalogs.offer(id))
        add("offers", *offer);
    for (const PriceKind kind : {PriceKind::OnDemand, PriceKind::Spot})
        for (const PriceChange& change : catalogs.history(id, kind))
            add("prices", change);
    if (const StorageTier* tier = catalogs.storageTier(id))
        add("storage", *tier);
    if (const Interconnect* link = catalogs.interconnect(id))
        add("interconnects", *link);
    if (const OperatingFigure* figure = catalogs.figure(id))
        add("figures", *figure);
    if (const BillOfMaterials* bill = catalogs.bill(id))
        for (const BillLine& line : bill->lines)
            add("bills", io::BillRecord{bill->system, line});
    return entries;
}

/// Ids that hold what was typed, then ids spelt like it.
std::vector<std::string> candidatesFor(const Catalogs& catalogs, const std::string& typed) {
    std::vector<std::string> known;
    for (const auto& ids : {catalogs.gpuIds(), catalogs.offerIds(), catalogs.storageIds(),
                            catalogs.interconnectIds(), catalogs.billIds(), catalogs.figureIds()})
        known.insert(known.end(), ids.begin(), ids.end());
    const auto lower = [](std::string text) {
        for (char& c : text)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return text;
    };
    constexpr std::size_t most = 5;
    std::vector<std::string> result;
    const auto offer = [&result](const std::string& id) {
        if (result.size() < most && std::ranges::find(result, id) == result.end())
            result.push_back(id);
    };
    for (const std::string& id : known)
        if (!typed.empty() && lower(id).find(lower(typed)) != std::string::npos)
            offer(id);
    for (const std::string& id : nearest(typed, known))
        offer(id);
    return result;
}

std::string spaced(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// A plain value as text; of an object `low 25000 USD, high 40000 USD, as of 2026`.
std::string textOf(const io::JsonValue& value) {
    switch (value.kind()) {
    case io::JsonKind::Text:
        return std::string(value.text());
    case io::JsonKind::Number:
        return std::string(value.numberText());
    case io::JsonKind::Bool:
        return value.boolean() ? "true" : "false";
    case io::JsonKind::Object:
        break;
    case io::JsonKind::Null:
    case io::JsonKind::Array:
        return {};
    }
    std::string text;
    for (const io::JsonMember part : value.members())
        text +=
            (text.empty() ? "" : ", ") + spaced(std::string(part.name)) + " " + textOf(part.value);
    return text;
}

/// The part of one GPU in the prices of an offer, by field.
std::string perGpuNote(const CloudOffer& offer, const std::string& field) {
    const std::pair<std::string_view, const std::optional<HourlyPrice>&> prices[] = {
        {"on_demand", offer.onDemand},
        {"spot", offer.spot},
        {"reserved_1y", offer.reserved1y},
        {"reserved_3y", offer.reserved3y},
    };
    for (const auto& [name, price] : prices)
        if (name == field && price && offer.gpuCount > 1)
            return " (" + perGpu(*price, offer.gpuCount).text() + " " + price->currency.code() +
                   "/GPU-h)";
    return {};
}

class Page {
public:
    Page(const Catalogs& catalogs, std::string id, Language language)
        : m_catalogs(catalogs), m_id(std::move(id)), m_language(language) {}

    std::string text(const std::vector<Entry>& entries) {
        m_document.title = m_id;
        for (const Entry& entry : entries)
            if (entry.kind != "prices")
                addRecord(entry);
        addHistory();
        addHints();
        return report::plainText(m_document);
    }

private:
    std::string say(std::string_view key, std::vector<std::string> arguments = {}) const {
        return gpuplan::text(Message{std::string(key), std::move(arguments)}, m_language);
    }
    std::string heading(std::string_view key) const {
        return say("catalog.column." + std::string(key));
    }

    void addRecord(const Entry& entry) {
        using report::Align;
        const CloudOffer* offer = entry.kind == "offers" ? m_catalogs.offer(m_id) : nullptr;
        report::Table table;
        table.columns = {{heading("field"), Align::Left}, {heading("value"), Align::Left}};
        for (const io::JsonMember field : entry.record.root().members()) {
            const std::string name(field.name);
            std::string value = textOf(field.value);
            const bool isNo = field.value.is(io::JsonKind::Bool) && !field.value.boolean();
            if ((value.empty() || isNo) && io::isOnlyWhereItApplies(name))
                continue;
            if (field.value.is(io::JsonKind::Bool))
                value = say("catalog.yes");
            else if (value.empty())
                value = say("catalog.unknown");
            if (offer != nullptr)
                value += perGpuNote(*offer, name);
            table.rows.push_back({spaced(name), std::move(value)});
        }
        m_document.sections.push_back({say("catalog.one." + entry.kind), {std::move(table)}});
    }

    void addHistory() {
        using report::Align;
        report::Table table;
        table.columns = {
            {heading("kind"), Align::Left},         {heading("seen_from"), Align::Left},
            {heading("price"), Align::Right},       {heading("per_gpu"), Align::Right},
            {heading("change"), Align::Right, "%"}, {heading("as_of"), Align::Left},
            {heading("confidence"), Align::Left}};
        std::set<std::string> sources;
        for (const PriceKind kind : {PriceKind::OnDemand, PriceKind::Spot}) {
            const PriceChange* before = nullptr;
            const std::vector<PriceChange> history = m_catalogs.history(m_id, kind);
            for (const PriceChange& change : history) {
                table.rows.push_back(rowOf(change, before));
                before = &change;
                sources.insert(change.provenance.source);
                if (!change.provenance.note.empty())
                    sources.insert(change.provenance.note);
            }
        }
        if (table.rows.empty())
            return;
        report::List list{{sources.begin(), sources.end()}};
        std::erase(list.items, "");
        m_document.sections.push_back(
            {say("catalog.show.history"), {std::move(table), std::move(list)}});
    }

    static std::vector<std::string> rowOf(const PriceChange& change, const PriceChange* before) {
        std::string perOne = "-";
        if (change.gpuCount.value_or(0) > 0)
            perOne = perGpu(change.price, *change.gpuCount).text() + " " +
                     change.price.currency.code() + "/GPU-h";
        std::string step = shownChange(before == nullptr ? nullptr : &before->price, change.price);
        if (step.empty())
            step = "-";
        return {spaced(io::nameOf(change.kind)),
                dateText(change.validFrom),
                change.price.text(),
                std::move(perOne),
                std::move(step),
                change.provenance.asOf,
                report::confidenceText(change.provenance.confidence)};
    }

    /// Where else a GPU is spoken of.
    void addHints() {
        if (m_catalogs.gpu(m_id) == nullptr)
            return;
        const auto mentions = [this](const auto& records) {
            return std::ranges::count_if(records,
                                         [this](const auto& record) { return record.gpu == m_id; });
        };
        report::List hints;
        if (const auto offers = mentions(m_catalogs.offers); offers > 0)
            hints.items.push_back(say("catalog.show.offers", {std::to_string(offers), m_id}));
        if (const auto measured = mentions(m_catalogs.performance); measured > 0)
            hints.items.push_back(say("catalog.show.measured", {std::to_string(measured), m_id}));
        if (!hints.items.empty())
            m_document.sections.push_back({"", {std::move(hints)}});
    }

    const Catalogs& m_catalogs;
    std::string m_id;
    Language m_language;
    report::Document m_document;
};

void write(io::JsonWriter& out, const io::JsonValue& value) {
    if (value.is(io::JsonKind::Object)) {
        out.beginObject(io::JsonLayout::Line);
        for (const io::JsonMember member : value.members()) {
            out.key(member.name);
            write(out, member.value);
        }
        out.endObject();
    } else if (value.is(io::JsonKind::Text)) {
        out.text(value.text());
    } else {
        out.raw(value.is(io::JsonKind::Null) ? "null" : textOf(value));
    }
}

std::string jsonOf(const std::string& id, const std::vector<Entry>& entries) {
    io::JsonWriter out;
    out.beginObject().member("id", id).key("entries").beginArray();
    for (const Entry& entry : entries) {
        out.beginObject().member("kind", entry.kind).key("record");
        write(out, entry.record.root());
        out.endObject();
    }
    out.endArray().endObject();
    return out.take();
}

std::string csvOf(const std::vector<Entry>& entries) {
    std::string out;
    report::appendCsvRow(out, {"entry", "kind", "field", "value"});
    std::size_t number = 0;
    for (const Entry& entry : entries) {
        ++number;
        const auto row = [&](const std::string& field, const std::string& value) {
            report::appendCsvRow(out, {std::to_string(number), entry.kind, field, value});
        };
        for (const io::JsonMember field : entry.record.root().members())
            if (!field.value.is(io::JsonKind::Object))
                row(std::string(field.name), textOf(field.value));
            else
                for (const io::JsonMember part : field.value.members())
                    row(std::string(field.name) + "." + std::string(part.name), textOf(part.value));
    }
    return out;
}

} // namespace

ExitCode showCatalog(const Catalogs& catalogs, const std::string& id, const Console& console) {
    const std::vector<Entry> entries = entriesOf(catalogs, id);
    if (entries.empty()) {
        Diagnostics diagnostics;
        diagnostics.error({}, "catalog.show.unknown", {inQuotes(id)}, candidatesFor(catalogs, id));
        return console.complain(diagnostics);
    }
    if (console.format == Format::Json)
        console.out << jsonOf(id, entries);
    else if (console.format == Format::Csv)
        console.out << csvOf(entries);
    else
        console.out << Page(catalogs, id, console.language).text(entries);
    return ExitCode::Done;
}

} // namespace gpuplan::cli
